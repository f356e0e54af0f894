import { stretchId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME, type Given } from '../actions/given-plan.fixture.ts';
import { menuOf, type MenuFacts } from './plan-menu.ts';

/** The menu as text: one line per group, refused entries marked with `!` and the code. */
const words = (facts: MenuFacts, ...ids: number[]) =>
  menuOf(facts, ids.map(item)).map((group) =>
    group
      .map(
        ({ action, type, panel, refusal }) =>
          `${type ?? panel ?? action}${refusal ? `!${refusal.code}` : ''}`,
      )
      .join(' '),
  );

const STRETCH = stretchId.parse('60000000-0000-4000-8000-000000000001');
const withReference = (plan: GivenPlan) =>
  plan.does({
    kind: 'create_item',
    id: item(20),
    type: 'reference',
    parent: item(7),
    name: 'Doble aprobación',
    target: { audit: null, item: item(5) },
  });

describe('the menu of a row', () => {
  it('offers what its type can', () => {
    const facts = new GivenPlan(SOME).facts({ beside: ['notas'] });
    expect(words(facts, 4)).toEqual([
      'open',
      'control finding paste',
      'rename recode status assign dates notas history',
      'duplicate copy move',
      'delete',
    ]);
    // A group has no status or assignee.
    expect(words(facts, 2)).toEqual([
      'open',
      'activity understanding risk step inspection finding paste',
      'rename recode dates notas history',
      'duplicate copy move',
      'delete',
    ]);
  });

  it('puts items into sprints and visits once there are any, also those inside a group', () => {
    const plan = new GivenPlan(SOME);
    plan.does({ kind: 'set_visit', stretch: STRETCH, name: 'Bodega' });
    expect(words(plan.facts(), 4)[2]).toBe('rename recode status assign stretches dates history');
    expect(words(plan.facts(), 2)[2]).toBe('rename recode stretches dates history');
    expect(words(plan.facts(), 4, 5)[0]).toContain('stretches');
    plan.does({ kind: 'set_visit', stretch: STRETCH, isRemoved: true });
    expect(words(plan.facts(), 4)[2]).not.toContain('stretches');
  });

  it('of a risk that is evaluated or kept for copying: it is nobody’s work', () => {
    const items: Given[] = [[1, 'risk', null, 'Fraude']];
    expect(words(new GivenPlan(items, 'risk_library').facts(), 1)[2]).toBe('rename recode dates history');
  });

  it('of a control: it is shared instead of doubled', () => {
    expect(words(new GivenPlan(SOME).facts(), 5).at(-2)).toBe('copy move share');
  });

  it('of a reference: it is moved, shared and deleted; all else is its original’s', () => {
    expect(words(withReference(new GivenPlan(SOME)).facts(), 20)).toEqual([
      'open original',
      'finding paste',
      'history',
      'copy move share',
      'delete',
    ]);
  });

  it('of a finding and its plan: neither is copied, and the plan comes and goes with its finding', () => {
    const plan = new GivenPlan([...SOME, [9, 'finding', 4, 'Hallazgo']]);
    expect(words(plan.facts(), 9)).toEqual([
      'open',
      'rename recode status assign dates history',
      'move',
      'delete',
    ]);
    plan.does({ kind: 'choose_finding_treatment', id: item(9), treatment: 'action_plan' });
    const derived = `${item(9)}-PA` as ReturnType<typeof item>;
    const actions = menuOf(plan.facts(), [derived]).map((group) =>
      group.map(({ action, refusal }) => `${action}${refusal ? `!${refusal.code}` : ''}`).join(' '),
    );
    expect(actions[0]).toBe('open');
    expect(actions[1]).toMatch(/^rename!derived_item recode/);
    expect(actions).toHaveLength(2);
  });

  it('says what a lock forbids: a risk of the library keeps its name and its code', () => {
    const plan = new GivenPlan(SOME).does({
      kind: 'create_item',
      id: item(30),
      type: 'risk',
      parent: item(2),
      name: 'De la biblioteca',
      origin: 'library',
    });
    expect(words(plan.facts(), 30)[2]).toBe(
      'rename!rename_locked recode!code_locked status assign dates history',
    );
  });

  it('says what a right forbids: a junior deletes only what is their own', () => {
    const facts = new GivenPlan(SOME).facts({ role: 'auditor', team: 'auditor', n: 2 });
    expect(words(facts, 4).at(-1)).toBe('delete!forbidden');
  });

  it('for whoever only reads: what reads, and copying to where they may write', () => {
    const facts = new GivenPlan(SOME).facts({ role: 'guest', team: 'guest', n: 3, mode: 'read' });
    expect(words(facts, 4)).toEqual(['open', 'history', 'copy']);
  });

  it('in an ICCE audit: findings are for who has that role', () => {
    const icce: Given[] = [
      [1, 'phase', null, 'Fase'],
      [2, 'step', 1, 'Paso'],
    ];
    const facts = (team: 'leader' | 'icce') =>
      new GivenPlan(icce, 'icce').facts({ role: 'leader', team, n: 2 });
    expect(words(facts('leader'), 2)[1]).toBe('finding!icce_role_required paste!icce_role_required');
    expect(words(facts('icce'), 2)[1]).toBe('finding paste');
  });

  it('of something that is not there is empty', () => {
    expect(words(new GivenPlan(SOME).facts(), 99)).toEqual([]);
  });
});

describe('the menu of several rows', () => {
  const facts = withReference(new GivenPlan(SOME)).facts();

  it('offers what any of them can', () => {
    expect(words(facts, 4, 2)).toEqual(['status sign assign dates', 'duplicate copy move', 'delete']);
    expect(words(facts, 5, 20)).toEqual(['status sign assign dates', 'copy move', 'delete']);
  });

  it('refuses what none of them may', () => {
    const junior = new GivenPlan(SOME).facts({ role: 'auditor', team: 'auditor', n: 2 });
    expect(words(junior, 4, 7).at(-1)).toBe('delete!forbidden');
  });

  it('refuses to assign several at once to who assigns one by one', () => {
    const junior = new GivenPlan(SOME).facts({ role: 'auditor', team: 'auditor', n: 2 });
    expect(words(junior, 4)[2]).toContain(' assign ');
    expect(words(junior, 4, 5)[0]).toContain(' assign!forbidden ');
    // A group has no assignee, so one is assigned.
    expect(words(junior, 4, 2)[0]).toContain(' assign ');
  });
});
