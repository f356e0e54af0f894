import type { ItemId, ItemStatus } from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import type { TreeRow } from '../session/tree-rows.ts';
import { filterRows, NO_FILTER, UNASSIGNED, type PlanFilter } from './filter-rows.ts';

const row = (
  name: string,
  of: { code?: string; status?: ItemStatus; assignee?: string },
  children: readonly TreeRow[] | null = null,
): TreeRow => ({
  id: name as ItemId,
  name,
  children,
  pending: false,
  node: {
    id: name as ItemId,
    type: of.status ? 'risk' : 'process',
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
  } satisfies TreeNode,
});

const plan = [
  row('Tesorería', {}, [
    row('Pagos duplicados', { code: 'R-001', status: 'completed', assignee: 'laura' }),
    row('Cuentas cambiadas', { code: 'R-002', status: 'new' }),
  ]),
  row('Compras', {}, [row('Recepción tardía', { code: 'R-003', status: 'new', assignee: 'laura' })]),
];

const names = (rows: readonly TreeRow[]): string[] =>
  rows.flatMap((each) => [each.name, ...names(each.children ?? [])]);

describe('filtering the plan keeps what matches and what is above it', () => {
  it.each<[string, Partial<PlanFilter>, string[]]>([
    ['by name, without accents or case', { text: 'RECEPCION' }, ['Compras', 'Recepción tardía']],
    ['by code', { text: 'r-002' }, ['Tesorería', 'Cuentas cambiadas']],
    ['by person', { assignee: 'laura' }, ['Tesorería', 'Pagos duplicados', 'Compras', 'Recepción tardía']],
    ['nobody’s: groups have nobody anyway', { assignee: UNASSIGNED }, ['Tesorería', 'Cuentas cambiadas']],
    ['by status and person', { status: 'new', assignee: 'laura' }, ['Compras', 'Recepción tardía']],
    ['nothing matches', { text: 'xyz' }, []],
  ])('%s', (_name, filter, expected) => {
    expect(names(filterRows(plan, { ...NO_FILTER, ...filter }))).toEqual(expected);
  });

  it('without a filter the rows are the same object, so nothing renders again', () => {
    expect(filterRows(plan, NO_FILTER)).toBe(plan);
  });
});
