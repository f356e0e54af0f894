import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus, ItemType, StretchId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import {
  isFiltering,
  markedParts,
  NO_FILTER,
  overlaps,
  RowFilter,
  UNASSIGNED,
  type PlanFilter,
} from './plan-filter.ts';

interface Given {
  readonly code?: string;
  readonly type?: ItemType;
  readonly status?: ItemStatus;
  readonly isCompleted?: boolean;
  readonly assignee?: string;
  readonly dates?: readonly [string | null, string | null];
  readonly stretches?: readonly string[];
}

const row = (name: string, of: Given, children: readonly TreeRow[] | null = null): TreeRow => {
  const node: TreeNode = {
    id: name as ItemId,
    type: of.type ?? (of.status ? 'risk' : 'process'),
    name,
    code: of.code ?? null,
    status: of.status ?? null,
    assignee: (of.assignee as UserId | undefined) ?? null,
    place: [null, 'a0'],
    createdBy: 'u' as UserId,
    version: 0,
    changedBy: 'u',
    fields: {},
    treatment: null,
    derived: false,
    completedBy: null,
    deleted: null,
    ...(of.dates ? { dates: of.dates } : {}),
    ...(of.isCompleted
      ? { signatures: [{ by: 'u' as UserId, mark: 'completed', at: '2026-03-01T00:00:00Z', version: 1 }] }
      : {}),
    ...(of.stretches ? { stretches: of.stretches as readonly StretchId[] } : {}),
  };
  return {
    id: node.id,
    name,
    children,
    pending: false,
    node,
    shown: node,
    title: { prefix: null, code: node.code, name, isEvaluation: false },
    progress: null,
    size: 1,
    findings: 0,
    counted: 0,
    earned: 0,
    figures: null,
  };
};

const duplicated = row('Pagos duplicados', {
  code: 'R-001',
  status: 'completed',
  assignee: 'laura',
  dates: ['2026-03-01', '2026-03-31'],
});
const changed = row('Cuentas cambiadas', { code: 'R-002', status: 'new' });
const late = row('Recepción tardía', { code: 'R-003', status: 'new', assignee: 'laura', type: 'step' });
const treasury = row('Tesorería', {}, [duplicated, changed]);
const purchases = row('Compras', {}, [late]);
const plan = [treasury, purchases];

const names = (rows: readonly TreeRow[]): string[] =>
  rows.flatMap((each) => [each.name, ...names(each.children ?? [])]);
const filter = (of: Partial<PlanFilter>) => new RowFilter({ ...NO_FILTER, ...of });

describe('filtering the plan keeps what matches and what is above it', () => {
  it.each<[string, Partial<PlanFilter>, string[], number]>([
    ['by name, without accents or case', { text: 'RECEPCION' }, ['Compras', 'Recepción tardía'], 1],
    ['by code', { text: 'r-002' }, ['Tesorería', 'Cuentas cambiadas'], 1],
    ['by code and name together', { text: 'R-001 pagos' }, ['Tesorería', 'Pagos duplicados'], 1],
    [
      'by person',
      { assignees: ['laura'] },
      ['Tesorería', 'Pagos duplicados', 'Compras', 'Recepción tardía'],
      2,
    ],
    [
      'nobody’s: groups have nobody anyway',
      { assignees: [UNASSIGNED] },
      ['Tesorería', 'Cuentas cambiadas'],
      1,
    ],
    ['somebody’s and nobody’s', { assignees: [UNASSIGNED, 'laura'] }, names(plan), 3],
    ['by status and person', { statuses: ['new'], assignees: ['laura'] }, ['Compras', 'Recepción tardía'], 1],
    ['by several statuses', { statuses: ['new', 'completed'] }, names(plan), 3],
    ['by type', { types: ['step', 'process'] }, ['Tesorería', 'Compras', 'Recepción tardía'], 3],
    ['by days', { from: '2026-03-15', to: '2026-04-15' }, ['Tesorería', 'Pagos duplicados'], 1],
    ['nothing matches', { text: 'xyz' }, [], 0],
  ])('%s', (_name, of, expected, matches) => {
    const filtered = filter(of).read(plan);
    expect(names(filtered.rows)).toEqual(expected);
    expect(filtered.matches).toBe(matches);
  });

  it('tells rows that only lead to a match', () => {
    const [group] = filter({ text: 'R-002' }).read(plan).rows;
    expect(group?.isContext).toBe(true);
    expect(group?.children?.[0]?.isContext).toBeUndefined();
  });

  it('without a filter the rows are the same object, so nothing renders again', () => {
    expect(isFiltering(NO_FILTER)).toBe(false);
    expect(filter({}).read(plan).rows).toBe(plan);
  });

  it('rows that did not change keep their identity while others edit', () => {
    const filtering = filter({ text: 'r-00' });
    const before = filtering.read(plan).rows;
    const after = filtering.read([treasury, { ...purchases, children: [{ ...late, pending: true }] }]).rows;
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

describe('days of an item and an interval', () => {
  it.each<[readonly [string | null, string | null] | undefined, string | null, string | null, boolean]>([
    [['2026-03-01', '2026-03-31'], '2026-03-31', null, true],
    [['2026-03-01', '2026-03-31'], '2026-04-01', null, false],
    [['2026-03-01', '2026-03-31'], null, '2026-02-28', false],
    [['2026-03-01', null], '2030-01-01', '2030-12-31', true],
    [[null, '2026-03-31'], '2020-01-01', '2020-12-31', true],
    [[null, null], null, '2030-01-01', false],
    [undefined, '2020-01-01', null, false],
  ])('%j in %s – %s: %s', (dates, from, to, expected) => {
    expect(overlaps(dates, from, to)).toBe(expected);
  });
});

describe('what is looked for is marked', () => {
  it.each<[string, string, readonly string[] | null]>([
    ['Recepción tardía', 'cion', ['Recep', 'ción', ' tardía']],
    ['Recepción tardía', 'recepcion tar', ['', 'Recepción tar', 'día']],
    ['R-001', 'r-0', ['', 'R-0', '01']],
    ['aXa', 'a', ['', 'a', 'X', 'a', '']],
    ['año', 'ano', null],
    ['Pagos', '', null],
  ])('%s by %s', (text, searched, parts) => {
    expect(markedParts(text, searched)).toEqual(parts);
  });
});

it.each<[string, Partial<PlanFilter>, string[]]>([
  ['in any of the sprints', { sprints: ['s1', 's2'] }, ['both', 'second']],
  ['in any of the visits', { visits: ['v1'] }, ['both']],
  ['in both', { sprints: ['s2'], visits: ['v1'] }, []],
])('shows items %s', (_, filter, expected) => {
  const rows = [
    row('both', { status: 'new', stretches: ['s1', 'v1'] }),
    row('second', { status: 'new', stretches: ['s2'] }),
    row('none', { status: 'new' }),
  ];
  expect(new RowFilter({ ...NO_FILTER, ...filter }).read(rows).rows.map(({ name }) => name)).toEqual(
    expected,
  );
});

it.each<[string, Partial<PlanFilter>, string[]]>([
  ['that are late, by their own last day or the plan’s', { due: ['late'] }, ['own', 'plan', 'signed']],
  ['that nobody completed', { signatures: ['incomplete'] }, ['own', 'plan', 'later']],
  ['that nobody reviewed', { signatures: ['unreviewed'] }, ['own', 'plan', 'signed', 'later']],
  ['that are late and not completed', { due: ['late'], signatures: ['incomplete'] }, ['own', 'plan']],
])('shows items %s', (_, filter, expected) => {
  const rows = [
    { ...row('own', { status: 'new', dates: [null, '2026-03-01'] }), progress: 40 },
    { ...row('plan', { status: 'new' }), progress: 0 },
    { ...row('signed', { status: 'completed', isCompleted: true }), progress: 85 },
    { ...row('later', { status: 'new', dates: [null, '2026-12-31'] }), progress: 0 },
    { ...row('group', {}), progress: null },
  ];
  const days = { due: { endDate: '2026-06-30' }, today: '2026-07-01' };
  expect(new RowFilter({ ...NO_FILTER, ...filter }, days).read(rows).rows.map(({ name }) => name)).toEqual(
    expected,
  );
});

it('counts what each choice would show beside the choices of the other lists', () => {
  const rows = [
    row('one', { status: 'new', assignee: 'laura' }, [
      row('two', { status: 'completed', assignee: 'laura' }),
    ]),
    row('three', { status: 'new' }),
  ];
  const { statuses, assignees, types } = new RowFilter({
    ...NO_FILTER,
    assignees: ['laura'],
    statuses: ['new'],
  }).count(rows);
  expect(Object.fromEntries(statuses)).toEqual({ new: 1, completed: 1 });
  expect(Object.fromEntries(assignees)).toEqual({ laura: 1, [UNASSIGNED]: 1 });
  expect([...types.values()]).toEqual([1]);
});
