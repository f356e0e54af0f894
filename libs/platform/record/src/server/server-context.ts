import type { Vocabulary } from '@cotejo/event-store/upcast';
import type { Call, ErrorCatalogue } from '@cotejo/http/contracts';
import { controllerOf, type AskedCall, type Handlers } from '@cotejo/http/server';
import type { Uploads } from '@cotejo/files/server';
import type { Topic } from '@cotejo/live/server';
import type { Projector } from '@cotejo/projections';
import type { RoomHost } from '@cotejo/rooms/server';
import {
  addColumns,
  createTable,
  feedOfTable,
  grantTables,
  type MigrationClass,
  type Table,
} from '@cotejo/tables';
import type { Type } from '@nestjs/common';
import type { DataSourceOptions } from 'typeorm';
import { callsOf, recordErrors, topicOf, type ListQuery } from '../calls.ts';
import { pascal, permissionOf, vocabularyOf, type AnyRecord } from '../record.ts';
import type { AnyRules } from '../rules.ts';
import type { Asker, Ground } from './ground.ts';
import { provide, type Provider } from './open-ports.ts';
import { RECORDS, type OpenRecord } from './opened-records.ts';
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
  /** Optional fields that a later release added, with the timestamps that order their migrations. */
  readonly added: readonly { readonly since: number; readonly fields: readonly string[] }[];
  readonly projector: Projector;
}

/** @param version of its projector: raise it when the meaning of the rows changes */
export function serve(
  rules: { readonly record: unknown },
  {
    version,
    added = [],
    ...options
  }: Pick<ServedRecord, 'errors' | 'since'> &
    Partial<Pick<ServedRecord, 'added'>> & { readonly version: number },
): ServedRecord {
  // From here on records are generic: acts and fields are accessed by name.
  const alike = rules as unknown as AnyRules;
  const table = tableOf(alike.record);
  return { ...options, added, rules: alike, table, projector: projectorOf(alike, table, version) };
}

/** Operations for filling the demo account. */
export interface DemoScene {
  /** `yyyy-MM-dd`, this many days from today. */
  readonly day: (offset: number) => string;
  /** User id by user name. */
  readonly person: (username: string) => string;
  /** Id of the newest audit whose code ends with this number. */
  readonly audit: (number: string) => string;
  /** Id of the finding or action plan with this code in an audit. */
  readonly followUp: (audit: string, code: string) => string;
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
  /**
   * Uploads a page of text as PDF for a field of records, as a user; returns the id that an act names it by. It must be
   * named by the next act: an upload is kept for a day.
   */
  readonly upload: (
    step: string,
    username: string,
    target: { readonly of: { readonly name: string }; readonly field: string },
    file: { readonly name: string; readonly lines: readonly string[] },
  ) => Promise<string>;
}

/** Tells the names of what changed, besides projectors; returns its end. */
export type Wake = (listener: (name: string) => void) => () => void;

/** A context's contribution to the server, all parts optional. */
export interface ContextParts<P extends Asker> {
  readonly records?: readonly ServedRecord[];
  /** Event types that it writes, with conversions from older versions; those of records follow from them. */
  readonly vocabulary?: Vocabulary;
  /** Read models, with their migrations, grants of the application's role, and projectors; likewise. */
  readonly entities?: readonly Entity[];
  readonly migrations?: readonly MigrationClass[];
  grant?(owner: { query(text: string): Promise<unknown> }, appRole: string): Promise<void>;
  readonly projectors?: readonly Projector[];
  readonly errors?: readonly ErrorCatalogue[];
  /** What other contexts may use. */
  readonly provides?: readonly Provider<P>[];
  /** Controllers of its calls. */
  calls?(ground: Ground<P>): readonly Type[];
  feeds?(ground: Ground<P>): readonly Topic<P>[];
  wakes?(ground: Ground<P>): readonly Wake[];
  rooms?(ground: Ground<P>): readonly RoomHost<P>[];
  /** Requests answered before the framework, which would read whole bodies. */
  uploads?(ground: Ground<P>): readonly Uploads[];
  /** By name; each has a queue of the same name. */
  readonly jobs?: Readonly<
    Record<string, { readonly cron: string; run(ground: Ground<P>, signal: AbortSignal): Promise<unknown> }>
  >;
  /** Names of its objects, where fields of records refer to them. */
  references?(ground: Ground<P>): Ground<P>['references'];
  /** Runs once all contexts are open, also for commands beside a running server. */
  start?(ground: Ground<P>): Promise<void>;
  /** Runs before the server listens. */
  begin?(ground: Ground<P>): Promise<void>;
  /** Answers pending requests before clients are sent to another node; contexts in reverse order. */
  settle?(ground: Ground<P>): Promise<void>;
  /** Fills the demo account; null when it adds nothing. */
  readonly demo?: ((scene: DemoScene) => Promise<void>) | null;
}
/** A context as `apps/server` lists it. */
export interface ServerContext<P extends Asker = Asker> extends Required<ContextParts<P>> {
  readonly name: string;
}

const nothing = async (): Promise<void> => undefined;
const none = (): readonly never[] => [];

export function serverContext<P extends Asker = Asker>(
  name: string,
  parts: ContextParts<P>,
): ServerContext<P> {
  const { records = [], errors = [], provides = [] } = parts;
  const tables = records.map(({ table }) => table);
  const own = ({ all }: Ground<P>) => all(RECORDS).filter(({ served }) => records.includes(served));
  return {
    ...{ wakes: none, rooms: none, uploads: none, jobs: {}, references: () => ({}) },
    ...{ start: nothing, begin: nothing, settle: nothing, demo: null },
    ...parts,
    ...{ name, records },
    vocabulary: Object.assign(
      {},
      parts.vocabulary,
      ...records.map(({ rules }) => vocabularyOf(rules.record)),
    ) as Vocabulary,
    entities: [...tables.map(({ entity }) => entity), ...(parts.entities ?? [])],
    migrations: [
      ...(parts.migrations ?? []),
      ...records.flatMap(({ table, since, added }) => [
        createTable(table, since),
        ...added.map((later) => addColumns(table, later.fields, later.since)),
      ]),
    ],
    projectors: [...(parts.projectors ?? []), ...records.map(({ projector }) => projector)],
    errors: [
      ...(records.length > 0 ? [recordErrors] : []),
      ...records.map((record) => record.errors),
      ...errors,
    ],
    provides: [
      ...provides,
      ...records.map((served) => provide(RECORDS, (ground: Ground<P>) => openRecord(ground, served))),
    ],
    calls: (ground) => [...own(ground).map(({ controller }) => controller), ...(parts.calls?.(ground) ?? [])],
    feeds: (ground) => [...own(ground).map(({ topic }) => topic), ...(parts.feeds?.(ground) ?? [])],
    async grant(owner, appRole) {
      await parts.grant?.(owner, appRole);
      await grantTables(owner, appRole, tables);
    },
  };
}

function openRecord<P extends Asker>(ground: Ground<P>, served: ServedRecord): OpenRecord {
  const { rules, table, projector } = served;
  const { record } = rules;
  const service = new RecordService<P>({ ...served, ground, projection: ground.projection(projector) });
  const topic = feedOfTable<P, Table['columns'], object>(ground.db, table, {
    topic: topicOf(record),
    permission: permissionOf(record, 'list'),
    projector: record.name,
    tell: (principal, rows) => service.told(principal, rows),
  });
  return { served, service, topic, controller: controllerFor(record, service) };
}

type Values = Readonly<Record<string, unknown>>;

function controllerFor<P extends Asker>(record: AnyRecord, service: RecordService<P>): Type {
  interface Asked extends Pick<AskedCall<Call, P>, 'principal' | 'command' | 'request' | 'response'> {
    readonly params: { readonly id: string; readonly file: string };
    readonly query: ListQuery;
    /** Absent where the call declares none. */
    readonly body: Values | undefined;
  }
  const calls = callsOf(record);
  const { list: _list, create: _create, read: _read, history: _history, download, ...acts } = calls;
  const written = Object.keys(acts).map((act): [string, (asked: Asked) => Promise<unknown>] => [
    act,
    ({ principal, params, body, command }: Asked) =>
      service.act(principal, params.id, act, body ?? {}, command),
  ]);
  return controllerOf(pascal(record.name), calls, {
    list: ({ principal, query }: Asked) => service.list(principal, query),
    create: ({ principal, body, command }: Asked) => service.create(principal, body ?? {}, command),
    read: ({ principal, params }: Asked) => service.read(principal, params.id),
    history: ({ principal, params }: Asked) => service.history(principal, params.id),
    ...(download !== undefined && {
      download: (asked: Asked) => {
        const { id, file } = asked.params;
        return service.download(asked.principal, id, file, [asked.request, asked.response]);
      },
    }),
    ...Object.fromEntries(written),
  } as unknown as Handlers<typeof calls, P>);
}
