import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME, user } from '../actions/given-plan.fixture.ts';
import { daysLeft, trashRows } from './trash-rows.ts';

const NOW = Date.parse('2026-03-10T15:00:00.000Z');
const plan = new GivenPlan(SOME)
  .does({ kind: 'delete_item', id: item(5) }, '2026-03-08T14:00:00.000Z')
  .does({ kind: 'delete_item', id: item(2) }, '2026-03-09T16:00:00.000Z');
const rows = trashRows(plan.view, NOW);

describe('the trash', () => {
  it('lists what was deleted by itself, latest first, with where it stood and what went along', () => {
    expect(
      rows.map(({ code, name, type, path, by, at, under, daysLeft: left, ancestorsDeleted }) => ({
        what: [type, code, name].join(' '),
        path: path.map((above) => `${above.name}${above.isDeleted ? '†' : ''}`).join(' › '),
        by,
        at,
        under,
        left,
        ancestorsDeleted,
      })),
    ).toEqual([
      {
        what: 'process  Compras',
        path: 'Ejecución',
        by: user(1),
        at: '2026-03-09T16:00:00.000Z',
        // The risk and the step; the control had been deleted directly before.
        under: 2,
        left: 30,
        ancestorsDeleted: false,
      },
      {
        what: 'control C-001 Doble aprobación',
        path: 'Ejecución › Compras† › Proveedores ficticios',
        by: user(1),
        at: '2026-03-08T14:00:00.000Z',
        under: 1,
        left: 28,
        ancestorsDeleted: true,
      },
    ]);
  });

  it.each([
    ['just now', '2026-03-10T15:00:00.000Z', 30],
    ['now, by a clock that goes before ours', '2026-03-10T15:02:00.000Z', 30],
    ['a minute ago', '2026-03-10T14:59:00.000Z', 30],
    ['a day ago', '2026-03-09T15:00:00.000Z', 29],
    ['30 days ago less a minute', '2026-02-08T15:01:00.000Z', 1],
    ['30 days ago', '2026-02-08T15:00:00.000Z', 0],
    ['long ago', '2025-12-01T15:00:00.000Z', 0],
  ])('keeps what was deleted %s for so many days', (_, at, expected) => {
    expect(daysLeft(at, NOW)).toBe(expected);
  });
});
