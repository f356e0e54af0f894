import { describe, expect, it } from 'vitest';
import { deletedBranches, purgeable } from './deleted-branches.ts';
import { A_MONTH_LATER, givenPlan, item, NOW } from '../testing/given-audit.ts';

const LATER = '2026-03-20T15:00:00.000Z';

describe('the trash', () => {
  it('holds what was deleted by itself, the latest first', () => {
    const audit = givenPlan()
      .item('risk2', 'risk', 'proc')
      .deleted('test')
      .deleted('risk2')
      .deleted('risk', 'junior');
    expect(
      deletedBranches(audit.state).map(({ node, ancestorsDeleted }) => [node.id, ancestorsDeleted]),
    ).toEqual([
      [item('risk'), false],
      [item('risk2'), false],
      [item('test'), true],
    ]);
    expect(deletedBranches(audit.state)[0]?.node).toMatchObject({
      deletedAt: NOW,
      changedBy: expect.any(String),
    });
  });

  it('does not hold what a treatment took away', () => {
    const audit = givenPlan()
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'none' });
    expect(deletedBranches(audit.state)).toEqual([]);
    expect(purgeable(audit.state, A_MONTH_LATER)).toEqual([]);
  });
});

describe('what may be purged', () => {
  it('is the topmost of what was deleted 30 days ago, to the second', () => {
    const audit = givenPlan().deleted('test').deleted('risk');
    expect(purgeable(audit.state, '2026-04-01T14:59:59.999Z')).toEqual([]);
    expect(purgeable(audit.state, A_MONTH_LATER)).toEqual([item('risk')]);
  });

  it('may lie in something that was deleted later', () => {
    const audit = givenPlan().deleted('test').deleted('risk', 'manage', LATER);
    expect(purgeable(audit.state, A_MONTH_LATER)).toEqual([item('test')]);
  });

  it('is nothing that was restored', () => {
    const audit = givenPlan().deleted('risk').restored('risk');
    expect(purgeable(audit.state, A_MONTH_LATER)).toEqual([]);
    expect(audit.state.get(item('risk'))).not.toHaveProperty('deletedAt');
  });
});
