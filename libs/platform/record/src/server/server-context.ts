import type { Vocabulary } from '@cotejo/event-store/upcast';
import type { Call, ErrorCatalogue } from '@cotejo/http/contracts';
import { controllerOf, type AskedCall, type Handlers } from '@cotejo/http/server';
import type { Uploads } from '@cotejo/files/server';
import type { Job } from '@cotejo/jobs';
import type { Topic } from '@cotejo/live/server';
import type { Projector } from '@cotejo/projections';
import type { RoomHost } from '@cotejo/rooms/server';
import { createTable, feedOfTable, grantTables, type MigrationClass, type Table } from '@cotejo/tables';
import type { Type } from '@nestjs/common';
import type { DataSourceOptions } from 'typeorm';
import { callsOf, recordErrors, topicOf, type ListQuery } from '../calls.ts';
import { capital, vocabularyOf, type AnyRecord } from '../record.ts';
import type { AnyRules } from '../rules.ts';
import type { Asker, Ground } from './ground.ts';
import type { Provider } from './open-ports.ts';
import { projectorOf } from './record-projector.ts';
import { RecordService } from './record-service.ts';
import { tableOf } from './record-table.ts';

type Entity = Extract<NonNullable<DataSourceOptions['entities']>, readonly unknown[]>[number];

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
export interface ServerContext<P extends Asker = Asker> {
  readonly name: string;
  readonly records: readonly ServedRecord[];
  /** Event types that it writes, with conversions from older versions. */
  readonly vocabulary: Vocabulary;
  readonly tables: readonly Table[];
  readonly entities: readonly Entity[];
  readonly migrations: readonly MigrationClass[];
  readonly projectors: readonly Projector[];
  readonly errors: readonly ErrorCatalogue[];
  readonly provides: readonly Provider<P>[];
  /** By name; each has a queue of the same name. */
  readonly jobs: Readonly<Record<string, ContextJob<P>>>;
  /** Grants the application's role access to its tables; repeated at each start. */
  grant(owner: TableOwner, appRole: string): Promise<void>;
  /** Null when it adds nothing to the demo account. */
  readonly demo: ((scene: DemoScene) => Promise<void>) | null;
  open(ground: Ground<P>): OpenContext<P>;
}
export interface OpenContext<P extends Asker> {
  readonly controllers: readonly Type[];
  readonly topics: readonly Topic<P>[];
  readonly hosts: readonly RoomHost<P>[];
  readonly wakes: readonly Wake[];
  readonly uploads: readonly Uploads[];
  readonly references: Ground<P>['references'];
  /** By name of the record. */
  readonly services: ReadonlyMap<string, RecordService<P>>;
  start(): Promise<void>;
  begin(): Promise<void>;
  settle(): Promise<void>;
}

export interface ContextJob<P extends Asker> extends Pick<Job, 'cron'> {
  run(ground: Ground<P>, signal: AbortSignal): Promise<unknown>;
}
/** Tells the names of what changed, besides projectors; returns its end. */
export type Wake = (listener: (name: string) => void) => () => void;
interface TableOwner {
  query(text: string): Promise<unknown>;
}

/** Parts of a context, all optional. */
export interface ContextParts<P extends Asker> {
  readonly records?: readonly ServedRecord[];
  /** Event types that do not belong to a record. */
  readonly vocabulary?: Vocabulary;
  /** Read models that do not belong to a record; likewise the parts that follow. */
  readonly entities?: readonly Entity[];
  readonly migrations?: readonly MigrationClass[];
  readonly grant?: (owner: TableOwner, appRole: string) => Promise<void>;
  readonly projectors?: readonly Projector[];
  readonly errors?: readonly ErrorCatalogue[];
  /** Controllers of its calls. */
  readonly calls?: (ground: Ground<P>) => readonly Type[];
  readonly feeds?: (ground: Ground<P>) => readonly Topic<P>[];
  readonly wakes?: (ground: Ground<P>) => readonly Wake[];
  readonly rooms?: (ground: Ground<P>) => readonly RoomHost<P>[];
  /** Requests answered before the framework, which would read whole bodies. */
  readonly uploads?: (ground: Ground<P>) => readonly Uploads[];
  readonly jobs?: Readonly<Record<string, ContextJob<P>>>;
  /** What other contexts may use. */
  readonly provides?: readonly Provider<P>[];
  /** Names of its objects, where fields of records refer to them. */
  readonly references?: (ground: Ground<P>) => Ground<P>['references'];
  /** Runs once all contexts are open, also for commands beside a running server. */
  readonly start?: (ground: Ground<P>) => Promise<void> | void;
  /** Runs before the server listens. */
  readonly begin?: (ground: Ground<P>) => Promise<void>;
  /** Answers pending requests before clients are sent to another node; contexts in reverse order. */
  readonly settle?: (ground: Ground<P>) => Promise<void>;
  readonly demo?: (scene: DemoScene) => Promise<void>;
}

export function serverContext<P extends Asker = Asker>(
  name: string,
  parts: ContextParts<P>,
): ServerContext<P> {
  const { records = [], errors = [], calls, feeds, grant } = parts;
  const tables = records.map(({ table }) => table);
  const projectors = records.map(({ rules, table, version }) => projectorOf(rules, table, version));
  return {
    ...{ name, records, tables, demo: parts.demo ?? null },
    vocabulary: Object.assign(
      {},
      parts.vocabulary,
      ...records.map(({ rules }) => vocabularyOf(rules.record)),
    ) as Vocabulary,
    entities: [...tables.map(({ entity }) => entity), ...(parts.entities ?? [])],
    migrations: [
      ...(parts.migrations ?? []),
      ...records.map(({ table, since }) => createTable(table, since)),
    ],
    projectors: [...(parts.projectors ?? []), ...projectors],
    errors: [
      ...(records.length > 0 ? [recordErrors] : []),
      ...records.map((record) => record.errors),
      ...errors,
    ],
    provides: parts.provides ?? [],
    jobs: parts.jobs ?? {},
    async grant(owner, appRole) {
      await grant?.(owner, appRole);
      await grantTables(owner, appRole, tables);
    },
    open(ground) {
      const opened = records.map((served, at) => openRecord(ground, served, projectors[at] as Projector));
      return {
        controllers: [...opened.map(({ controller }) => controller), ...(calls?.(ground) ?? [])],
        topics: [...opened.map(({ topic }) => topic), ...(feeds?.(ground) ?? [])],
        hosts: parts.rooms?.(ground) ?? [],
        wakes: parts.wakes?.(ground) ?? [],
        uploads: parts.uploads?.(ground) ?? [],
        references: parts.references?.(ground) ?? {},
        services: new Map(opened.map(({ service }, at) => [records[at]?.rules.record.name ?? '', service])),
        start: async () => parts.start?.(ground),
        begin: async () => parts.begin?.(ground),
        settle: async () => parts.settle?.(ground),
      };
    },
  };
}

function openRecord<P extends Asker>(
  ground: Ground<P>,
  { rules, errors, table }: ServedRecord,
  projector: Projector,
) {
  const { record } = rules;
  const projection = ground.projection(projector);
  const service = new RecordService<P>({ ground, rules, errors, table, projection });
  const topic = feedOfTable<P, Table['columns'], object>(ground.db, table, {
    topic: topicOf(record),
    permission: `${record.rights}.list`,
    projector: record.name,
    tell: (principal, rows) => service.told(principal, rows),
  });
  return { service, topic, controller: controllerFor(record, service) };
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
