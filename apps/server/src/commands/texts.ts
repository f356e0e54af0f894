import { userInfo } from 'node:os';
import {
  quarantinedTexts,
  restartText,
  writtenSpan,
  type Quarantined,
  type TextKey,
} from '@cotejo/texts/server';
import { AUDITS_SERVICES } from '@cotejo/audits-server';
import { restartTexts } from '@cotejo/worksheets-contracts';
import { placeOfRoom } from '@cotejo/worksheets-server';
import { table } from '../terminal/table.ts';
import { words } from '../terminal/words.ts';
import { CircumstanceError, UsageError, type Command, type CommandContext } from './command.ts';
import { readArguments, TEXT } from './read-arguments.ts';

const OPTIONS = { reason: TEXT, by: TEXT, account: TEXT } as const;
/** Exit code: there are documents in quarantine. */
const QUARANTINED = 2;

/** `texts status | restart <document> --reason …`: lists documents in quarantine and restarts one. */
export const texts: Command = {
  usage: 'texts.usage',
  async run(args, context) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const [verb, document, ...more] = positionals;
    if (more.length > 0) throw new UsageError();
    if (verb === 'status' && document === undefined) return status(context);
    if (verb !== 'restart' || document === undefined) throw new UsageError();
    const reason = asLine('reason', values.reason ?? '', '--reason');
    const operator = asLine('operator', values.by?.trim() || `system:${userInfo().username}`, '--by');
    return restart(context, { document, account: values.account }, { operator, reason });
  },
};

async function status(context: CommandContext): Promise<number> {
  const { pool } = await context.foundation();
  const found = await quarantinedTexts(pool);
  context.say(found.length === 0 ? words('texts.none') : quarantineTable(found));
  if (found.length === 0) return 0;
  context.say(words('texts.how_to_restart'));
  return QUARANTINED;
}

async function restart(
  context: CommandContext,
  wanted: { readonly document: string; readonly account: string | undefined },
  order: { readonly operator: string; readonly reason: string },
): Promise<number> {
  const { pool } = await context.foundation();
  const key = await keyOf(await quarantinedTexts(pool), wanted);
  const span = await writtenSpan(pool, key);
  const place = placeOfRoom(key.document);
  if (!span || !place) throw new CircumstanceError(words('texts.unknown', { document: wanted.document }));
  const { rooms } = (await context.contexts()).ground.the(AUDITS_SERVICES);
  const intent = { kind: 'restart_texts', id: place.item, from: span.last, to: span.revised, ...order };
  // The event is appended before the restart, so that no restart is missing from the log.
  const { outcomes } = await rooms.submitAsSystem(place.audit, 'operator', [{ intent, base: -1 }]);
  const [outcome] = outcomes;
  if (!outcome?.ok) throw new CircumstanceError(words('texts.refused', { code: outcome?.code ?? '' }));
  const rows = (await restartText(pool, key)) ?? 0;
  context.say(words('texts.restarted', { document: wanted.document, rows }));
  return 0;
}

/** Validates a text for the event's field. */
function asLine(field: 'operator' | 'reason', said: string, option: string): string {
  const read = restartTexts.shape[field].safeParse(said);
  if (!read.success) throw new UsageError(words('answer_missing', { option }));
  return read.data;
}

/** Finds the document in quarantine; a document that is not in quarantine needs its account. */
async function keyOf(
  found: readonly Quarantined[],
  { document, account }: { readonly document: string; readonly account: string | undefined },
): Promise<TextKey> {
  if (account !== undefined) return { account, document };
  const known = found.find((one) => one.document === document);
  if (!known) throw new CircumstanceError(words('texts.unknown', { document }));
  return known;
}

function quarantineTable(found: readonly Quarantined[]): string {
  const head = (['document', 'account', 'row', 'since'] as const).map((column) =>
    words(`texts.column_${column}`),
  );
  return table([
    head,
    ...found.map(({ document, account, row, since }) => [document, account, String(row), since]),
  ]);
}
