import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME } from './given-plan.fixture.ts';
import { topmost } from './topmost.ts';

const top = (...chosen: number[]) => {
  const { view } = new GivenPlan(SOME).does({ kind: 'delete_item', id: item(8) });
  return topmost(view, chosen.map(item));
};

describe('the topmost of a selection', () => {
  it.each([
    ['nothing', [], []],
    ['one', [5], [5]],
    ['in the order of the tree, however chosen', [7, 4, 3], [4, 3]],
    ['without what lies under another, at any depth', [6, 2, 5], [2]],
    ['across branches', [7, 6], [6, 7]],
    ['each once', [4, 4], [4]],
    ['without what is deleted or unknown', [8, 99, 4], [4]],
  ])('%s', (_, chosen, expected) => {
    expect(top(...chosen)).toEqual(expected.map(item));
  });
});
