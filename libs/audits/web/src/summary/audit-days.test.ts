import type { AuditStatus } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { auditDays, daysBetween, type AuditDays } from './audit-days.ts';

const TODAY = '2026-03-10';

it.each<[string, AuditStatus, string | null, string | null, string | null, AuditDays]>([
  ['not begun', 'not_started', '2026-03-15', '2026-06-30', null, { kind: 'until_start', days: 5 }],
  ['not begun in time', 'not_started', '2026-03-01', '2026-03-20', null, { kind: 'left', days: 10 }],
  ['under way', 'in_progress', '2026-02-01', '2026-03-20', null, { kind: 'left', days: 10 }],
  ['on its last day', 'in_progress', '2026-02-01', TODAY, null, { kind: 'left', days: 0 }],
  ['late', 'in_progress', '2026-02-01', '2026-03-07', null, { kind: 'late', days: 3 }],
  ['without an end', 'in_progress', '2026-02-01', null, null, { kind: 'none' }],
  ['culminated late', 'completed', '2026-02-01', '2026-03-07', null, { kind: 'none' }],
  ['cancelled', 'cancelled', '2026-02-01', '2026-03-07', null, { kind: 'none' }],
  [
    'closed',
    'closed',
    '2026-01-01',
    '2026-02-28',
    '2026-02-10',
    { kind: 'closed', assembleBy: '2026-04-11', assemblyLeft: 32, retainedUntil: '2031-02-10' },
  ],
  [
    'closed long ago',
    'completed',
    null,
    null,
    '2025-12-31',
    { kind: 'closed', assembleBy: '2026-03-01', assemblyLeft: -9, retainedUntil: '2030-12-31' },
  ],
])('an audit that is %s', (_, status, startDate, endDate, closedOn, expected) => {
  expect(auditDays({ status, startDate, endDate, closedOn }, TODAY)).toEqual(expected);
});

it('days are whole across a change of year', () => {
  expect([daysBetween('2025-12-31', '2026-01-01'), daysBetween('2026-03-01', '2026-02-28')]).toEqual([1, -1]);
});
