import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, type ItemStatus } from '@cotejo/audits-contracts';
import { GivenAudit, givenPlan, item } from '../testing/given-audit.ts';

const rename = (label = 'step', name = 'Nuevo nombre') => ({ kind: 'rename_item', id: item(label), name });

describe('rename_item', () => {
  it('says what it was and that nobody was overwritten', () => {
    expect(givenPlan().when(rename())).toEqual([
      {
        type: 'TreeItemRenamed',
        data: { id: item('step'), name: 'Nuevo nombre', from: 'step', overwrote: null },
      },
    ]);
  });

  it('trims the name and does nothing when it stays the same', () => {
    expect(givenPlan().when(rename('step', '  step '))).toEqual([]);
  });

  it.each([
    ['by another after the base', 'peer', 0, 'overwrites'],
    ['by another before the base', 'peer', 1, 'does not overwrite'],
    ['by the same person after the base', 'leader', 0, 'does not overwrite'],
  ] as const)('after a rename %s it %s', (_, by, seen, expected) => {
    const audit = givenPlan();
    const before = audit.version;
    audit.does(rename('step', 'De otro'), { by });
    expect(audit.when(rename(), { by: 'leader', base: before + seen })).toMatchObject([
      { data: { overwrote: expected === 'overwrites' ? before + 1 : null } },
    ]);
  });

  it.each<[ItemStatus, ItemStatus | null]>([
    ['new', null],
    ['assigned', null],
    ['in_progress', null],
    ['completed', 'in_progress'],
    ['reviewed', 'in_progress'],
    ['review_note', 'in_progress'],
  ])('of work that is %s leads to %s', (status, then) => {
    const audit = givenPlan();
    if (status !== 'new') audit.status('step', status);
    const events = audit.when(rename());
    expect(events).toHaveLength(then === null ? 1 : status === 'review_note' ? 2 : 3);
    if (then)
      expect(events).toMatchObject([
        { type: 'TreeItemRenamed' },
        { type: 'ItemStatusChanged', data: { from: status, to: then } },
        ...(status === 'review_note' ? [] : [{ type: 'SignaturesVoided', data: { because: 'edited' } }]),
      ]);
  });

  it('voids a discussed finding and carries its name to its action plan', () => {
    const audit = givenPlan()
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .status('find', 'completed');
    expect(audit.when(rename('find', 'Pagos duplicados'))).toMatchObject([
      { type: 'TreeItemRenamed', data: { id: item('find') } },
      { type: 'ItemStatusChanged', data: { id: item('find'), to: 'not_discussed' } },
      { type: 'SignaturesVoided', data: { id: item('find'), because: 'edited' } },
      { type: 'TreeItemRenamed', data: { id: actionPlanIdOf(item('find')), name: 'Pagos duplicados' } },
    ]);
  });

  it('refuses guests, the unknown, the deleted and the derived', () => {
    const audit = givenPlan().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'action_plan',
    });
    expect(audit.when(rename(), { by: 'guest' })).toBe('forbidden');
    expect(audit.when(rename('nobody'))).toBe('item_not_found');
    expect(audit.when({ ...rename(), id: actionPlanIdOf(item('find')) })).toBe('derived_item');
    expect(audit.deleted('proc').when(rename())).toBe('item_deleted');
  });

  it('refuses the root groups of a financial audit', () => {
    const audit = new GivenAudit('financial_audit').item('phase', 'phase', null);
    expect(audit.when(rename('phase'))).toBe('derived_item');
  });
});

it('refuses a name that would look like another, and an old one like that is still read and copied', () => {
  const audit = givenPlan();
  for (const name of ['Pagos\u202Esnart', 'Pagos\u{E0041}', 'Pa\u200Bgos', 'Pagos\u2066'])
    expect(audit.when(rename('step', name))).toBe('hidden_characters');
  audit.happened('TreeItemRenamed', { id: item('step'), name: 'Pa\u202Egos', from: 'step', overwrote: null });
  expect(audit.state.get(item('step'))?.name).toBe('Pa\u202Egos');
});
