import { ArchiveError } from '@cotejo/event-store/archive';
import { readConfiguration } from '../configuration/configuration.ts';
import { SealCopiesError } from '../seals/seal-copies.ts';
import { SigningKeyError } from '../seals/signing-key.ts';
import { fileFaultInWords } from '../terminal/file-fault.ts';
import { words } from '../terminal/words.ts';
import { UsageError, type Command } from './command.ts';
import { exportVerb } from './log/export.ts';
import { importVerb } from './log/import.ts';
import type { LogVerb } from './log/log-verb.ts';
import { purgeVerb } from './log/purge.ts';
import { publicKeyVerb, sealVerb, trustVerb } from './log/seal.ts';
import { verifyVerb } from './log/verify.ts';
import { FLAG, readArguments, TEXT } from './read-arguments.ts';

const OPTIONS = {
  key: { type: 'string', multiple: true },
  resume: FLAG,
  reason: TEXT,
  by: TEXT,
  confirm: TEXT,
  link: TEXT,
} as const;

const verbs: Readonly<Record<string, LogVerb>> = {
  verify: verifyVerb,
  seal: sealVerb,
  'public-key': publicKeyVerb,
  trust: trustVerb,
  export: exportVerb,
  import: importVerb,
  purge: purgeVerb,
};

/** `log verify|seal|public-key|trust|export|import|purge`: operates on the event log. */
export const log: Command = {
  usage: 'log.usage',
  async run([name = '', ...args], context) {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (verb === undefined) throw new UsageError();
    const read = readConfiguration(process.env);
    if (!read.ok) throw new UsageError(words('wrong_variables', { variables: read.variables.join(', ') }));
    try {
      return await verb(readArguments(args, OPTIONS), { configuration: read.configuration, context });
    } catch (error) {
      const explained = explain(error);
      if (explained === null) throw error;
      context.complain(explained);
      return 1;
    }
  },
};

function explain(error: unknown): string | null {
  if (error instanceof ArchiveError) {
    const said = words(`log_errors.${error.code}`, { reason: error.reason });
    return error.line === undefined ? said : words('log.at_line', { said, line: error.line });
  }
  if (error instanceof SigningKeyError) return error.message;
  if (error instanceof SealCopiesError) {
    return words('log.copies_altered', { file: error.file, line: error.line });
  }
  if (error instanceof Error && error.name === 'AbortError') return words('log.interrupted');
  return fileFaultInWords(error);
}
