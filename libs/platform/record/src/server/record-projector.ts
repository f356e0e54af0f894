import { createUpcaster } from '@cotejo/event-store/upcast';
import type { RecordedEvent } from '@cotejo/event-store';
import type { ProjectionTransaction, Projector } from '@cotejo/projections';
import { bulkWrite, columnName, keepCursorsAhead, renewCursors, type Table } from '@cotejo/tables';
import type { Fields } from '../fields.ts';
import { streamPrefixOf, vocabularyOf, type AnyRecord, type State } from '../record.ts';
import type { AnyRules } from '../rules.ts';

interface Folded {
  readonly account: string;
  readonly version: number;
  readonly state: State<Fields>;
}

/** Projects records to rows: each row is the state after the last event of its stream. */
export function projectorOf(rules: AnyRules, table: Table, version: number): Projector {
  const { record } = rules;
  const upcaster = createUpcaster([vocabularyOf(record)]);
  return {
    name: record.name,
    version,
    tables: [table.name],
    filter: { streamPrefixes: [streamPrefixOf(record)] },
    async apply(events, tx) {
      const folded = await rowsBefore(record, table, events, tx);
      for (const event of events) {
        const { account, id } = placeOf(record, event);
        const before = folded.get(event.stream)?.state ?? null;
        const when = { at: new Date(event.meta.at).toISOString(), by: event.meta.actor };
        const state = rules.evolve(before, upcaster.read(event), id, when);
        folded.set(event.stream, { account, version: Number(event.version), state });
      }
      const changed = new Set(events.map(({ stream }) => stream));
      const rows = [...folded].flatMap(([stream, { account, version: at, state }]) =>
        changed.has(stream) ? [{ ...state, accountId: account, version: at }] : [],
      );
      await bulkWrite(tx, table, rows as never);
    },
    succeed: (tx) => renewCursors(table, tx),
    resume: (tx) => keepCursorsAhead(table, tx),
  };
}

const UUID_LENGTH = 36;

/** @throws for an event of another kind of stream; the projection then sets that stream aside */
function placeOf(of: AnyRecord, { stream, meta }: RecordedEvent): { account: string; id: string } {
  const name = stream.slice(streamPrefixOf(of).length);
  const account = name.slice(0, UUID_LENGTH);
  const id = name.slice(UUID_LENGTH + 1);
  if (id.length !== UUID_LENGTH || meta.account !== account) throw new Error(`${stream} is no ${of.name}`);
  return { account, id };
}

async function rowsBefore(
  of: AnyRecord,
  table: Table,
  events: readonly RecordedEvent[],
  tx: ProjectionTransaction,
): Promise<Map<string, Folded>> {
  const older = new Map(events.filter(({ version }) => version > 0n).map((event) => [event.stream, event]));
  if (older.size === 0) return new Map();
  const places = [...older.values()].map((event) => placeOf(of, event));
  const rows = await tx.query<{ account: string; id: string; version: number; state: State<Fields> }>(
    `select t.account_id as account, t.id, t.version, json_build_object('id', t.id, ${fieldsOf(table)}) as state
       from ${tx.schema}.${table.name} t
       join unnest($1::uuid[], $2::uuid[]) p(account_id, id) using (account_id, id)`,
    [places.map(({ account }) => account), places.map(({ id }) => id)],
  );
  return new Map(
    rows.map((row) => [
      `${streamPrefixOf(of)}${row.account}-${row.id}`,
      { ...row, state: momentsInUtc(table, row.state) },
    ]),
  );
}

const fieldsOf = ({ columns }: Table): string =>
  Object.keys(columns)
    .filter((name) => name !== 'version')
    .map((name) => `'${name}', t.${columnName(name)}`)
    .join(', ');

/** PostgreSQL formats timestamps in the session's time zone. */
const momentsInUtc = ({ columns }: Table, state: State<Fields>): State<Fields> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      columns[name]?.type === 'timestamptz' && typeof value === 'string'
        ? new Date(value).toISOString()
        : value,
    ]),
  ) as State<Fields>;
