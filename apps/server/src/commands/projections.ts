import { userInfo } from 'node:os';
import { createFormatters } from '@cotejo/i18n';
import {
  listParked,
  orderSkip,
  ProjectionError,
  readProjectionStatus,
  rebuildProjection,
  retryParked,
  versionAt,
  type ParkedStream,
  type ProjectionLog,
  type ProjectionStatus,
  type Projector,
  type RebuildProgress,
} from '@cotejo/projections';
import { manifests } from '../manifests.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { table } from '../terminal/table.ts';
import { terminalLanguage, words } from '../terminal/words.ts';
import { CircumstanceError, UsageError, type Command, type CommandContext } from './command.ts';
import { FLAG, readArguments, TEXT } from './read-arguments.ts';

/** Exit code: everything was done, but some streams remain parked. */
const PARKED = 2;
const PROJECTORS = manifests.flatMap(({ projectors }) => projectors);
/** Projections log nothing here: the outcome is printed at the terminal. */
const silent: ProjectionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Wish {
  readonly verb: string;
  readonly names: readonly string[];
  readonly json: boolean;
  readonly acceptParked: boolean;
  readonly reason: string;
  readonly by: string;
}

/** `projections status|rebuild|retry|skip`: status and repair of the read models. */
export const projections: Command = {
  usage: 'projections.usage',
  async run(args, context) {
    const wish = readWish(args);
    try {
      if (wish.verb === 'status') return await status(wish, context);
      if (wish.verb === 'skip') return await skip(wish, context);
      return await (wish.verb === 'rebuild' ? rebuild(wish, context) : retry(wish, context));
    } catch (error) {
      const explained = explain(error);
      if (explained === null) throw error;
      context.complain(explained);
      return 1;
    }
  },
};

async function status({ json }: Wish, context: CommandContext): Promise<number> {
  const { pool, store } = await context.foundation();
  const [statuses, parked] = [await readProjectionStatus(pool, store), await listParked(pool)];
  context.say(
    json
      ? JSON.stringify({ projections: statuses, parked }, null, 2)
      : [statusTable(statuses), parked.length === 0 ? '' : `\n${parkedTable(parked)}`].join(''),
  );
  if (!json && parked.length > 0) {
    context.say(words('projections.how_to_retry'));
    for (const { stream, position } of parked)
      context.say(
        words('projections.how_to_skip', {
          stream,
          version: String(await versionAt(store, stream, position)),
        }),
      );
  }
  return parked.length > 0 ? PARKED : 0;
}

async function rebuild({ names, acceptParked }: Wish, context: CommandContext): Promise<number> {
  const [name = ''] = names;
  const projector = projectorNamed(name);
  const { pool, store, database } = await context.foundation();
  const line = progressLine(process.stdout, context.say);
  try {
    const rebuilt = await rebuildProjection({
      ...{ store, pool, projector, acceptParked, log: silent, signal: context.signal },
      ownerUrl: database.ownerUrl,
      onProgress: (progress) => line.show(progressText(name, progress)),
    });
    line.end();
    if (rebuilt === null) return 0;
    const { generation, events, seconds, parked } = rebuilt;
    const values = { name, generation, events: count(events), seconds: seconds.toFixed(1) };
    context.say(words(rebuilt.resumed ? 'projections.resumed' : 'projections.rebuilt', values));
    if (parked.length === 0) return 0;
    context.say(parkedTable(parked));
    return PARKED;
  } finally {
    line.end();
  }
}

async function retry({ names }: Wish, context: CommandContext): Promise<number> {
  const [name, stream] = names;
  const chosen = name === undefined ? PROJECTORS : [projectorNamed(name)];
  const { pool, store } = await context.foundation();
  let tried = 0;
  let failed = 0;
  for (const projector of chosen) {
    for (const outcome of await retryParked({ pool, store, projector, log: silent }, stream)) {
      tried += 1;
      if (!outcome.ok) failed += 1;
      const values = { name: projector.name, stream: outcome.stream, error: firstLine(outcome.error ?? '') };
      context.say(words(outcome.ok ? 'projections.runs_again' : 'projections.still_parked', values));
    }
  }
  if (tried === 0)
    context.say(
      words(stream === undefined ? 'projections.none_parked' : 'projections.not_parked', {
        stream: stream ?? '',
      }),
    );
  return failed > 0 ? PARKED : 0;
}

/**
 * Skips an event in every projection parked at it: the order is appended to the log, then the stream
 * continues.
 */
async function skip({ names, reason, by }: Wish, context: CommandContext): Promise<number> {
  const [stream = '', written = ''] = names;
  if (reason === '') throw new UsageError(words('answer_missing', { option: '--reason' }));
  if (!/^\d{1,15}$/.test(written)) throw new UsageError();
  const version = BigInt(written);
  const { pool, store } = await context.foundation();
  const aside = new Set((await listParked(pool, { stream })).map(({ projector }) => projector));
  const chosen = PROJECTORS.filter(({ name }) => aside.has(name));
  if (chosen.length === 0) throw new CircumstanceError(words('projections.not_parked', { stream }));
  let failed = 0;
  for (const projector of chosen) {
    const { name } = projector;
    await orderSkip({ store, pool }, { projector: name, stream, version, reason, by });
    context.say(words('projections.skipped', { name, stream, version: written }));
    for (const { ok, error } of await retryParked({ pool, store, projector, log: silent }, stream)) {
      if (!ok) failed += 1;
      const values = { name, stream, error: firstLine(error ?? '') };
      context.say(words(ok ? 'projections.runs_again' : 'projections.still_parked', values));
    }
  }
  return failed > 0 ? PARKED : 0;
}

function statusTable(statuses: readonly ProjectionStatus[]): string {
  const head = (['name', 'generation', 'role', 'position', 'head', 'lag', 'owner', 'parked'] as const).map(
    (column) => words(`projections.column_${column}`),
  );
  const none = words('projections.none');
  const rows = statuses.map(({ projector, generation, role, position, lag, owner, held, parked }) => [
    projector,
    String(generation),
    words(`projections.role_${role}`),
    position ?? none,
    lag?.head ?? none,
    lag === null
      ? none
      : lag.exact
        ? count(lag.events)
        : words('projections.at_least', { events: count(lag.events) }),
    held && owner !== null ? owner : none,
    count(parked),
  ]);
  return table([head, ...rows]);
}

function parkedTable(parked: readonly ParkedStream[]): string {
  const head = (['name', 'stream', 'since', 'attempts', 'error'] as const).map((column) =>
    words(`projections.column_${column}`),
  );
  const rows = parked.map(({ projector, stream, parkedAt, attempts, error }) => [
    projector,
    stream,
    moment(parkedAt),
    count(attempts),
    firstLine(error),
  ]);
  return table([head, ...rows]);
}

function progressText(name: string, { phase, events, of, perSecond }: RebuildProgress): string {
  const values = {
    name,
    events: count(events),
    of: of === null ? '?' : count(Math.max(of, events)),
    percent: of === null || of === 0 ? '?' : Math.min(100, Math.floor((events * 100) / of)),
    rate: count(Math.round(perSecond)),
  };
  return words(`projections.phase_${phase}`, values);
}

/** Error text for the terminal; null for unexpected errors. */
function explain(error: unknown): string | null {
  if (error instanceof Error && error.name === 'AbortError') return words('projections.interrupted');
  if (!(error instanceof ProjectionError)) return null;
  const { code, projector, details } = error;
  const names = PROJECTORS.map(({ name }) => name).join(', ');
  return words(`projections.error_${code}`, { name: projector, details, names });
}

function projectorNamed(wanted: string): Projector {
  const found = PROJECTORS.find(({ name }) => name === wanted);
  if (!found) throw new ProjectionError('unknown', wanted, '');
  return found;
}

function readWish(args: readonly string[]): Wish {
  const { values, positionals } = readArguments(args, {
    json: FLAG,
    'accept-parked': FLAG,
    reason: TEXT,
    by: TEXT,
  });
  const [verb = '', ...names] = positionals;
  const fits: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
    ['status', [0, 0]],
    ['rebuild', [1, 1]],
    ['retry', [0, 2]],
    ['skip', [2, 2]],
  ]);
  const [least, most] = fits.get(verb) ?? [1, 0];
  if (names.length < least || names.length > most) throw new UsageError();
  return {
    verb,
    names,
    json: values.json === true,
    acceptParked: values['accept-parked'] === true,
    reason: values.reason?.trim() ?? '',
    by: values.by?.trim() || `system:${userInfo().username}`,
  };
}

const count = (value: number): string => value.toLocaleString(terminalLanguage());
const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 100);
/** Formats in the product's time zone, independent of the server's. */
const moment = (at: Date): string => createFormatters(terminalLanguage()).dateTime(at);
