import { expect, it } from 'vitest';
import { byUrgency, dueOf, isLate } from './due-of.ts';

const NO_DAYS = {
  asignacion: null,
  aceptacion: null,
  aprobacion: null,
  implementacion: null,
  vencimiento: null,
};
const TODAY = '2026-11-23';

it.each([
  [
    'the implementation date of the plan',
    { implementacion: '2026-12-01', vencimiento: '2026-12-31' },
    '2026-12-01',
  ],
  ['the due date of its finding', { vencimiento: '2026-12-31' }, '2026-12-31'],
  ['no day', {}, null],
])('a plan is due on %s', (_, fechas, due) => {
  expect(dueOf({ fechas: { ...NO_DAYS, ...fechas } })).toBe(due);
});

it.each([
  ['EN_PROCESO', '2026-11-22', true],
  ['EN_PROCESO', TODAY, false],
  ['ASIGNADO', '2026-01-01', true],
  ['IMPLEMENTADO', '2026-01-01', false],
  ['EVALUADO', '2026-01-01', false],
  [null, '2026-01-01', true],
])('in status %s and due on %s, a plan is late: %s', (status, vencimiento, late) => {
  expect(isLate({ status, fechas: { ...NO_DAYS, vencimiento } }, TODAY)).toBe(late);
});

it('plans that wait for the person come first, the sooner before the later', () => {
  const plan = (status: string | null, implementacion: string | null) => ({
    status,
    fechas: { ...NO_DAYS, implementacion },
  });
  const evaluated = plan('EVALUADO', '2026-01-17');
  const late = plan('EN_PROCESO', '2026-08-24');
  const later = plan('ASIGNADO', '2026-12-01');
  const open = plan(null, null);
  expect(byUrgency([evaluated, open, later, late])).toEqual([late, later, open, evaluated]);
});
