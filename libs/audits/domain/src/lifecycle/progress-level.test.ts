import { auditStatus } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { dueOfAudit, dueOfItem, judgeProgress, type Due } from './progress-level.ts';

const TODAY = '2026-05-04';
const LATE: Due = { endDate: '2026-05-03' };
const ON_TIME: Due = { endDate: TODAY };
const UNDATED: Due = { endDate: null };

it.each<[name: string, due: Due, percent: number, level: string, isLate: boolean]>([
  ['before its last day', ON_TIME, 0, 'neutral', false],
  ['before its last day', ON_TIME, 99.9, 'neutral', false],
  ['without dates', UNDATED, 40, 'neutral', false],
  ['complete before its last day', ON_TIME, 100, 'low', false],
  ['complete without dates', UNDATED, 100, 'low', false],
  ['late', LATE, 0, 'high', true],
  ['late', LATE, 69.9, 'high', true],
  ['late', LATE, 70, 'mid', true],
  ['late', LATE, 89.9, 'mid', true],
  ['late', LATE, 90, 'low', true],
  ['complete after its last day', LATE, 100, 'low', false],
  ['of an audit that was closed', { ...LATE, isOver: true }, 69.9, 'high', false],
  ['of an audit that was closed early', { ...ON_TIME, isOver: true }, 89.9, 'mid', false],
  ['of an audit that was cancelled', { ...LATE, isDropped: true }, 10, 'neutral', false],
])('work %s (%o) with %d %% is %s, late: %s', (_, due, percent, level, isLate) => {
  expect(judgeProgress(percent, due, TODAY)).toEqual({ level, isLate });
});

it('an audit is over when its work is completed or closed, and dropped when cancelled or postponed', () => {
  const table = auditStatus.options.map((status) => {
    const { isOver, isDropped } = dueOfAudit(status, TODAY);
    return `${status} ${isOver ? 'over' : isDropped ? 'dropped' : 'under way'}`;
  });
  expect(table).toEqual([
    'not_started under way',
    'in_progress under way',
    'completed over',
    'closed over',
    'cancelled dropped',
    'postponed dropped',
  ]);
});

it('an item is due by its own last day, else by the audit’s', () => {
  expect(dueOfItem(LATE, '2026-05-20').endDate).toBe('2026-05-20');
  expect(dueOfItem(LATE, null)).toBe(LATE);
});
