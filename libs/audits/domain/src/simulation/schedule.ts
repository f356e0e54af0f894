import fc from 'fast-check';
import type { RecordType } from '@cotejo/audits-contracts';
import { TABS } from './simulated-people.ts';
import { story } from './stories.ts';

/** What a user may attempt, by kind of intent; `nonsense` is a kind unknown to every release. */
export const DEEDS = [
  'create_item',
  'rename_item',
  'recode_item',
  'move_item',
  'assign_item',
  'change_status',
  'schedule_item',
  'describe_risk',
  'set_values',
  'sign_item',
  'withdraw_signature',
  'delete_item',
  'restore_item',
  'copy_item',
  'share_control',
  'create_link',
  'choose_finding_treatment',
  'choose_plan_treatment',
  'mark_item',
  'batch',
  'paste',
  'compact_document',
  'purge_item',
  'nonsense',
] as const;
export type Deed = (typeof DEEDS)[number];

/**
 * The numbers are resolved against the present state when the step runs, so that a shrunk schedule stays
 * meaningful.
 */
export interface Choice {
  readonly deed: Deed;
  readonly a: number;
  readonly b: number;
  readonly d: number;
}

export type Step =
  | ({ readonly step: 'act'; readonly client: number; readonly hostile: boolean } & Choice)
  | ({ readonly step: 'forge'; readonly client: number } & Choice)
  | { readonly step: 'deliver'; readonly client: number; readonly up: number; readonly down: number }
  | { readonly step: 'serve-all'; readonly node: number; readonly count: number }
  | { readonly step: 'connect'; readonly client: number; readonly node: number }
  | { readonly step: 'cut' | 'late-frames' | 'shut' | 'frame' | 'undo' | 'redo'; readonly client: number }
  | { readonly step: 'reapply' | 'discard'; readonly client: number }
  | { readonly step: 'reload'; readonly client: number; readonly old: boolean }
  | { readonly step: 'wait'; readonly ms: number }
  | { readonly step: 'crash' | 'snapshot' | 'notify' | 'compact'; readonly node: number }
  | { readonly step: 'downgrade' | 'upgrade'; readonly node: number }
  | { readonly step: 'purge'; readonly node: number; readonly a: number }
  | { readonly step: 'days' | 'back-up' | 'restore' }
  | ({ readonly step: 'rest'; readonly node: number } & Choice)
  | { readonly step: 'operate'; readonly node: number; readonly a: number; readonly d: number }
  | { readonly step: 'close' | 'reopen' | 'add-guest'; readonly node: number }
  | { readonly step: 'demote' | 'promote' };

/**
 * One run: record type, whether browsers have persistent storage, the steps, and a seed for the final checks.
 */
export interface Schedule {
  readonly recordType: RecordType;
  readonly disk: boolean;
  readonly steps: readonly Step[];
  readonly seed: number;
}

export const NODES = 2;

const again = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
const is = <Name extends string>(name: Name) => fc.constant(name);
const client = fc.nat(TABS.length - 1);
/** Clients, with the guest less often, because guests can do little. */
const actor = fc.constantFrom(0, 1, 2, 4, 0, 1, 2, 4, 3);
const node = fc.nat(NODES - 1);
const number = fc.nat(999);
/** Often one of the first items: conflicts occur only when users choose from few items. */
const item = fc.oneof({ weight: 2, arbitrary: number }, { weight: 1, arbitrary: fc.nat(5) });

/** Relative frequency of each attempt. */
const DEED_WEIGHTS: Readonly<Record<Deed, number>> = {
  create_item: 10,
  move_item: 10,
  set_values: 6,
  change_status: 6,
  delete_item: 6,
  rename_item: 5,
  sign_item: 4,
  restore_item: 4,
  share_control: 4,
  assign_item: 3,
  copy_item: 3,
  recode_item: 3,
  describe_risk: 3,
  schedule_item: 3,
  withdraw_signature: 3,
  choose_finding_treatment: 3,
  choose_plan_treatment: 2,
  create_link: 2,
  mark_item: 3,
  batch: 3,
  paste: 2,
  purge_item: 2,
  compact_document: 1,
  nonsense: 1,
};
const choice = {
  deed: fc.oneof(
    ...DEEDS.map((deed) => ({ weight: DEED_WEIGHTS[deed], arbitrary: fc.constant<Deed>(deed) })),
  ),
  a: item,
  b: number,
  d: number,
};
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    110,
    fc.record({ step: is('act'), client: actor, hostile: fc.nat(3).map((n) => n === 0), ...choice }),
  ),
  weighted(2, fc.record({ step: is('forge'), client, ...choice })),
  weighted(28, fc.record({ step: is('deliver'), client, up: fc.nat(8), down: fc.nat(14) })),
  weighted(6, fc.record({ step: is('serve-all'), node, count: fc.nat(4) })),
  weighted(4, fc.record({ step: is('cut'), client })),
  weighted(8, fc.record({ step: is('connect'), client, node })),
  weighted(8, fc.record({ step: is('late-frames'), client })),
  weighted(3, fc.record({ step: is('reload'), client, old: fc.boolean() })),
  weighted(1, fc.record({ step: is('shut'), client })),
  weighted(6, fc.record({ step: is('wait'), ms: fc.constantFrom(60, 300, 300, 6_000) })),
  weighted(3, fc.record({ step: is('frame'), client })),
  weighted(
    3,
    fc.record({
      step: fc.constantFrom<'undo' | 'redo' | 'reapply' | 'discard'>(
        'undo',
        'undo',
        'redo',
        'reapply',
        'discard',
      ),
      client,
    }),
  ),
  weighted(2, fc.record({ step: is('crash'), node })),
  weighted(2, fc.record({ step: is('snapshot'), node })),
  weighted(2, fc.record({ step: is('notify'), node })),
  weighted(2, fc.record({ step: is('compact'), node })),
  weighted(
    2,
    // Most of the time all nodes run the same release.
    fc.record({
      step: fc.constantFrom<'downgrade' | 'upgrade'>('downgrade', ...again('upgrade' as const, 3)),
      node,
    }),
  ),
  weighted(4, fc.record({ step: is('purge'), node, a: number })),
  weighted(
    4,
    fc.record({ step: fc.constantFrom<'days' | 'back-up' | 'restore'>('days', 'back-up', 'restore') }),
  ),
  weighted(4, fc.record({ step: is('rest'), node, ...choice })),
  weighted(8, fc.record({ step: is('operate'), node, a: number, d: number })),
  // Closed only occasionally and briefly.
  weighted(1, fc.record({ step: is('close'), node })),
  weighted(8, fc.record({ step: is('reopen'), node })),
  weighted(1, fc.record({ step: is('add-guest'), node })),
  weighted(
    2,
    fc.record({ step: fc.constantFrom<'demote' | 'promote'>('demote', ...again('promote' as const, 3)) }),
  ),
);

/** Record types in which a simulation runs: audit plans, or all others with a tree. */
export const PLANS: readonly RecordType[] = ['audit_plan'];
export const OTHER_RECORDS: readonly RecordType[] = [
  'financial_audit',
  'icce',
  'risk_evaluation',
  'risk_library',
];
export const ALL_RECORDS: readonly RecordType[] = [...again<RecordType>('audit_plan', 6), ...OTHER_RECORDS];

/** A single step, or sometimes a story of several related ones. */
const happening: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 12, arbitrary: step.map((one) => [one]) },
  { weight: 1, arbitrary: story },
);

/** Maximum of steps and stories in one run. */
const MOST_STEPS = 90;

/** Random schedules of users, nodes and faults on one audit. */
export const schedules = (recordTypes: readonly RecordType[]): fc.Arbitrary<Schedule> =>
  fc.record({
    recordType: fc.constantFrom(...recordTypes),
    disk: fc.nat(3).map((n) => n === 0),
    steps: fc
      .array(happening, { minLength: 10, maxLength: MOST_STEPS, size: 'max' })
      .map((happenings) => happenings.flat()),
    seed: fc.nat(1_000_000),
  });
