import type { Upcast } from '@cotejo/event-store/upcast';
import { z } from 'zod';
import {
  schemaOf,
  type Fields,
  type GivenOf,
  type PersonView,
  type ValuesOf,
  type ViewsOf,
  type WrittenOf,
} from './fields.ts';

/** Something that can be done with a record beside create, change, remove and restore. */
export interface Act {
  readonly body?: Fields;
  /** Type of the event that it writes, e.g. `TaskRejected`. */
  readonly event: string;
  /** Whether it moves the status, as the `states` of the rules say. */
  readonly moves?: true;
}
export type Acts = Readonly<Record<string, Act>>;

/** Keys of the rights that a record asks, `<rights>.<action>`. */
export type RightAction = 'list' | 'add' | 'edit' | 'delete';

/**
 * What a record is and what can be done with it, described once. `N` is its name, `F` its fields, `D` the fields
 * computed from them whenever it is read, `A` its acts, `R` its refusals.
 */
export interface RecordOf<
  N extends string,
  F extends Fields,
  D extends Fields,
  A extends Acts,
  R extends string,
> {
  readonly name: N;
  /** Each record has a stream of its own in its account, `<name>-<account>-<id>`. */
  readonly home: 'account';
  readonly fields: F;
  readonly derived: D;
  readonly acts: A;
  /** Codes of the rules, with their HTTP statuses. */
  readonly refusals: Readonly<Record<R, number>>;
  /** Module of its permission keys: `tasks` for `tasks.list`, `tasks.add`… */
  readonly rights: string;
  /** Field that names who has it: "assigned to me" of a role asks for this one. */
  readonly assignee: (keyof F & string) | null;
  readonly path: string;
  /** Names on the wire, where they differ from those in code. */
  readonly wire: Readonly<
    Partial<Record<(keyof F | keyof D | keyof A | 'restore' | BodyFields<A>) & string, string>>
  >;
  /** Steps that take events of older versions to the newest; see `Vocabulary`. */
  readonly upcasts: Readonly<Record<string, readonly Upcast[]>>;
}
type BodyFields<A extends Acts> = {
  [K in keyof A]: A[K]['body'] extends Fields ? keyof A[K]['body'] : never;
}[keyof A];
/** Of whichever kind: for code that treats all records alike. */
export type AnyRecord = RecordOf<string, Fields, Fields, Acts, string>;

export function record<
  const N extends string,
  F extends Fields,
  const A extends Acts,
  const R extends string,
  D extends Fields = Record<never, never>,
>(
  name: N,
  description: Omit<RecordOf<N, F, D, A, R>, 'name' | 'derived' | 'upcasts' | 'assignee'> &
    Partial<Pick<RecordOf<N, F, D, A, R>, 'derived' | 'upcasts' | 'assignee'>>,
): RecordOf<N, F, D, A, R> {
  return { derived: {} as D, upcasts: {}, assignee: null, ...description, name };
}

export type RecordId<N extends string = string> = string & z.core.$brand<N>;
export const recordId = <N extends string>(_: { readonly name: N }): z.ZodType<RecordId<N>> =>
  z.uuid() as unknown as z.ZodType<RecordId<N>>;

/** A record as its events have made it. */
export type State<F extends Fields, N extends string = string> = ValuesOf<F> & {
  readonly id: RecordId<N>;
  readonly createdBy: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Since when it is in the trash; null = it is not. */
  readonly removedAt: string | null;
};
export type StateOf<D> = D extends RecordOf<infer N, infer F, Fields, Acts, string> ? State<F, N> : never;

/** A record as a reader is shown it. */
export type RowOf<D> =
  D extends RecordOf<infer N, infer F, infer C, Acts, string>
    ? ViewsOf<F> &
        ViewsOf<C> & {
          readonly id: RecordId<N>;
          /** How many events made it; a later row of the same record has a higher one. */
          readonly version: number;
          readonly createdBy: PersonView;
          readonly createdAt: string;
          readonly removedAt: string | null;
        }
    : never;

type Body<B> = B extends Fields ? GivenOf<B> : Record<never, never>;
/** What each act takes. */
export type Bodies<F extends Fields, A extends Acts> = {
  readonly create: GivenOf<F>;
  readonly change: Partial<Pick<ValuesOf<F>, WrittenOf<F>>>;
  readonly remove: Record<never, never>;
  readonly restore: Record<never, never>;
} & { readonly [K in keyof A]: Body<A[K]['body']> };
export type ActOf<D extends AnyRecord> = keyof Bodies<D['fields'], D['acts']> & string;

export const capital = <T extends string>(name: T): Capitalize<T> =>
  (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<T>;

/** Type of the event that an act writes. */
export const eventOf = ({ name, acts }: AnyRecord, act: string): string =>
  acts[act]?.event ?? `${capital(name)}${LIFE[act as keyof typeof LIFE]}`;
const LIFE = { create: 'Created', change: 'Changed', remove: 'Removed', restore: 'Restored' } as const;
export type LifeEvent = (typeof LIFE)[keyof typeof LIFE];
/** Acts that every record has. */
export const LIFE_ACTS = Object.keys(LIFE) as readonly (keyof typeof LIFE)[];

/** All acts of a record, those of its life first. */
export const actsOf = ({ acts }: Pick<AnyRecord, 'acts'>): readonly string[] => [
  ...LIFE_ACTS,
  ...Object.keys(acts),
];

/** Which right an act asks. */
export const rightOf = (act: string): RightAction =>
  act === 'create' ? 'add' : act === 'remove' || act === 'restore' ? 'delete' : 'edit';

/** Name of the status field; null for a record without states. */
export const statusFieldOf = ({ fields }: Pick<AnyRecord, 'fields'>): string | null =>
  Object.entries(fields).find(([, { kind }]) => kind === 'status')?.[0] ?? null;

/** Schema of what an act takes, by the names in code. */
export function bodySchema({ fields, acts }: AnyRecord, act: string): z.ZodType<object> | null {
  if (!actsOf({ acts }).includes(act)) return null;
  if (act === 'create') return schemaOf(fields, ({ isWritten }) => isWritten);
  if (act === 'change') return z.strictObject(partial(fields));
  if (act === 'remove' || act === 'restore') return z.strictObject({});
  return schemaOf(acts[act]?.body ?? {});
}

/** Written fields, each of which may be left out. */
const partial = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { isWritten }]) => isWritten)
      .map(([name, { schema }]) => [name, schema().optional()]),
  );

/** Schemas of the data of each event, by type, in their newest version. */
export function eventSchemas(of: AnyRecord): Readonly<Record<string, z.ZodType<object>>> {
  const { fields, acts } = of;
  const moved = statusFieldOf(of);
  /** Where an act moved the record to: a later change of the states must not change what happened. */
  const to = moved === null ? {} : { [moved]: (fields[moved] as Fields[string]).schema() };
  return {
    [eventOf(of, 'create')]: schemaOf(fields),
    [eventOf(of, 'change')]: z.strictObject(partial(fields)),
    [eventOf(of, 'remove')]: z.strictObject({}),
    [eventOf(of, 'restore')]: z.strictObject({}),
    ...Object.fromEntries(
      Object.values(acts).map(
        ({ event, body = {}, moves }) => [event, schemaOf(body).extend(moves ? to : {})] as const,
      ),
    ),
  };
}

/** Types of a record's events with the steps from their older versions. */
export const vocabularyOf = (of: AnyRecord): Readonly<Record<string, readonly Upcast[]>> =>
  Object.fromEntries(actsOf(of).map((act) => [eventOf(of, act), of.upcasts[eventOf(of, act)] ?? []]));

/** Stream of one record; the account is part of it, so that no id leads into another account. */
export const streamOf = ({ name }: Pick<AnyRecord, 'name'>, account: string, id: string): string =>
  `${name}-${account}-${id}`;
export const streamPrefixOf = ({ name }: Pick<AnyRecord, 'name'>): string => `${name}-`;

/** Days for which a removed record can be restored; specification 2, section 9. */
export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;
/** Whether nobody sees it any more: it was removed, and its days in the trash are over. */
export const isGone = ({ removedAt }: { readonly removedAt: string | null }, now: string): boolean =>
  removedAt !== null && Date.parse(now) - Date.parse(removedAt) >= TRASH_DAYS * DAY_MS;
