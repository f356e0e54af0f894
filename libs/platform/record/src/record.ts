import type { Upcast } from '@cotejo/event-store/upcast';
import { z } from 'zod';
import {
  schemaOf,
  storedSchema,
  type Field,
  type Fields,
  type GivenOf,
  type PersonView,
  type ValuesOf,
  type ViewsOf,
  type WrittenOf,
} from './fields.ts';

/** An act on a record beside create, change, remove and restore. */
export interface Act {
  readonly body?: Fields;
  /** Type of the event that it writes, e.g. `TaskRejected`. */
  readonly event: string;
  /** Whether it changes the status, according to the `states` of the rules. */
  readonly moves?: true;
}
export type Acts = Readonly<Record<string, Act>>;

/** Actions of a record's permissions, `<rights>.<action>`. */
export type RightAction = 'list' | 'add' | 'edit' | 'delete';
/** Permission key that an action on a record requires. */
export const permissionOf = ({ rights }: Pick<AnyRecord, 'rights'>, action: RightAction): string =>
  typeof rights === 'string' ? `${rights}.${action}` : rights[action];

/**
 * Description of a record. `N` is its name, `F` its fields, `D` the fields computed on reading, `A` its acts, `R` its
 * refusals.
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
  /** Refusal codes of the rules, with their HTTP statuses. */
  readonly refusals: Readonly<Record<R, number>>;
  /** Module of its permission keys (`tasks` for `tasks.list`, `tasks.add`…), or the key of each action. */
  readonly rights: string | Readonly<Record<RightAction, string>>;
  /** Fields that name it where another record refers to it; null = no record may refer to it. */
  readonly title: { readonly name: keyof F & string; readonly code?: keyof F & string } | null;
  /**
   * Fields whose values together no two records outside the trash may have, and the refusal. Texts are compared without
   * case, accents and repeated spaces.
   */
  readonly unique: { readonly fields: readonly (keyof F & string)[]; readonly refusal: string } | null;
  /** Field with the responsible user: a role's scope "assigned to me" refers to it. */
  readonly assignee: (keyof F & string) | null;
  readonly path: string;
  /** Names on the wire, where they differ from those in code. */
  readonly wire: Readonly<
    Partial<Record<(keyof F | keyof D | keyof A | 'restore' | BodyFields<A>) & string, string>>
  >;
  /** Conversions of older event versions to the newest; see `Vocabulary`. */
  readonly upcasts: Readonly<Record<string, readonly Upcast[]>>;
}
type BodyFields<A extends Acts> = {
  [K in keyof A]: A[K]['body'] extends Fields ? keyof A[K]['body'] : never;
}[keyof A];
/** Any record, for generic code. */
export type AnyRecord = RecordOf<string, Fields, Fields, Acts, string>;

export function record<
  const N extends string,
  F extends Fields,
  const A extends Acts,
  const R extends string,
  D extends Fields = Record<never, never>,
>(
  name: N,
  description: Omit<RecordOf<N, F, D, A, R>, 'name' | 'unique' | Usual> &
    Partial<Pick<RecordOf<N, F, D, A, R>, Usual>> & {
      readonly unique?: { readonly fields: readonly (keyof F & string)[]; readonly refusal: NoInfer<R> };
    },
): RecordOf<N, F, D, A, R> {
  return {
    ...{ derived: {} as D, upcasts: {}, assignee: null, title: null, unique: null },
    ...description,
    name,
  };
}
/** Parts of a description that most records leave out. */
type Usual = 'derived' | 'upcasts' | 'assignee' | 'title';

export type RecordId<N extends string = string> = string & z.core.$brand<N>;
export const recordId = <N extends string>(_: { readonly name: N }): z.ZodType<RecordId<N>> =>
  z.uuid() as unknown as z.ZodType<RecordId<N>>;

/** State of a record after its events. */
export type State<F extends Fields, N extends string = string> = ValuesOf<F> & {
  readonly id: RecordId<N>;
  readonly createdBy: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Moment of removal; null = not in the trash. */
  readonly removedAt: string | null;
};
export type StateOf<D> = D extends RecordOf<infer N, infer F, Fields, Acts, string> ? State<F, N> : never;

/** A record as shown to readers. */
export type RowOf<D> =
  D extends RecordOf<infer N, infer F, infer C, Acts, string>
    ? ViewsOf<F> &
        ViewsOf<C> & {
          readonly id: RecordId<N>;
          /** Number of the last event of its stream; later rows of the record have higher ones. */
          readonly version: number;
          readonly createdBy: PersonView;
          readonly createdAt: string;
          readonly removedAt: string | null;
        }
    : never;

type Body<B> = B extends Fields ? GivenOf<B> : Record<never, never>;
/** Body of each act. */
export type Bodies<F extends Fields, A extends Acts> = {
  readonly create: GivenOf<F>;
  readonly change: Partial<Pick<ValuesOf<F>, WrittenOf<F>>>;
  readonly remove: Record<never, never>;
  readonly restore: Record<never, never>;
} & { readonly [K in keyof A]: Body<A[K]['body']> };
export type ActOf<D extends AnyRecord> = keyof Bodies<D['fields'], D['acts']> & string;

export const capital = <T extends string>(name: T): Capitalize<T> =>
  (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<T>;

/** `calendar_day` → `CalendarDay`. */
export type Pascal<T extends string> = T extends `${infer A}_${infer B}`
  ? `${Capitalize<A>}${Pascal<B>}`
  : Capitalize<T>;
export const pascal = <T extends string>(name: T): Pascal<T> =>
  name.split('_').map(capital).join('') as Pascal<T>;

/** Type of the event that an act writes. */
export const eventOf = ({ name, acts }: AnyRecord, act: string): string =>
  acts[act]?.event ?? `${pascal(name)}${LIFE[act as keyof typeof LIFE]}`;
const LIFE = { create: 'Created', change: 'Changed', remove: 'Removed', restore: 'Restored' } as const;
export type LifeEvent = (typeof LIFE)[keyof typeof LIFE];
/** Acts that every record has. */
export const LIFE_ACTS = Object.keys(LIFE) as readonly (keyof typeof LIFE)[];

/** All acts of a record, the common ones first. */
export const actsOf = ({ acts }: Pick<AnyRecord, 'acts'>): readonly string[] => [
  ...LIFE_ACTS,
  ...Object.keys(acts),
];

/** Permission action that an act requires. */
export const rightOf = (act: string): RightAction =>
  act === 'create' ? 'add' : act === 'remove' || act === 'restore' ? 'delete' : 'edit';

/** Name of the status field; null for a record without states. */
export const statusFieldOf = ({ fields }: Pick<AnyRecord, 'fields'>): string | null =>
  Object.entries(fields).find(([, { kind }]) => kind === 'status')?.[0] ?? null;

/** Schema of an act's body, by the names in code. */
export function bodySchema({ fields, acts }: AnyRecord, act: string): z.ZodType<object> | null {
  if (!actsOf({ acts }).includes(act)) return null;
  if (act === 'create') return schemaOf(fields, ({ isWritten }) => isWritten);
  if (act === 'change') return z.strictObject(partial({ fields, acts }));
  if (act === 'remove' || act === 'restore') return z.strictObject({});
  return schemaOf(acts[act]?.body ?? {});
}

/** Fields whose values an act carries, by their names in code. */
export function fieldsOfAct({ fields, acts }: Pick<AnyRecord, 'fields' | 'acts'>, act: string): Fields {
  if (act !== 'create' && act !== 'change') return acts[act]?.body ?? {};
  const isGiven = ({ isWritten, isFixed }: Field) => isWritten && (act === 'create' || !isFixed);
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isGiven(field)));
}

/** Fields that a change may set, all optional. */
const partial = (
  of: Pick<AnyRecord, 'fields' | 'acts'>,
  schemaFor: (field: Field) => z.ZodType = ({ schema }) => schema(),
): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fieldsOfAct(of, 'change')).map(([name, field]) => [name, schemaFor(field).optional()]),
  );

/** Names of the personal fields among these. */
export const personalIn = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { isPersonal }]) => (isPersonal ? [name] : []));

/** Schemas of the newest version of each event's data, by type. */
export function eventSchemas(of: AnyRecord): Readonly<Record<string, z.ZodType<object>>> {
  const { fields, acts } = of;
  const moved = statusFieldOf(of);
  /** The event stores the resulting status: a later change of the states must not alter history. */
  const to = moved === null ? {} : { [moved]: (fields[moved] as Fields[string]).schema() };
  return {
    [eventOf(of, 'create')]: schemaOf(fields, undefined, storedSchema),
    [eventOf(of, 'change')]: z.strictObject(partial(of, storedSchema)),
    [eventOf(of, 'remove')]: z.strictObject({}),
    [eventOf(of, 'restore')]: z.strictObject({}),
    ...Object.fromEntries(
      Object.values(acts).map(
        ({ event, body = {}, moves }) =>
          [event, schemaOf(body, undefined, storedSchema).extend(moves ? to : {})] as const,
      ),
    ),
  };
}

/** Event types of a record, with conversions from their older versions. */
export const vocabularyOf = (of: AnyRecord): Readonly<Record<string, readonly Upcast[]>> =>
  Object.fromEntries(actsOf(of).map((act) => [eventOf(of, act), of.upcasts[eventOf(of, act)] ?? []]));

/** Stream of one record; it contains the account, so that no id refers to another account. */
export const streamOf = ({ name }: Pick<AnyRecord, 'name'>, account: string, id: string): string =>
  `${name}-${account}-${id}`;
export const streamPrefixOf = ({ name }: Pick<AnyRecord, 'name'>): string => `${name}-`;

/** Days for which a removed record can be restored; specification 2, section 9. */
export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;
/** Whether a removed record's time in the trash is over; it is then hidden from all users. */
export const isGone = ({ removedAt }: { readonly removedAt: string | null }, now: string): boolean =>
  removedAt !== null && Date.parse(now) - Date.parse(removedAt) >= TRASH_DAYS * DAY_MS;
