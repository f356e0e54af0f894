import { userInfo } from 'node:os';
import { purgeStream } from '@cotejo/event-store/postgres';
import { sealLog } from '@cotejo/event-store/archive';
import { copySeals } from '../../seals/seal-copies.ts';
import { readSigningKey } from '../../seals/signing-key.ts';
import { readTrustedKeys } from '../../seals/trusted-keys.ts';
import { ask } from '../../terminal/ask.ts';
import { words } from '../../terminal/words.ts';
import { CircumstanceError, UsageError } from '../command.ts';
import { withLog } from './open-log.ts';
import type { LogVerb } from './log-verb.ts';

/** `log purge <stream> --reason …`: irreversible, so the stream's name has to be typed again. */
export const purgeVerb: LogVerb = async ({ positionals, values }, { configuration, context }) => {
  const [stream, ...more] = positionals;
  const reason = values.reason?.trim() ?? '';
  if (stream === undefined || more.length > 0) throw new UsageError();
  if (reason === '') throw new UsageError(words('answer_missing', { option: '--reason' }));
  if (configuration.kurrentdbUrl !== undefined) throw new CircumstanceError(words('log.purge_only_postgres'));
  const by = values.by?.trim() || `system:${userInfo().username}`;
  const { say, complain, signal } = context;
  return withLog(configuration, context, 'app', async ({ archive, store, database, now }) => {
    const head = await store.head(stream);
    if (head === null) throw new CircumstanceError(words('log.no_stream', { stream }));
    say(words('log.purge_warning', { stream, events: Number(head.version + 1n) }));
    if (values.confirm === undefined && !process.stdin.isTTY)
      throw new CircumstanceError(words('log.purge_no_terminal', { stream }));
    const typed = values.confirm ?? (await ask(words('log.purge_confirm')));
    if (typed.trim() !== stream) {
      complain(words('log.purge_not_confirmed'));
      return 1;
    }
    const events = await purgeStream(configuration.databasePurgeUrl ?? database.ownerUrl, {
      stream,
      reason,
      by,
    });
    say(words('log.purged', { stream, events }));
    // The purge record is sealed immediately if a signing key is available.
    const signer = await readSigningKey(configuration);
    if (signer) {
      await sealLog({ archive, store, signer, now, signal });
      await copySeals(configuration.dataDir, store, (await readTrustedKeys(configuration.dataDir)) ?? []);
    }
    say(words('log.purged_rebuild'));
    return 0;
  });
};
