import type { TeamMemberRead, TimeRecordRead } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { executedBudget, hoursByPerson } from './spent-hours.ts';

const member = (id: string, hours: number, cost: number | null): TeamMemberRead =>
  ({
    usuario: { id, name: id, sigla: id },
    horas_presupuestadas: hours,
    horas_cargadas: 0,
    costo_presupuestado: cost,
  }) as unknown as TeamMemberRead;
const record = (id: string, horas: number): TimeRecordRead =>
  ({ usuario: { id }, horas, actividad: { id: 'x' } }) as unknown as TimeRecordRead;

const TEAM = [
  member('Ana', 10, 1_000),
  member('Beto', 40, 8_000),
  member('Ciro', 0, 0),
  member('Dora', 0, 0),
];
const TIME = [record('Ana', 2.5), record('Ana', 1.5), record('Ciro', 3)];

it('people have their planned hours and cost against what they spent, at the cost of a planned hour', () => {
  expect(
    hoursByPerson(TEAM, TIME, true).map(({ name, budgeted, spent, cost, spentCost }) => [
      ...[name, budgeted, spent],
      ...[cost, spentCost],
    ]),
  ).toEqual([
    ['Beto', 40, 0, 8_000, 0],
    ['Ana', 10, 4, 1_000, 400],
    // Without planned hours, an hour has no cost.
    ['Ciro', 0, 3, 0, null],
  ]);
});

it('a reader who does not see costs has none, nor a budget executed', () => {
  const own = hoursByPerson(TEAM.slice(0, 1), TIME.slice(0, 2), false);
  expect(own.map(({ spent, cost, spentCost }) => [spent, cost, spentCost])).toEqual([[4, null, null]]);
  expect(executedBudget(own)).toBeNull();
});

it('the budget executed is the cost spent of the cost planned', () => {
  expect(executedBudget(hoursByPerson(TEAM, TIME, true))).toEqual({ cost: 9_000, spent: 400, percent: 4.4 });
  expect(executedBudget([])).toBeNull();
});
