import { describe, expect, it } from 'vitest';
import { itemType, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import { countsForProgress, explainProgress, progressByItem, progressOf } from './progress.ts';
import { GivenAudit, givenPlan, item } from '../testing/given-audit.ts';

describe('progress', () => {
  it('of the demo audit is 71.8: 42 counted items by their statuses', () => {
    const statuses: readonly (readonly [ItemStatus, number])[] = [
      ['reviewed', 18],
      ['completed', 9],
      ['review_note', 2],
      ['in_progress', 7],
      ['assigned', 4],
      ['new', 2],
    ];
    const audit = new GivenAudit().item('phase', 'phase', null).item('proc', 'process', 'phase');
    let number = 0;
    for (const [status, count] of statuses)
      for (let index = 0; index < count; index++) audit.item(`s${number++}`, 'step', 'proc', { status });
    audit.item('find', 'finding', 'proc', { status: 'new' });
    expect(number).toBe(42);
    expect(progressOf(audit.state, null)).toBe(71.8);
  });

  it.each<[ItemStatus, number]>([
    ['new', 0],
    ['assigned', 0],
    ['in_progress', 40],
    ['not_discussed', 40],
    ['completed', 85],
    ['review_note', 85],
    ['reviewed', 100],
    ['not_accepted', 100],
  ])('of an item that is %s is %d', (status, percent) => {
    const audit = new GivenAudit().item('phase', 'phase', null).item('step', 'step', 'phase', { status });
    expect(progressOf(audit.state, item('step'))).toBe(percent);
    expect(progressOf(audit.state, item('phase'))).toBe(percent);
  });

  it('counts work, and in an ICCE audit only steps', () => {
    const counted = (record: 'audit_plan' | 'icce'): ItemType[] =>
      itemType.options.filter((type) => countsForProgress(type, record));
    expect(counted('audit_plan')).toEqual([
      'understanding',
      'risk',
      'control',
      'control_test',
      'step',
      'inspection',
      'materiality',
    ]);
    expect(counted('icce')).toEqual(['step']);
  });

  it('a completed step of an ICCE audit is done', () => {
    const audit = new GivenAudit('icce')
      .item('phase', 'phase', null)
      .item('step', 'step', 'phase', { status: 'completed' });
    expect(progressOf(audit.state, null)).toBe(100);
  });

  it('is null where nothing counts, and for what is gone', () => {
    const audit = new GivenAudit().item('phase', 'phase', null);
    expect(progressOf(audit.state, null)).toBeNull();
    expect(progressOf(audit.state, item('nobody'))).toBeNull();
    expect(progressOf(givenPlan().deleted('proc').state, item('step'))).toBeNull();
  });

  it('leaves out what is deleted, and what lies under it', () => {
    const audit = givenPlan().status('step', 'reviewed');
    expect(progressOf(audit.state, null)).toBe(25);
    expect(progressOf(audit.deleted('risk').state, null)).toBe(100);
  });

  it('tells what it is made of: how many of each status, and what each stands for', () => {
    const audit = givenPlan().status('step', 'reviewed').status('ctrl', 'in_progress');
    const told = explainProgress(audit.state, null);
    expect(told).toEqual({
      progress: progressOf(audit.state, null),
      count: 4,
      parts: [
        { status: 'reviewed', percent: 100, count: 1 },
        { status: 'in_progress', percent: 40, count: 1 },
        { status: 'new', percent: 0, count: 2 },
      ],
    });
    const sum = told.parts.reduce((all, { percent, count }) => all + percent * count, 0);
    expect(Math.round((sum * 10) / told.count) / 10).toBe(told.progress);
    const empty = explainProgress(new GivenAudit('icce').state, null);
    expect(empty).toEqual({ progress: null, count: 0, parts: [] });
  });

  it('of all items at once is that of each', () => {
    const audit = givenPlan().status('step', 'reviewed').status('ctrl', 'in_progress').deleted('test');
    const all = progressByItem(audit.state);
    for (const [id, progress] of all) expect(progress).toBe(progressOf(audit.state, id));
    expect([...all.keys()]).toHaveLength(audit.state.liveCount + 1);
  });
});
