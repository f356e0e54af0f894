import {
  defineCall,
  defineErrors,
  type Call,
  type AccessPolicy,
  type ErrorCatalogue,
} from '@cotejo/http/contracts';
import { z } from 'zod';
import { day, isFile, type Field, type FileReference } from './fields.ts';
import {
  actsOf,
  fieldsOfAct,
  permissionOf,
  rightOf,
  type ActOf,
  type AnyRecord,
  type RightAction,
} from './record.ts';
import { WIRE, wireBody, wireNameOf, wireSchema, type WireRow } from './wire.ts';

/** Refusals common to all records; their texts are in the catalogue `record`. */
export const recordErrors = defineErrors('record', {
  record_not_found: 404,
  in_trash: 409,
  not_in_trash: 409,
  cannot_from_here: 409,
  not_yours: 403,
  /** Other records refer to it; which ones is not told, because the user may not see them. */
  in_use: 409,
  /** A person or reference that does not exist for this user. */
  reference_not_found: 422,
  /** Not an upload of this user for such a record, already named by another record, or removed unused after a day. */
  uploaded_file_not_found: 422,
  /** The append lost against concurrent changes several times. */
  record_busy: 409,
});

/** Refusals of one record, with texts in the contracts of its context. */
export const errorsOf = (of: AnyRecord, namespace: string): ErrorCatalogue =>
  defineErrors(namespace, of.refusals);

/** Maximum and default rows per page. */
export const MOST_ROWS = 500;
const USUAL_ROWS = 50;
/** Values per filter; more is a mistake, and would make the URL too long. */
const MOST_VALUES = 50;

/** Query of a list, by the names in code. */
export interface ListQuery {
  readonly search: string | null;
  /** Sort field, or `createdAt`. */
  readonly order: { readonly field: string; readonly descending: boolean };
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Lists removed records instead of present ones. */
  readonly trash: boolean;
  /** Only rows that changed after this cursor, in the order of their changes, removals included. */
  readonly after: number | null;
  /** By field, its allowed values; for people and references these are ids. */
  readonly among: Readonly<Record<string, readonly string[]>>;
  /** By day field, its first and last day. */
  readonly between: Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
}

const ORDERED = new Set(['line', 'email', 'day', 'time', 'number', 'minutes', 'money', 'choice', 'status']);
const FILTERED = new Set(['choice', 'status', 'person', 'reference', 'flag']);

/** Fields by which a list may be sorted; people, references and personal data can't be sorted. */
export const ordersOf = ({ fields }: AnyRecord): readonly string[] => [
  ...Object.entries(fields).flatMap(([name, { kind, isPersonal }]) =>
    ORDERED.has(kind) && !isPersonal ? [name] : [],
  ),
  'createdAt',
];

/** Schema of a list's query; parsing yields a `ListQuery`. */
export function listQuery(of: AnyRecord): z.ZodType<ListQuery, Readonly<Record<string, string>>> {
  const orders = ordersOf(of).map(
    (name) => [name === 'createdAt' ? WIRE.createdAt : wireNameOf(of, name), name] as const,
  );
  const orderNames = orders.flatMap(([name]) => [name, `-${name}`]);
  const among = Object.entries(of.fields).filter(([, { kind }]) => FILTERED.has(kind));
  const days = Object.entries(of.fields).filter(([, { kind }]) => kind === 'day');
  const whole = (most: number) => z.coerce.number().int().min(1).max(most);
  const shape = {
    q: z.string().trim().max(200).optional(),
    orden: z.enum(orderNames).optional(),
    pagina: whole(1_000_000).default(1),
    por_pagina: whole(MOST_ROWS).default(USUAL_ROWS),
    papelera: z.enum(['0', '1']).optional(),
    despues: z.coerce.number().int().min(-1).optional(),
    ...Object.fromEntries(among.map(([name, field]) => [wireNameOf(of, name), valuesSchema(field)])),
    ...Object.fromEntries(
      days.flatMap(([name]) =>
        ['desde', 'hasta'].map((end) => [`${wireNameOf(of, name)}_${end}`, day().schema().optional()]),
      ),
    ),
  };
  return z.object(shape).transform((asked): ListQuery => {
    const given = asked as Readonly<Record<string, unknown>>;
    const order = asked.orden ?? `-${WIRE.createdAt}`;
    const name = order.replace(/^-/, '');
    return {
      search: asked.q === undefined || asked.q === '' ? null : asked.q,
      order: {
        field: orders.find(([onWire]) => onWire === name)?.[1] ?? 'createdAt',
        descending: order.startsWith('-'),
      },
      page: asked.pagina,
      size: asked.por_pagina,
      trash: asked.papelera === '1',
      after: asked.despues ?? null,
      among: Object.fromEntries(
        among.flatMap(([field]) => {
          const values = given[wireNameOf(of, field)];
          return values === undefined ? [] : [[field, values as readonly string[]]];
        }),
      ),
      between: Object.fromEntries(
        days.flatMap(([field]) => {
          const [from = null, to = null] = ['desde', 'hasta'].map(
            (end) => (given[`${wireNameOf(of, field)}_${end}`] as string | undefined) ?? null,
          );
          return from === null && to === null ? [] : [[field, { from, to }]];
        }),
      ),
    };
  }) as unknown as z.ZodType<ListQuery, Readonly<Record<string, string>>>;
}

/** One value, or several separated by commas. */
function valuesSchema({ kind, options }: Field): z.ZodType {
  const each =
    kind === 'person' ? z.uuid() : kind === 'flag' ? z.enum(['true', 'false']) : z.string().max(120);
  const texts = z
    .string()
    .max(2_000)
    .transform((text) => text.split(',').map((value) => value.trim()))
    .pipe(z.array(each).max(MOST_VALUES));
  if (options === null) return texts.optional();
  const byValue = new Map(Object.entries(options).map(([name, value]) => [String(value), name]));
  return texts
    .refine((values) => values.every((value) => byValue.has(value)))
    .transform((values) => values.map((value) => byValue.get(value) ?? value))
    .optional();
}

/** A row that the reader can no longer see. */
const removal = z.object({ id: z.uuid(), eliminado: z.literal(true), version: z.int() });
/** Rows of a feed, and of a list of changes. */
export const feedRow = (of: AnyRecord): z.ZodType<WireRow> => z.union([removal, wireSchema(of)]);

/** Whether a field holds ids that must exist for the user who writes them. */
const namesSomething = ({ kind }: Field): boolean =>
  kind === 'person' || kind === 'people' || kind === 'reference';

export interface WirePage {
  readonly filas: readonly WireRow[];
  readonly total: number;
  readonly pagina: number;
  readonly paginas: number;
  /** Cursor for the feed: the rows contain every change up to it. */
  readonly cursor: number;
}
const pageSchema = (of: AnyRecord): z.ZodType<WirePage> =>
  z.object({
    filas: z.array(feedRow(of)),
    total: z.int(),
    pagina: z.int(),
    paginas: z.int(),
    cursor: z.int(),
  });

const historyValue = z.union([z.string(), z.boolean(), z.number()]).nullable();
const historyRow = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  actor: z.object({ id: z.string(), nombre: z.string(), sigla: z.string() }),
  /** Name of the act in code: `create`, `change`, `reject`… */
  accion: z.string(),
  /** Old and new value by field name in code; people and references by display name. */
  cambios: z.array(z.object({ campo: z.string(), de: historyValue, a: historyValue })),
});
export type HistoryRow = z.infer<typeof historyRow>;
export type HistoryValue = z.infer<typeof historyValue>;

const oneRecord = z.object({ id: z.uuid() });
type One = typeof oneRecord;
const oneFile = z.object({ id: z.uuid(), file: z.uuid() });
type OneFile = typeof oneFile;
type Values = Readonly<Record<string, unknown>>;
type Given = z.ZodType<Values, WireRow>;
type Row = z.ZodType<WireRow>;
type Asked = z.ZodType<ListQuery, Readonly<Record<string, string>>>;

export type RecordCalls<D extends AnyRecord> = {
  readonly list: Call<never, Asked, never, z.ZodType<WirePage>>;
  readonly create: Call<never, never, Given, Row>;
  readonly read: Call<One, never, never, Row>;
  readonly history: Call<One, never, never, z.ZodType<HistoryRow[]>>;
  readonly remove: Call<One, never, never, Row>;
} & { readonly [K in Exclude<ActOf<D>, 'create' | 'remove'>]: Call<One, never, Given, Row> } & {
  readonly [K in HasFiles<D> extends true ? 'download' : never]: Call<OneFile, never, never, never>;
};
type FilesOf<F> = {
  [K in keyof F]: F[K] extends Field<infer T>
    ? FileReference extends NonNullable<T>
      ? K
      : FileReference[] extends T
        ? K
        : never
    : never;
}[keyof F];
type HasFiles<D extends AnyRecord> = [FilesOf<D['fields']>] extends [never] ? false : true;

const made = new WeakMap<AnyRecord, object>();

/** The calls of a record (specification 2, section 7: generic resources); created on first use. */
export function callsOf<D extends AnyRecord>(of: D): RecordCalls<D> {
  const calls = made.get(of) ?? makeCalls(of);
  made.set(of, calls);
  return calls as unknown as RecordCalls<D>;
}

/** Whether a record has files. */
export const holdsFiles = ({ fields }: Pick<AnyRecord, 'fields'>): boolean =>
  Object.values(fields).some(isFile);

function makeCalls(of: AnyRecord): object {
  const one = `${of.path}:id/`;
  const data = wireSchema(of);
  const asks = (action: RightAction): { policy: AccessPolicy; reach: 'account' } => ({
    policy: { kind: 'requires', permission: permissionOf(of, action) },
    reach: 'account',
  });
  const refusals = ['record_not_found', 'in_trash', 'not_yours', 'record_busy', ...Object.keys(of.refusals)];
  const body = (act: string) => wireBody(of, fieldsOfAct(of, act), { isPartial: act === 'change' });
  const written = (act: string) => ({ ...asks(rightOf(act)), params: oneRecord, data, refusals });
  const acts = actsOf(of).filter((act) => !['create', 'change', 'remove'].includes(act));
  const ofFiles = holdsFiles(of) ? ['uploaded_file_not_found'] : [];
  return {
    list: defineCall({
      ...asks('list'),
      method: 'GET',
      path: of.path,
      query: listQuery(of),
      data: pageSchema(of),
    }),
    create: defineCall({
      ...asks('add'),
      method: 'POST',
      path: of.path,
      body: body('create'),
      data,
      status: 201,
      refusals: ['reference_not_found', ...ofFiles, ...Object.keys(of.refusals)],
    }),
    read: defineCall({
      ...asks('list'),
      method: 'GET',
      path: one,
      params: oneRecord,
      data,
      refusals: ['record_not_found'],
    }),
    history: defineCall({
      ...asks('list'),
      method: 'GET',
      path: `${one}historial/`,
      params: oneRecord,
      data: z.array(historyRow),
      refusals: ['record_not_found'],
    }),
    change: defineCall({
      ...written('change'),
      method: 'PUT',
      path: one,
      body: body('change'),
      refusals: [...refusals, 'reference_not_found', ...ofFiles],
    }),
    remove: defineCall({
      ...written('remove'),
      method: 'DELETE',
      path: one,
      refusals: of.title === null ? refusals : [...refusals, 'in_use'],
    }),
    // Content of a file that the record has or had, with ranges and ETag.
    ...(holdsFiles(of) && {
      download: defineCall({
        ...asks('list'),
        method: 'GET',
        path: `${one}archivos/:file/`,
        params: oneFile,
        data: null,
        raw: true,
        streamed: true,
        refusals: ['record_not_found', 'file_not_found', 'range_not_satisfiable'],
      }),
    }),
    ...Object.fromEntries(
      acts.map((act) => [
        act,
        defineCall({
          ...written(act),
          method: 'POST',
          path: `${one}actions/${wireNameOf(of, act)}/`,
          body: body(act),
          refusals: [
            ...refusals,
            act === 'restore' ? 'not_in_trash' : 'cannot_from_here',
            ...(Object.values(fieldsOfAct(of, act)).some(namesSomething) ? ['reference_not_found'] : []),
          ],
        }),
      ]),
    ),
  };
}

/** Topic of the live feed of a record's rows; its key is the account's id. */
export const topicOf = ({ name }: Pick<AnyRecord, 'name'>): string =>
  `${name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-list`;
