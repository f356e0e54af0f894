import { expect, it } from 'vitest';
import { farDays } from './far-days.ts';

const audit = { fecha_inicio: '2026-02-01', fecha_fin: '2026-11-30', ano_auditoria: 2026 };
const undated = { fecha_inicio: null, fecha_fin: null, ano_auditoria: 2026 };

it.each([
  [audit, ['2026-02-01', '2026-11-30'], []],
  [audit, ['2025-02-01', '2027-11-30', ''], []],
  [audit, ['2025-01-30', '2027-12-03'], ['2025-01-30', '2027-12-03']],
  [audit, ['2206-03-15', '2026-03-15'], ['2206-03-15']],
  [undated, ['2026-01-01', '2027-12-31'], []],
  [undated, ['2024-12-01', '1926-05-01'], ['2024-12-01', '1926-05-01']],
])('of an audit %j the days %j are far: %j', (period, days, far) => {
  expect(farDays(days, period)).toEqual(far);
});
