import { expect, it } from 'vitest';
import { movedTo } from './moved-to.ts';

const row = { id: 'r' as never, plan: { name: '2024' } };
const target = { id: 'p' as never, year: 2025, status: 'draft' } as const;

it.each([
  ['2024-03-01', '2024-11-30', '2025-03-01', '2025-11-30'],
  ['2024-02-29', '2025-01-15', '2025-02-28', '2026-01-15'],
  [null, null, null, null],
])('a row from %s until %s moves to %s and %s', (startDate, endDate, start, end) => {
  expect(movedTo({ ...row, startDate, endDate }, target)).toEqual({
    ...{ plan: 'p', movedFrom: 'r', origin: 'planned', startDate: start, endDate: end },
  });
});

it('a row that moves to an approved plan is an addition to it', () => {
  const moved = movedTo({ ...row, startDate: null, endDate: null }, { ...target, status: 'approved' });
  expect(moved.origin).toBe('added');
});
