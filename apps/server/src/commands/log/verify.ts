import {
  verifyExport,
  verifyLog,
  type ArchivedEvent,
  type LogFault,
  type LogSummary,
  type Seal,
  type Verification,
} from '@cotejo/event-store/archive';
import { readSealCopies } from '../../seals/seal-copies.ts';
import { readWitnessed, witnessFolder } from '../../seals/witness-file.ts';
import { table } from '../../terminal/table.ts';
import { words } from '../../terminal/words.ts';
import { UsageError, type CommandContext } from '../command.ts';
import { Course } from './course.ts';
import { readLogFile } from './log-file.ts';
import { withLog } from './open-log.ts';
import { keysToTrust } from './trusted-keys.ts';
import type { LogVerb } from './log-verb.ts';

/**
 * `log verify [file] [--link hash]`: verifies the log with the copies of its seals, or an exported file
 * alone; with `--link`, also whether it holds the version that an exported change log refers to.
 */
export const verifyVerb: LogVerb = async ({ positionals, values }, { configuration, context }) => {
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError();
  const { say, signal } = context;
  const trustedKeys = await keysToTrust(values.key, configuration);
  const course = new Course('log.verifying', say);
  const link = values.link?.trim().toLowerCase();
  let linked: Pick<ArchivedEvent, 'stream' | 'version' | 'recordedAt'> | null = null;
  const options = {
    ...{ trustedKeys, signal, onProgress: course.onProgress },
    ...(link !== undefined && {
      onEvent: (event: ArchivedEvent) => {
        if (event.link === link) linked = event;
      },
    }),
  };
  const verify = async (): Promise<Verification> => {
    if (file !== undefined) return verifyExport(readLogFile(file), options);
    const seals: readonly Seal[] = await readSealCopies(configuration.dataDir);
    return withLog(configuration, context, 'app', async ({ archive }) => {
      const { storeId } = await archive.identity();
      const witnessed = await readWitnessed(witnessFolder(configuration), storeId);
      const verification = await verifyLog(archive, { ...options, seals, witnessed });
      say(words('log.witnessed', { count: witnessed.length, position: witnessed.at(-1)?.position ?? '0' }));
      return verification;
    });
  };
  let verification: Verification;
  try {
    verification = await verify();
  } finally {
    course.end();
  }
  const { summary, fault } = verification;
  if (fault) {
    context.complain(faultInWords(fault));
    return 1;
  }
  say(summaryTable(summary));
  tellSealing(summary, context);
  say(words('log.whole', course.figures(summary.events)));
  return link === undefined ? 0 : tellLink(link, linked, context);
};

/** Prints the linked version; counted from 1, as on screens and in files. */
function tellLink(
  link: string,
  event: Pick<ArchivedEvent, 'stream' | 'version' | 'recordedAt'> | null,
  { say, complain }: CommandContext,
): number {
  if (event === null) {
    complain(words('log.link_unknown', { link }));
    return 1;
  }
  const { stream, version, recordedAt } = event;
  say(words('log.link_found', { stream, version: String(version + 1n), at: recordedAt }));
  return 0;
}

export function summaryTable(summary: LogSummary): string {
  return table([
    [words('log.what'), words('log.value')],
    [words('log.events'), String(summary.events)],
    [words('log.streams'), String(summary.streams)],
    [words('log.withheld'), String(summary.withheld)],
    [words('log.seals'), String(summary.seals)],
    [words('log.sealed_events'), String(summary.sealedEvents)],
    [words('log.root'), summary.root],
    [words('log.order'), summary.order],
    ...summary.keys.map((key) => [words('log.key'), key]),
  ]);
}

function tellSealing(
  { sealedEvents, unsealedEvents, lastSealAt }: LogSummary,
  { say }: CommandContext,
): void {
  if (lastSealAt === null) say(words('log.never_sealed'));
  else say(words('log.sealed_until', { sealed: sealedEvents, at: lastSealAt, open: unsealedEvents }));
}

/** Text for a fault and its location. */
export function faultInWords(fault: LogFault): string {
  const { stream, version, position, line, sealedAt, key, ends, witnessed, missing } = fault;
  const where = [
    stream === null ? '' : words('log.where_stream', { stream, version: String(version) }),
    position === null ? '' : words('log.where_position', { position }),
    line === undefined ? '' : words('log.where_line', { line }),
    sealedAt === undefined ? '' : words('log.where_seal', { at: sealedAt }),
  ].filter((part) => part !== '');
  const reason = words(`log_faults.${fault.reason}`, {
    ...{ key: key ?? '', ends: ends ?? '', witnessed: witnessed ?? '', missing: missing ?? 0 },
  });
  return words('log.broken', { reason, where: where.join(', '), code: fault.reason });
}
