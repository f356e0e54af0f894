import type { Fields, StatusOf, ValuesOf } from './fields.ts';
import {
  actsOf,
  bodySchema,
  pascal,
  eventOf,
  isGone,
  statusFieldOf,
  type Act,
  type Acts,
  type AnyRecord,
  type Bodies,
  type LifeEvent,
  type Pascal,
  type RecordOf,
  type State,
} from './record.ts';

/** Time, user and scope of an act. */
export interface Circumstances {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Calendar day of the account at that moment, `yyyy-MM-dd`. */
  readonly today: string;
  /** Id of the user. */
  readonly by: string;
  /** Whether the user's right to the act covers all records of the account, or only own ones. */
  readonly reach: 'all' | 'own';
  /** Read by the server before it decides; the browser does not know them. */
  readonly others?: Others;
  /** State of the record's parent; null or absent for a record without one. */
  readonly parent?: unknown;
}
/** Facts about other records of the account, for acts on records that have a `title`, are `unique` or refer to others. */
export interface Others {
  /** Another record has the same values of the `unique` fields. */
  readonly isTaken: boolean;
  /**
   * A record outside the trash refers to this one; for a new record: to the one of its own kind that it names. Known of
   * removals, and of records that may name others of their kind.
   */
  readonly isUsed: boolean;
  /** By reference field: values of the record that it names, or facts of what it names, if that is outside the trash. */
  readonly referred: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export const NO_OTHERS: Others = { isTaken: false, isUsed: false, referred: {} };

type Beside<P> = Omit<Circumstances, 'parent' | 'others'> & { readonly parent: P; readonly others: Others };
export interface Asked<S, Act, Body, P = null> extends Beside<P> {
  readonly state: S;
  readonly act: Act;
  readonly body: Body;
}
/** The record that another one belongs to, named by a fixed reference field; `P` is its state. */
export interface Parent<P = unknown> {
  readonly rules: {
    readonly record: object;
    evolve(state: never, event: RecordEvent, id: string, when: Pick<Circumstances, 'at' | 'by'>): P;
  };
  readonly field: string;
}

/** Allowed acts by status, and the status they lead to. */
export type States = Readonly<Record<string, Readonly<Record<string, string>>>>;
type StatesOf<F extends Fields, A extends Acts> = [StatusOf<F>] extends [never]
  ? Record<never, never>
  : { readonly [S in StatusOf<F> & string]: { readonly [K in Moving<A>]?: StatusOf<F> } };
type IsMoving<T extends Act> = T extends { readonly moves: true } ? true : false;
type Moving<A extends Acts> = { [K in keyof A]: IsMoving<A[K]> extends true ? K : never }[keyof A];

type DataOf<T extends Act> = T extends { readonly body: infer B extends Fields } ? ValuesOf<B> : object;
/** Data of each event: the whole body of its act. */
type EventsOf<A extends Acts> = { readonly [K in keyof A as A[K]['event']]: DataOf<A[K]> };
/** Events of acts that do not change the status; these need a `fold`. */
type Folded<A extends Acts> = {
  readonly [K in keyof A as IsMoving<A[K]> extends true ? never : A[K]['event']]: unknown;
};
type Fold<S, Data> = (state: S, data: Data, when: Pick<Circumstances, 'at' | 'by'>) => S;
/**
 * One function per event; optional where the act changes the status. (Split in two: in a single type that depends on
 * `moves`, TypeScript can't infer the parameters.)
 */
type FoldOf<S, A extends Acts> = {
  readonly [E in keyof EventsOf<A>]?: Fold<S, EventsOf<A>[E]>;
} & Folded<A>;

export interface RulesOf<
  N extends string,
  F extends Fields,
  D extends Fields,
  A extends Acts,
  R extends string,
  P = null,
> {
  /** The record whose state these rules depend on, besides the record's own. */
  readonly parent?: Parent<P>;
  /** Reasons against an act; `any` is checked before the act's own rule. */
  readonly refuse?: {
    readonly any?: (asked: Asked<State<F, N>, keyof Bodies<F, A>, unknown, P>) => R | null;
    /** Checks the body before there is a record. */
    readonly create?: (asked: Beside<P> & { readonly body: Bodies<F, A>['create'] }) => R | null;
  } & {
    readonly [K in Exclude<keyof Bodies<F, A>, 'create'>]?: (
      asked: Asked<State<F, N>, K, Bodies<F, A>[K], P>,
    ) => R | null;
  };
  /** Required for a record with a status. */
  readonly states: StatesOf<F, A>;
  /** Further restrictions on the user beyond the permission; default: none. */
  readonly who?: {
    readonly [K in Exclude<keyof Bodies<F, A>, 'create'>]?: (
      asked: Asked<State<F, N>, K, Bodies<F, A>[K], P>,
    ) => boolean;
  };
  readonly fold: FoldOf<State<F, N>, A>;
  readonly derive: {
    readonly [K in keyof D]: (state: State<F, N>, when: Pick<Circumstances, 'today'>) => ValuesOf<D>[K];
  };
}

export interface RecordEvent<N extends string = string, A extends Acts = Acts> {
  readonly type: `${Pascal<N>}${LifeEvent}` | A[keyof A]['event'];
  readonly data: Readonly<Record<string, unknown>>;
}
/** Refusals common to all records. */
export type CommonRefusal =
  | 'malformed'
  | 'not_found'
  | 'already_there'
  | 'in_trash'
  | 'not_in_trash'
  | 'cannot_from_here'
  | 'in_use'
  | 'not_yours';
export type Decision<N extends string, A extends Acts, R extends string> =
  { readonly events: readonly RecordEvent<N, A>[] } | { readonly refusal: R | CommonRefusal };

export interface Rules<
  N extends string,
  F extends Fields,
  D extends Fields,
  A extends Acts,
  R extends string,
> {
  readonly record: RecordOf<N, F, D, A, R>;
  readonly states: States;
  readonly parent: Parent | null;
  decide(state: State<F, N> | null, act: string, body: unknown, when: Circumstances): Decision<N, A, R>;
  /** `id` is that of the record created by the first event. */
  evolve(
    state: State<F, N> | null,
    event: RecordEvent,
    id: string,
    when: Pick<Circumstances, 'at' | 'by'>,
  ): State<F, N>;
  /** Reason why an act is impossible now, whatever its body: for buttons. Null = it may be tried. */
  blocked(state: State<F, N>, act: keyof Bodies<F, A>, when: Circumstances): R | CommonRefusal | null;
  derive(state: State<F, N>, when: Pick<Circumstances, 'today'>): ValuesOf<D>;
}
export type AnyRules = Rules<string, Fields, Fields, Acts, string>;

/** Builds the rules of a record: pure functions, used by server and browser. */
export function rules<
  N extends string,
  F extends Fields,
  D extends Fields,
  A extends Acts,
  R extends string,
  P = null,
>(
  of: RecordOf<N, F, D, A, R>,
  { parent, refuse = {}, states, who = {}, fold, derive }: RulesOf<N, F, D, A, R, P>,
): Rules<N, F, D, A, R> {
  // The types were checked at the definition; the implementation accesses everything by name.
  const plain = of as unknown as AnyRecord;
  const moves = states as States;
  const why = refuse as Readonly<Record<string, ((asked: object) => R | null) | undefined>>;
  const may = who as Readonly<Record<string, ((asked: object) => boolean) | undefined>>;
  const meaning = fold as Readonly<Record<string, Fold<State<F, N>, object> | undefined>>;
  const computed = derive as Readonly<Record<string, (state: State<F, N>, when: object) => unknown>>;
  const statusField = statusFieldOf(plain);
  const typeOf = (act: string) => eventOf(plain, act) as RecordEvent<N, A>['type'];
  const blank = Object.fromEntries(
    Object.entries(of.fields).map(([name, { kind, options }]) => [
      name,
      kind === 'status' ? Object.keys(options ?? {})[0] : kind === 'list' ? [] : null,
    ]),
  );
  const target = (state: object, act: string): string | null => {
    if (statusField === null) return null;
    const from = (state as Readonly<Record<string, unknown>>)[statusField] as string;
    return moves[from]?.[act] ?? null;
  };
  const lacksParent = (when: Circumstances): boolean => {
    if (parent === undefined) return false;
    const above: { readonly removedAt?: string | null } | null = when.parent ?? null;
    return above === null || (above.removedAt ?? null) !== null;
  };
  const blocked = (state: State<F, N>, act: string, when: Circumstances): R | CommonRefusal | null => {
    if (isGone(state, when.at) || lacksParent(when)) return 'not_found';
    if ((state.removedAt !== null) !== (act === 'restore')) {
      return state.removedAt === null ? 'not_in_trash' : 'in_trash';
    }
    const asked = { parent: null, others: NO_OTHERS, ...when, state, act, body: {} };
    if (may[act]?.(asked) === false) return 'not_yours';
    if (of.acts[act]?.moves === true && target(state, act) === null) return 'cannot_from_here';
    return why['any']?.(asked) ?? null;
  };
  const written = (act: string, data: object): Decision<N, A, R> => ({
    events: [{ type: typeOf(act), data: data as RecordEvent['data'] }],
  });

  return {
    record: of,
    states: moves,
    parent: parent ?? null,
    blocked: (state, act, when) => blocked(state, act as string, when),
    derive: (state, when) =>
      Object.fromEntries(
        Object.entries(computed).map(([name, from]) => [name, from(state, when)]),
      ) as ValuesOf<D>,

    decide(state, act, body, when) {
      const parsed = bodySchema(plain, act)?.safeParse(body);
      if (!parsed?.success) return { refusal: 'malformed' };
      const { data } = parsed;
      const { others = NO_OTHERS } = when;
      const taken = others.isTaken ? ((of.unique?.refusal ?? null) as R | null) : null;
      if (act === 'create') {
        if (state !== null) return { refusal: 'already_there' };
        if (lacksParent(when)) return { refusal: 'not_found' };
        const refusal = why['create']?.({ parent: null, others, ...when, body: data }) ?? taken;
        return refusal === null ? written(act, { ...blank, ...data }) : { refusal };
      }
      if (state === null) return { refusal: 'not_found' };
      const refusal =
        blocked(state, act, when) ??
        why[act]?.({ parent: null, others, ...when, state, act, body: data }) ??
        (act === 'remove' && others.isUsed ? 'in_use' : taken);
      if (refusal !== null) return { refusal };
      if (act !== 'change') {
        const to = target(state, act);
        return written(act, to === null ? data : { ...data, [statusField ?? '']: to });
      }
      const current: Readonly<Record<string, unknown>> = state;
      const changed = Object.entries(data).filter(
        ([name, value]) => comparable(value) !== comparable(current[name]),
      );
      return changed.length === 0 ? { events: [] } : written(act, Object.fromEntries(changed));
    },

    evolve(state, { type, data }, id, when) {
      if (type === typeOf('create')) {
        return { ...data, id, createdBy: when.by, createdAt: when.at, removedAt: null } as unknown as State<
          F,
          N
        >;
      }
      if (state === null) throw new Error(`${type} before ${pascal(of.name)}Created`);
      if (type === typeOf('change')) return { ...state, ...data };
      if (type === typeOf('remove')) return { ...state, removedAt: when.at };
      if (type === typeOf('restore')) return { ...state, removedAt: null };
      const to = statusField === null ? undefined : data[statusField];
      const moved = to === undefined ? state : { ...state, [statusField as string]: to };
      return meaning[type]?.(moved, data, when) ?? moved;
    },
  };
}

/** Text of a value by which it is compared; the log does not keep the order of an object's keys. */
const comparable = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Acts that may be tried on a record now. */
export const openActs = <
  N extends string,
  F extends Fields,
  D extends Fields,
  A extends Acts,
  R extends string,
>(
  of: Rules<N, F, D, A, R>,
  state: State<F, N>,
  when: Circumstances,
): readonly (keyof Bodies<F, A> & string)[] =>
  (actsOf(of.record) as readonly (keyof Bodies<F, A> & string)[]).filter(
    (act) => act !== 'create' && of.blocked(state, act, when) === null,
  );
