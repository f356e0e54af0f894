import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME, user } from './given-plan.fixture.ts';
import { statusChoices } from './many-statuses.ts';

const plan = new GivenPlan(SOME)
  .does({ kind: 'change_status', id: item(4), from: 'new', to: 'in_progress' })
  .does({ kind: 'change_status', id: item(5), from: 'new', to: 'in_progress' })
  .does({ kind: 'change_status', id: item(5), from: 'in_progress', to: 'completed' })
  .does({ kind: 'change_status', id: item(8), from: 'new', to: 'in_progress' });
const choices = (n: number, ...chosen: number[]) =>
  statusChoices(plan.view, chosen.map(item), { actor: user(n), can: plan.facts({ n }).can });

describe('one status for several', () => {
  it('is offered when every one of them may take it', () => {
    expect(choices(2, 4, 8)).toEqual({
      ids: [item(4), item(8)],
      common: [{ to: 'completed', ids: [item(4), item(8)], others: [] }],
      partial: [],
    });
  });

  it('that only some may take comes with those that stand in its way', () => {
    expect(choices(2, 4, 5).partial.map(({ to, others }) => [to, others])).toEqual([['reviewed', [item(4)]]]);
  });

  it('that some have already is offered for the others', () => {
    expect(choices(2, 4, 5).common).toEqual([
      { to: 'completed', ids: [item(4)], others: [] },
      { to: 'in_progress', ids: [item(5)], others: [] },
    ]);
  });

  it('is not offered to whoever prepared it', () => {
    expect(choices(1, 5).common.map(({ to }) => to)).not.toContain('reviewed');
  });

  it('concerns only what has one', () => {
    expect(choices(2, 1, 2, 4).ids).toEqual([item(4)]);
    expect(choices(2, 1, 2)).toEqual({ ids: [], common: [], partial: [] });
  });
});
