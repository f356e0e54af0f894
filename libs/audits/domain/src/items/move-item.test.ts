import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { GivenAudit, givenPlan, item, type Ask } from '../testing/given-audit.ts';
import { displayOrder, MAX_DEPTH } from '../model/tree.ts';

const move = (label: string, parent: string | null, over: Record<string, unknown> = {}) => ({
  kind: 'move_item',
  id: item(label),
  parent: parent === null ? null : item(parent),
  ...over,
});

const givenTwoProcesses = () => givenPlan().item('proc2', 'process', 'phase').item('act', 'activity', 'proc');

describe('move_item', () => {
  it('says where it goes and where it was', () => {
    expect(givenTwoProcesses().when(move('risk', 'proc2'))).toEqual([
      {
        type: 'TreeItemMoved',
        data: {
          id: item('risk'),
          parent: item('proc2'),
          position: 'a0',
          from: { parent: item('proc'), position: 'a0' },
          leftRefParent: false,
        },
      },
    ]);
  });

  it('of two moves the later one wins', () => {
    const audit = givenTwoProcesses()
      .does(move('step', 'proc2'), { by: 'peer' })
      .does(move('step', 'act'), { base: 3 });
    expect(audit.state.get(item('step'))?.place[0]).toBe(item('act'));
  });

  it('a deleted sibling keeps its position for itself', () => {
    const audit = givenTwoProcesses().deleted('step');
    expect(audit.when(move('act', 'proc', { after: item('risk') }))).toMatchObject([
      { data: { position: 'a0V' } },
    ]);
  });

  it.each([
    ['at the end, put at the end', 'act', {}],
    ['after its elder sibling, put after it', 'step', { after: item('risk') }],
    ['before its younger sibling, put before it', 'step', { before: item('act') }],
    ['first, put first', 'risk', { after: null }],
    ['first, put before the second', 'risk', { after: null, before: item('step') }],
  ])('does nothing to an item that is %s', (_, label, anchors) => {
    expect(givenTwoProcesses().when(move(label, 'proc', anchors))).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    ['under where it was raised', 'test', false],
    ['elsewhere: it is from now on its parent’s', 'step', true],
    ['above it', 'proc', true],
  ])('a finding raised for a control goes %s', (_, parent, left) => {
    const audit = givenTwoProcesses().item('f2', 'finding', 'test', { refParent: 'ctrl' });
    const target = parent === 'test' ? 'ctrl' : parent;
    expect(audit.when(move('f2', target))).toMatchObject([{ data: { leftRefParent: left } }]);
    audit.does(move('f2', target));
    expect(audit.state.get(item('f2'))?.refParent).toBe(left ? undefined : item('ctrl'));
    expect(displayOrder(audit.state, item(target))).toContain(item('f2'));
  });

  describe('of what a finding stands in, raised for something further up', () => {
    const given = () =>
      givenTwoProcesses()
        .item('risk2', 'risk', 'proc2')
        .item('fc', 'finding', 'test', { refParent: 'ctrl' })
        .item('fr', 'finding', 'test', { refParent: 'risk' })
        .item('fp', 'finding', 'test', { refParent: 'phase' });
    const raisedFor = (audit: ReturnType<typeof given>) =>
      ['fc', 'fr', 'fp'].map((label) => audit.state.get(item(label))?.refParent);

    it('away from there leaves it in sight, raised for its parent', () => {
      const audit = given().does(move('ctrl', 'risk2'));
      expect(raisedFor(audit)).toEqual([item('ctrl'), undefined, item('phase')]);
      expect(displayOrder(audit.state, item('test'))).toEqual([item('fc'), item('fr'), item('fp')]);
    });

    it('says nothing of it where nothing changes for it', () => {
      expect(given().when(move('risk', 'proc2'))).toHaveLength(1);
      expect(given().when(move('proc', 'phase', { after: item('proc2') }))).toHaveLength(1);
    });

    it('leaves what lies in the trash there, and it comes back in sight', () => {
      const audit = given().deleted('fr');
      expect(audit.when(move('ctrl', 'risk2'))).toHaveLength(1);
      audit.does(move('ctrl', 'risk2')).does({ kind: 'restore_item', id: item('fr') });
      expect(displayOrder(audit.state, item('test'))).toContain(item('fr'));
    });
  });

  it('an understanding has no place of its own to be sorted to, but among others of its kind', () => {
    const audit = givenTwoProcesses().item('und', 'understanding', 'proc');
    const first = move('und', 'proc', { after: null });
    expect(audit.when(first)).toEqual([]);
    expect(audit.when(move('und', 'proc2'))).toHaveLength(1);
    audit.item('und2', 'understanding', 'proc');
    expect(audit.when(first)).toHaveLength(1);
  });

  it('a reference moves to another risk that holds its control not yet', () => {
    const audit = givenTwoProcesses()
      .item('risk2', 'risk', 'proc2')
      .item('risk3', 'risk', 'proc2')
      .item('risk4', 'risk', 'proc2')
      .reference('ref2', 'risk2', 'ctrl')
      .reference('ref3', 'risk3', 'ctrl');
    expect(audit.when(move('ref2', 'risk4'))).toHaveLength(1);
    expect(audit.when(move('ref2', 'risk3'))).toBe('child_type_not_allowed');
    expect(audit.when(move('ref2', 'risk'))).toBe('child_type_not_allowed');
    expect(audit.when(move('ref2', 'proc2'))).toBe('child_type_not_allowed');
    expect(audit.when(move('ctrl', 'risk2'))).toBe('child_type_not_allowed');
    expect(audit.when(move('ctrl', 'risk4'))).toHaveLength(1);
    expect(audit.deleted('ref3').when(move('ref2', 'risk3'))).toHaveLength(1);
  });

  it('in an ICCE audit findings are moved by whoever has that role', () => {
    const audit = new GivenAudit('icce')
      .item('phase', 'phase', null)
      .item('s1', 'step', 'phase')
      .item('s2', 'step', 'phase')
      .item('find', 'finding', 's1');
    expect(audit.when(move('find', 's2'))).toBe('icce_role_required');
    expect(audit.when(move('find', 's2'), { by: 'icce' })).toHaveLength(1);
  });

  it('an anchor that is the item itself is passed over', () => {
    expect(givenTwoProcesses().when(move('step', 'proc', { after: item('step') }))).toMatchObject([
      { data: { position: 'a3' } },
    ]);
  });

  it('voids nothing', () => {
    expect(givenTwoProcesses().status('step', 'reviewed').when(move('step', 'proc2'))).toHaveLength(1);
  });

  const refusals: readonly [string, ReturnType<typeof move>, Ask, string][] = [
    ['a guest', move('risk', 'proc2'), { by: 'guest' }, 'forbidden'],
    ['an unknown item', move('nobody', 'proc'), {}, 'item_not_found'],
    ['an unknown parent', move('risk', 'nobody'), {}, 'parent_deleted'],
    ['an item into itself', move('proc', 'proc'), {}, 'would_create_cycle'],
    ['an item into its own branch', move('proc', 'act'), {}, 'would_create_cycle'],
    ['a type the parent may not hold', move('ctrl', 'proc'), {}, 'child_type_not_allowed'],
    ['a type the audit may not hold', move('risk', null), {}, 'child_type_not_allowed'],
  ];
  it.each(refusals)('refuses %s', (_, intent, ask, code) => {
    expect(givenTwoProcesses().when(intent, ask)).toBe(code);
  });

  it('refuses the deleted, and parents that are gone', () => {
    expect(givenTwoProcesses().deleted('risk').when(move('risk', 'proc2'))).toBe('item_deleted');
    expect(givenTwoProcesses().deleted('proc').when(move('risk', 'proc2'))).toBe('item_deleted');
    expect(givenTwoProcesses().deleted('proc2').when(move('risk', 'proc2'))).toBe('parent_deleted');
  });

  it('refuses what a treatment put where it is', () => {
    const audit = givenPlan()
      .item('find2', 'finding', 'risk')
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' });
    const plan = actionPlanIdOf(item('find'));
    expect(audit.when({ kind: 'move_item', id: plan, parent: item('find2') })).toBe('derived_item');
  });

  it('goes no deeper than the limit, counting what moves along', () => {
    const audit = new GivenAudit().item('l1', 'phase', null);
    for (let level = 2; level < MAX_DEPTH; level++) audit.item(`l${level}`, 'process', `l${level - 1}`);
    audit.item('risk', 'risk', 'l2').item('ctrl', 'control', 'risk');
    expect(audit.when(move('risk', `l${MAX_DEPTH - 2}`))).toHaveLength(1);
    expect(audit.when(move('risk', `l${MAX_DEPTH - 1}`))).toBe('depth_exceeded');
  });
});
