import type { Fields, StatusOf, ValuesOf } from './fields.ts';
import {
  actsOf,
  bodySchema,
  capital,
  eventOf,
  isGone,
  statusFieldOf,
  type Act,
  type Acts,
  type AnyRecord,
  type Bodies,
  type LifeEvent,
  type RecordOf,
  type State,
} from './record.ts';

/** When and by whom something is asked. */
export interface Circumstances {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The day of the account at that moment, `yyyy-MM-dd`. */
  readonly today: string;
  /** Id of the person. */
  readonly by: string;
  /** Whether the person's right to the act reaches all records of the account, or only their own. */
  readonly reach: 'all' | 'own';
}
export interface Asked<S, Act, Body> extends Circumstances {
  readonly state: S;
  readonly act: Act;
  readonly body: Body;
}

/** By status, the acts that may happen then and where they lead. */
export type States = Readonly<Record<string, Readonly<Record<string, string>>>>;
type StatesOf<F extends Fields, A extends Acts> = [StatusOf<F>] extends [never]
  ? Record<never, never>
  : { readonly [S in StatusOf<F> & string]: { readonly [K in Moving<A>]?: StatusOf<F> } };
type IsMoving<T extends Act> = T extends { readonly moves: true } ? true : false;
type Moving<A extends Acts> = { [K in keyof A]: IsMoving<A[K]> extends true ? K : never }[keyof A];

type DataOf<T extends Act> = T extends { readonly body: infer B extends Fields } ? ValuesOf<B> : object;
/** What each event holds: the body of its act, whole. */
type EventsOf<A extends Acts> = { readonly [K in keyof A as A[K]['event']]: DataOf<A[K]> };
/** Events that say no more than their `fold` does: those of acts that do not move the status. */
type Folded<A extends Acts> = {
  readonly [K in keyof A as IsMoving<A[K]> extends true ? never : A[K]['event']]: unknown;
};
type Fold<S, Data> = (state: S, data: Data, when: Pick<Circumstances, 'at' | 'by'>) => S;
/**
 * A line for each event; where an act moves the status, only if it does more than that. (In two parts: in one that
 * depends on what moves, TypeScript finds no types for the parameters of the lines.)
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
> {
  /** Why an act must not happen; `any` is asked before the act's own rule. */
  readonly refuse?: {
    readonly any?: (asked: Asked<State<F, N>, keyof Bodies<F, A>, unknown>) => R | null;
    /** Of what is given, before there is a record. */
    readonly create?: (asked: Circumstances & { readonly body: Bodies<F, A>['create'] }) => R | null;
  } & {
    readonly [K in Exclude<keyof Bodies<F, A>, 'create'>]?: (
      asked: Asked<State<F, N>, K, Bodies<F, A>[K]>,
    ) => R | null;
  };
  /** Required for a record with a status. */
  readonly states: StatesOf<F, A>;
  /** Who may, beside holding the right: by default everybody who holds it. */
  readonly who?: {
    readonly [K in Exclude<keyof Bodies<F, A>, 'create'>]?: (
      asked: Asked<State<F, N>, K, Bodies<F, A>[K]>,
    ) => boolean;
  };
  readonly fold: FoldOf<State<F, N>, A>;
  readonly derive: {
    readonly [K in keyof D]: (state: State<F, N>, when: Pick<Circumstances, 'today'>) => ValuesOf<D>[K];
  };
}

export interface RecordEvent<N extends string = string, A extends Acts = Acts> {
  readonly type: `${Capitalize<N>}${LifeEvent}` | A[keyof A]['event'];
  readonly data: Readonly<Record<string, unknown>>;
}
/** Refusals that every record knows. */
export type CommonRefusal =
  | 'malformed'
  | 'not_found'
  | 'already_there'
  | 'in_trash'
  | 'not_in_trash'
  | 'cannot_from_here'
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
  decide(state: State<F, N> | null, act: string, body: unknown, when: Circumstances): Decision<N, A, R>;
  /** `id` names the record that a first event begins. */
  evolve(
    state: State<F, N> | null,
    event: RecordEvent,
    id: string,
    when: Pick<Circumstances, 'at' | 'by'>,
  ): State<F, N>;
  /** Why an act could not happen now, whatever is given with it: for buttons. Null = it may be tried. */
  blocked(state: State<F, N>, act: keyof Bodies<F, A>, when: Circumstances): R | CommonRefusal | null;
  derive(state: State<F, N>, when: Pick<Circumstances, 'today'>): ValuesOf<D>;
}
export type AnyRules = Rules<string, Fields, Fields, Acts, string>;

/** The rules of a record: pure, the same on the server and in the browser. */
export function rules<N extends string, F extends Fields, D extends Fields, A extends Acts, R extends string>(
  of: RecordOf<N, F, D, A, R>,
  { refuse = {}, states, who = {}, fold, derive }: RulesOf<N, F, D, A, R>,
): Rules<N, F, D, A, R> {
  // The types were checked where the rules are written; from here on they are looked up by name.
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
      kind === 'status' ? Object.keys(options ?? {})[0] : null,
    ]),
  );
  const target = (state: object, act: string): string | null => {
    if (statusField === null) return null;
    const from = (state as Readonly<Record<string, unknown>>)[statusField] as string;
    return moves[from]?.[act] ?? null;
  };
  const blocked = (state: State<F, N>, act: string, when: Circumstances): R | CommonRefusal | null => {
    if (isGone(state, when.at)) return 'not_found';
    if ((state.removedAt !== null) !== (act === 'restore')) {
      return state.removedAt === null ? 'not_in_trash' : 'in_trash';
    }
    const asked = { ...when, state, act, body: {} };
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
    blocked: (state, act, when) => blocked(state, act as string, when),
    derive: (state, when) =>
      Object.fromEntries(
        Object.entries(computed).map(([name, from]) => [name, from(state, when)]),
      ) as ValuesOf<D>,

    decide(state, act, body, when) {
      const parsed = bodySchema(plain, act)?.safeParse(body);
      if (!parsed?.success) return { refusal: 'malformed' };
      const { data } = parsed;
      if (act === 'create') {
        if (state !== null) return { refusal: 'already_there' };
        const refusal = why['create']?.({ ...when, body: data }) ?? null;
        return refusal === null ? written(act, { ...blank, ...data }) : { refusal };
      }
      if (state === null) return { refusal: 'not_found' };
      const refusal = blocked(state, act, when) ?? why[act]?.({ ...when, state, act, body: data }) ?? null;
      if (refusal !== null) return { refusal };
      if (act !== 'change') {
        const to = target(state, act);
        return written(act, to === null ? data : { ...data, [statusField ?? '']: to });
      }
      const current: Readonly<Record<string, unknown>> = state;
      const changed = Object.entries(data).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name]),
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
      if (state === null) throw new Error(`${type} before ${capital(of.name)}Created`);
      if (type === typeOf('change')) return { ...state, ...data };
      if (type === typeOf('remove')) return { ...state, removedAt: when.at };
      if (type === typeOf('restore')) return { ...state, removedAt: null };
      const to = statusField === null ? undefined : data[statusField];
      const moved = to === undefined ? state : { ...state, [statusField as string]: to };
      return meaning[type]?.(moved, data, when) ?? moved;
    },
  };
}

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
