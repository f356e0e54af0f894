import type { PlanChange, TreeItemView } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { marksOf, PastRows, type PastRow } from './past-rows.ts';

const view = (id: string, items: TreeItemView[] = [], over: Partial<TreeItemView> = {}): TreeItemView => ({
  id,
  codigo: null,
  nombre: id,
  _nombre: id,
  item_tipo: 'GR_PROCESO',
  status: null,
  usuario_asignado: null,
  parent: null,
  position: 1,
  level: 1,
  created_by: { id: 'ana' },
  version: 3,
  refitem_details: null,
  valores: {},
  firmas: { completado: [], revisado: [] },
  items,
  ...over,
});
const change = (id: string, what: PlanChange['change']) => ({ id, change: what }) as PlanChange;
const NO_MARKS = new Map();

/** All rows in display order. */
const flat = (rows: readonly PastRow[]): PastRow[] =>
  rows.flatMap((row) => [row, ...flat(row.children ?? [])]);

describe('rows of the past', () => {
  const first = () => [view('a', [view('b'), view('c')]), view('d', [view('e')])];

  it('keep their identity where nothing differs', () => {
    const rows = new PastRows();
    const before = flat(rows.read(first(), NO_MARKS));
    const after = flat(rows.read(first(), NO_MARKS));
    expect(after).toHaveLength(5);
    after.forEach((row, at) => expect(row).toBe(before[at]));
  });

  it('are new where an item differs, and above it', () => {
    const rows = new PastRows();
    const [a, b, c, d, e] = flat(rows.read(first(), NO_MARKS));
    const next = [view('a', [view('b', [], { nombre: 'B', version: 9 }), view('c')]), view('d', [view('e')])];
    const [a2, b2, c2, d2, e2] = flat(rows.read(next, NO_MARKS));
    expect([a2 === a, b2 === b]).toEqual([false, false]);
    expect([c2, d2, e2]).toEqual([c, d, e]);
    expect([c2 === c, d2 === d, e2 === e]).toEqual([true, true, true]);
  });

  it('are new where a mark came or went', () => {
    const rows = new PastRows();
    const [, , , d] = flat(rows.read(first(), NO_MARKS));
    const marked = flat(rows.read(first(), new Map([['e', 'changed' as const]])));
    expect(marked[4]?.mark).toBe('changed');
    expect(marked[3]).not.toBe(d);
    expect(flat(rows.read(first(), NO_MARKS))[4]?.mark).toBeNull();
  });

  it('are new where somebody goes by another name', () => {
    const rows = new PastRows();
    const by = (name: string) => [view('a', [], { usuario_asignado: { id: 'u', sigla: 'LP', name } })];
    const [one] = rows.read(by('Laura'), NO_MARKS);
    expect(rows.read(by('Laura Pineda'), NO_MARKS)[0]).not.toBe(one);
  });
});

describe('the marks of a version', () => {
  const changes = [change('a', 'added'), change('r', 'removed'), change('c', 'changed')];

  it('against an earlier one: what is new and what changed', () => {
    expect([...marksOf(changes, false)]).toEqual([
      ['a', 'added'],
      ['c', 'changed'],
    ]);
  });

  it('against a later one: what will go and what will change', () => {
    expect([...marksOf(changes, true)]).toEqual([
      ['r', 'removed_later'],
      ['c', 'changed_later'],
    ]);
  });
});
