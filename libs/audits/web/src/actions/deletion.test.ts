import { describe, expect, it } from 'vitest';
import { deletionOf } from './deletion.ts';
import { GivenPlan, item, SOME, user, type Who } from './given-plan.fixture.ts';

/** The first risk's control is shared with the second. */
const shared = () =>
  new GivenPlan(SOME).does({
    kind: 'create_item',
    id: item(20),
    type: 'reference',
    parent: item(7),
    name: 'Doble aprobación',
    target: { audit: null, item: item(5) },
  });
const read = (plan: GivenPlan, chosen: number[], who: Who = {}) =>
  deletionOf(plan.view, chosen.map(item), plan.judgeAs(who));

describe('what a deletion takes along', () => {
  it('counts by type what lies under, most first', () => {
    expect(read(new GivenPlan([...SOME, [9, 'control', 4, 'Otro']]), [2])).toMatchObject({
      ids: [item(2)],
      refused: [],
      under: [
        ['control', 2],
        ['risk', 1],
        ['control_test', 1],
        ['step', 1],
      ],
      staying: 0,
      shared: [],
    });
  });

  it('does not count a control, nor what is under it, that goes on in another risk', () => {
    const deletion = read(shared(), [2]);
    expect(deletion.under).toEqual([
      ['risk', 1],
      ['step', 1],
    ]);
    expect(deletion.staying).toBe(1);
  });

  it('counts it when the other risk goes, too', () => {
    const { under, staying } = read(shared(), [2, 3]);
    expect(Object.fromEntries(under)).toMatchObject({ risk: 2, control: 1, control_test: 1, reference: 1 });
    expect(staying).toBe(0);
  });

  it('asks about a control that stands in other risks, with how many hold it', () => {
    expect(read(shared(), [5]).shared).toEqual([{ id: item(5), places: 2 }]);
  });

  it.each([
    ['when its references go, too', [5, 20]],
    ['when the risk that refers to it goes', [5, 7]],
    ['of the branch that holds it: it moves to where it is referred to', [4]],
    ['of a reference', [20]],
  ])('asks nothing %s', (_, chosen) => {
    expect(read(shared(), chosen).shared).toEqual([]);
  });

  it('tells apart what this person may not delete', () => {
    const deletion = read(new GivenPlan(SOME), [4, 7], { role: 'auditor', team: 'auditor', n: 2 });
    expect(deletion.ids).toEqual([]);
    expect(deletion.refused).toEqual([
      { id: item(4), rejection: { code: 'forbidden' } },
      { id: item(7), rejection: { code: 'forbidden' } },
    ]);
  });

  it('names whose signatures stand on it, but on nothing that stays elsewhere', () => {
    const plan = shared()
      .does({ kind: 'change_status', id: item(8), from: 'new', to: 'in_progress' })
      .does({ kind: 'change_status', id: item(8), from: 'in_progress', to: 'completed' });
    expect(read(plan, [2]).signers).toEqual([user(1)]);
    expect(read(plan, [4]).signers).toEqual([]);
    expect(read(plan, [2]).gone).toEqual([2, 8, 4].map(item));
  });
});
