import fc from 'fast-check';

/** What a person may try, by the kind of intent; `nonsense` is what no version knows. */
export const DEEDS = [
  'create_item',
  'rename_item',
  'recode_item',
  'move_item',
  'assign_item',
  'change_status',
  'delete_item',
  'restore_item',
  'choose_finding_treatment',
  'choose_plan_treatment',
  'nonsense',
] as const;
export type Deed = (typeof DEEDS)[number];

/** Numbers are resolved against what is there when the step runs, so that shrinking keeps its meaning. */
export interface Choice {
  readonly deed: Deed;
  readonly a: number;
  readonly b: number;
  readonly d: number;
}

export type Step =
  | ({ readonly step: 'act'; readonly client: number; readonly hostile: boolean } & Choice)
  | { readonly step: 'deliver'; readonly client: number; readonly up: number; readonly down: number }
  | { readonly step: 'serve-all'; readonly node: number; readonly count: number }
  | { readonly step: 'cut'; readonly client: number }
  | { readonly step: 'connect'; readonly client: number; readonly node: number }
  | { readonly step: 'late-frames'; readonly client: number }
  | { readonly step: 'reload'; readonly client: number }
  | { readonly step: 'crash'; readonly node: number }
  | { readonly step: 'snapshot'; readonly node: number }
  | { readonly step: 'notify'; readonly node: number }
  | ({ readonly step: 'rest'; readonly node: number } & Choice)
  | { readonly step: 'operate'; readonly node: number; readonly a: number; readonly d: number }
  | { readonly step: 'close' | 'reopen'; readonly node: number }
  | { readonly step: 'demote' | 'promote' };

export interface Size {
  readonly clients: number;
  readonly nodes: number;
  readonly steps: number;
}
export const USUAL_SIZE: Size = { clients: 4, nodes: 2, steps: 160 };

/** A run: its steps, and a seed for what is decided at its end (where to cut the replay, the oracle's order). */
export const schedules = ({ clients, nodes, steps }: Size) => {
  const client = fc.nat(clients - 1);
  const node = fc.nat(nodes - 1);
  const number = fc.nat(999);
  const choice = {
    deed: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Deed>('create_item', 'move_item') },
      { weight: 4, arbitrary: fc.constantFrom<Deed>(...DEEDS) },
      { weight: 1, arbitrary: fc.constantFrom<Deed>('change_status', 'delete_item') },
    ),
    a: number,
    b: number,
    d: number,
  };
  const is = <Name extends string>(name: Name) => fc.constant(name);
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 26,
      arbitrary: fc.record({
        step: is('act'),
        client,
        hostile: fc.nat(3).map((n) => n === 0),
        ...choice,
      }),
    },
    { weight: 9, arbitrary: fc.record({ step: is('deliver'), client, up: fc.nat(6), down: fc.nat(9) }) },
    { weight: 3, arbitrary: fc.record({ step: is('serve-all'), node, count: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ step: is('cut'), client }) },
    { weight: 3, arbitrary: fc.record({ step: is('connect'), client, node }) },
    { weight: 2, arbitrary: fc.record({ step: is('late-frames'), client }) },
    { weight: 1, arbitrary: fc.record({ step: is('reload'), client }) },
    { weight: 1, arbitrary: fc.record({ step: is('crash'), node }) },
    { weight: 1, arbitrary: fc.record({ step: is('snapshot'), node }) },
    { weight: 1, arbitrary: fc.record({ step: is('notify'), node }) },
    { weight: 2, arbitrary: fc.record({ step: is('rest'), node, ...choice }) },
    { weight: 2, arbitrary: fc.record({ step: is('operate'), node, a: number, d: number }) },
    {
      weight: 2,
      // Closed for a while now and then, not most of the time.
      arbitrary: fc.record({
        step: fc.constantFrom<'close' | 'reopen'>('close', ...again('reopen' as const, 5)),
        node,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        step: fc.constantFrom<'demote' | 'promote'>('demote', ...again('promote' as const, 2)),
      }),
    },
  );
  return fc.tuple(fc.array(step, { minLength: 10, maxLength: steps, size: 'max' }), fc.nat(1_000_000));
};

const again = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
