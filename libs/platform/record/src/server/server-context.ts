import type { Vocabulary } from '@cotejo/event-store/upcast';
import type { Call, ErrorCatalogue } from '@cotejo/http/contracts';
import { controllerOf, type AskedCall, type Handlers } from '@cotejo/http/server';
import type { Topic } from '@cotejo/live/server';
import type { ProjectionRunner } from '@cotejo/projections';
import { createTable, feedOfTable, type MigrationClass, type Table } from '@cotejo/tables';
import type { Type } from '@nestjs/common';
import { callsOf, recordErrors, topicOf, type ListQuery } from '../calls.ts';
import { capital, permissionOf, vocabularyOf, type AnyRecord } from '../record.ts';
import type { AnyRules } from '../rules.ts';
import type { Asker, Ground } from './ground.ts';
import { projectorOf } from './record-projector.ts';
import { RecordService } from './record-service.ts';
import { tableOf } from './record-table.ts';

/** A record and its server-side options. */
export interface ServedRecord {
  readonly rules: AnyRules;
  readonly errors: ErrorCatalogue;
  readonly table: Table;
  /** Timestamp in milliseconds that orders its migration. */
  readonly since: number;
  /** Version of its projector: raise it when the meaning of the rows changes. */
  readonly version: number;
}

export function serve(
  rules: { readonly record: unknown },
  options: Pick<ServedRecord, 'errors' | 'since' | 'version'>,
): ServedRecord {
  // From here on records are generic: acts and fields are accessed by name.
  const alike = rules as unknown as AnyRules;
  return { ...options, rules: alike, table: tableOf(alike.record) };
}

/** Operations for filling the demo account. */
export interface DemoScene {
  /** `yyyy-MM-dd`, this many days from today. */
  readonly day: (offset: number) => string;
  /** User id by user name. */
  readonly person: (username: string) => string;
  /** Id of the newest audit whose code ends with this number. */
  readonly audit: (number: string) => string;
  /**
   * Performs an act as a user, with the usual rules and rights; returns the record's id. `step` identifies it: an
   * interrupted demo continues, and repeats nothing.
   */
  readonly act: (
    step: string,
    username: string,
    of: { readonly name: string },
    act: string,
    body: Readonly<Record<string, unknown>>,
    id?: string,
  ) => Promise<string>;
}

/** A context's contribution to the server. `apps/server` only lists contexts. */
export interface ServerContext {
  readonly name: string;
  readonly records: readonly ServedRecord[];
  /** Event types that it writes, with conversions from older versions. */
  readonly vocabulary: Vocabulary;
  readonly tables: readonly Table[];
  readonly migrations: readonly MigrationClass[];
  readonly errors: readonly ErrorCatalogue[];
  /** Null when it adds nothing to the demo account. */
  readonly demo: ((scene: DemoScene) => Promise<void>) | null;
  open<P extends Asker>(ground: Ground<P>): OpenContext<P>;
}
export interface OpenContext<P extends Asker> {
  readonly controllers: readonly Type[];
  readonly topics: readonly Topic<P>[];
  readonly runners: readonly ProjectionRunner[];
  /** By name of the record. */
  readonly services: ReadonlyMap<string, RecordService<P>>;
}

/** Parts of a context, all optional. */
export interface ContextParts {
  readonly records?: readonly ServedRecord[];
  /** Errors of calls that do not belong to a record. */
  readonly errors?: readonly ErrorCatalogue[];
  /** Controllers of calls that do not belong to a record. */
  readonly calls?: <P extends Asker>(ground: Ground<P>) => readonly Type[];
  readonly demo?: (scene: DemoScene) => Promise<void>;
}

export function serverContext(
  name: string,
  { records = [], errors = [], calls = () => [], demo }: ContextParts,
): ServerContext {
  return {
    ...{ name, records, demo: demo ?? null },
    vocabulary: Object.assign({}, ...records.map(({ rules }) => vocabularyOf(rules.record))) as Vocabulary,
    tables: records.map(({ table }) => table),
    migrations: records.map(({ table, since }) => createTable(table, since)),
    errors: [
      ...(records.length > 0 ? [recordErrors] : []),
      ...records.map((record) => record.errors),
      ...errors,
    ],
    open<P extends Asker>(ground: Ground<P>) {
      const services = new Map<string, RecordService<P>>();
      const opened = records.map((served) => {
        const one = openRecord(ground, served, services);
        services.set(served.rules.record.name, one.service);
        return one;
      });
      return {
        controllers: [...opened.map(({ controller }) => controller), ...calls(ground)],
        topics: opened.map(({ topic }) => topic),
        runners: opened.map(({ runner }) => runner),
        services,
      };
    },
  };
}

/** @param opened services of the records before it in the manifest, where a parent must be */
function openRecord<P extends Asker>(
  ground: Ground<P>,
  { rules, errors, table, version }: ServedRecord,
  opened: ReadonlyMap<string, RecordService<P>>,
) {
  const { record } = rules;
  const above = rules.parent === null ? null : (rules.parent.rules.record as AnyRecord).name;
  const parent = above === null ? null : (opened.get(above) ?? null);
  if (above !== null && parent === null) throw new Error(`${record.name} is served before its ${above}`);
  const runner = ground.run(projectorOf(rules, table, version));
  const service = new RecordService<P>({ ground, rules, errors, table, projection: runner, parent });
  const topic = feedOfTable<P, Table['columns'], object>(ground.db, table, {
    topic: topicOf(record),
    permission: permissionOf(record, 'list'),
    projector: record.name,
    tell: (principal, rows) => service.told(principal, rows),
  });
  return { runner, service, topic, controller: controllerFor(record, service) };
}

type Values = Readonly<Record<string, unknown>>;

function controllerFor<P extends Asker>(record: AnyRecord, service: RecordService<P>): Type {
  interface Asked extends Pick<AskedCall<Call, P>, 'principal' | 'command'> {
    readonly params: { readonly id: string };
    readonly query: ListQuery;
    /** Absent where the call declares none. */
    readonly body: Values | undefined;
  }
  const calls = callsOf(record);
  const { list: _list, create: _create, read: _read, history: _history, ...acts } = calls;
  const written = Object.keys(acts).map((act): [string, (asked: Asked) => Promise<unknown>] => [
    act,
    ({ principal, params, body, command }: Asked) =>
      service.act(principal, params.id, act, body ?? {}, command),
  ]);
  return controllerOf(capital(record.name), calls, {
    list: ({ principal, query }: Asked) => service.list(principal, query),
    create: ({ principal, body, command }: Asked) => service.create(principal, body ?? {}, command),
    read: ({ principal, params }: Asked) => service.read(principal, params.id),
    history: ({ principal, params }: Asked) => service.history(principal, params.id),
    ...Object.fromEntries(written),
  } as unknown as Handlers<typeof calls, P>);
}
