import { userInfo } from 'node:os';
import { quarantinedTexts, restartText, type Quarantined, type TextKey } from '@cotejo/texts/server';
import { table } from '../terminal/table.ts';
import { words } from '../terminal/words.ts';
import { CircumstanceError, UsageError, type Command, type CommandContext } from './command.ts';
import { readArguments, TEXT } from './read-arguments.ts';

const OPTIONS = { reason: TEXT, by: TEXT, account: TEXT } as const;
/** Exit code while there are documents in quarantine. */
const QUARANTINED = 2;

/** `texts status | restart <document> --reason …`: documents in quarantine, and beginning one anew. */
export const texts: Command = {
  usage: 'texts.usage',
  async run(args, context) {
    const { values, positionals } = readArguments(args, OPTIONS);
    const [verb, document, ...more] = positionals;
    if (more.length > 0) throw new UsageError();
    if (verb === 'status' && document === undefined) return status(context);
    if (verb !== 'restart' || document === undefined) throw new UsageError();
    const reason = values.reason?.trim() ?? '';
    if (reason === '') throw new UsageError(words('answer_missing', { option: '--reason' }));
    const by = values.by?.trim() || `system:${userInfo().username}`;
    return restart(context, { document, account: values.account }, { by, reason });
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
  record: { readonly by: string; readonly reason: string },
): Promise<number> {
  const { pool } = await context.foundation();
  const key = await keyOf(await quarantinedTexts(pool), wanted);
  const rows = await restartText(pool, key, record);
  if (rows === null) throw new CircumstanceError(words('texts.unknown', { document: wanted.document }));
  context.say(words('texts.restarted', { document: wanted.document, rows }));
  return 0;
}

/** The one in quarantine; another only when its account is named too. */
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
