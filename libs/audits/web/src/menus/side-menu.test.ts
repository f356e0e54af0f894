import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME, type Given } from '../actions/given-plan.fixture.ts';
import { sideOptions } from './side-menu.ts';

const NAMES = new Map(SOME.map(([n, , , name]) => [item(n), name]));
const adds = (plan: GivenPlan, focused: number | null) =>
  sideOptions(plan.facts(), focused === null ? null : item(focused), [])
    .flat()
    .flatMap((option) =>
      option.kind === 'add'
        ? `${option.type}: ${option.refusal?.code ?? (option.parent === null ? 'plan' : NAMES.get(option.parent))}`
        : [],
    );
const others = (facts: ReturnType<GivenPlan['facts']>, focused: number | null, ...chosen: number[]) =>
  sideOptions(facts, focused === null ? null : item(focused), chosen.map(item))
    .flat()
    .flatMap((option) => {
      if (option.kind === 'add') return [];
      const name = option.kind === 'row' ? `${option.action} ${option.ids.length}` : option.kind;
      return `${option.kind === 'panel' ? option.panel : name}${option.refusal ? `!${option.refusal.code}` : ''}`;
    });

describe('the side options of the tree', () => {
  it.each([
    [
      'nowhere',
      null,
      ['phase: plan', 'step: no_place_here', 'control_test: no_place_here', 'control: no_place_here'],
    ],
    [
      'a process',
      2,
      ['phase: plan', 'step: Compras', 'control_test: no_place_here', 'control: no_place_here'],
    ],
    [
      'a risk',
      4,
      ['phase: plan', 'step: Compras', 'control_test: no_place_here', 'control: Proveedores ficticios'],
    ],
    [
      'a test',
      6,
      ['phase: plan', 'step: Compras', 'control_test: Doble aprobación', 'control: Proveedores ficticios'],
    ],
  ])('create where one stands, or in the nearest above that may hold it: %s', (_, focused, expected) => {
    expect(adds(new GivenPlan(SOME), focused)).toEqual(expected);
  });

  it('create what the record is made of', () => {
    const items: Given[] = [[1, 'risk', null, 'Fraude']];
    expect(adds(new GivenPlan(items, 'risk_library'), 1)).toEqual(['risk: plan', 'control: Ejecución']);
    // Items of a library have no assignee.
    expect(others(new GivenPlan(items, 'risk_library').facts(), 1)[0]).toBe('delete 1');
  });

  it('work on what is chosen, else on the row in focus', () => {
    const facts = new GivenPlan(SOME).facts({ beside: ['notas'] });
    expect(others(facts, 4)).toEqual([
      ...['assign 1', 'delete 1', 'time', 'notas', 'historial', 'import', 'export', 'trash', 'settings'],
    ]);
    expect(others(facts, 4, 5, 7).slice(0, 2)).toEqual(['assign 2', 'delete 2']);
    const both = new GivenPlan(SOME).facts({ beside: ['notas'], besideAudit: ['sprints', 'visitas'] });
    expect(others(both, 4).slice(2, 6)).toEqual(['time', 'sprints', 'visitas', 'notas']);
    // Selected descendants are assigned too; they are deleted with their ancestor.
    const [assign, remove] = sideOptions(facts, item(4), [item(4)], [item(4), item(5)])[1] ?? [];
    expect([assign, remove].map((option) => option && 'ids' in option && option.ids.length)).toEqual([2, 1]);
    const oneByOne = { ...facts, can: (key: string) => key !== 'plan.mass_assign' };
    expect(others(oneByOne, 4, 4, 5)[0]).toBe('assign 2!forbidden');
    expect(others(oneByOne, 4)[0]).toBe('assign 1');
    expect(others(facts, 2)[0]).toBe('assign 1!not_for_this_row');
    expect(others(facts, null).slice(0, 2)).toEqual(['assign 0!nothing_chosen', 'delete 0!nothing_chosen']);
  });

  it('leave to whoever only reads what reads', () => {
    const guest = new GivenPlan(SOME).facts({ role: 'guest', team: 'guest', n: 3, mode: 'read' });
    expect(adds(new GivenPlan(SOME), 4)).toHaveLength(4);
    expect(
      sideOptions(guest, item(4), [])
        .flat()
        .some(({ kind }) => kind === 'add' || kind === 'row'),
    ).toBe(false);
    expect(others(guest, 4)).toEqual(['historial', 'export', 'settings']);
  });
});
