import { describe, expect, it } from 'vitest';
import { addDays } from '../days.ts';
import { draggedSpan } from './gantt-edits.ts';
import { ganttWindow, isDrawn, MOST_GANTT_DAYS, shifted, stateOf, xOfDay } from './gantt-spans.ts';

const today = '2026-11-22';
const span = { from: '2026-11-10', to: '2026-11-12' };

describe('the window of days', () => {
  it.each([
    ['day', '2026-10-27', '2026-12-06'],
    ['week', '2026-10-05', '2026-12-27'],
    ['month', '2026-08-01', '2027-03-02'],
  ] as const)('by %s holds bars and today, from a whole unit on', (scale, from, to) =>
    expect(ganttWindow([span], today, scale)).toEqual({ from, to }),
  );

  it('does not grow with a mistyped year', () => {
    const wrong = { from: '0026-11-10', to: '9026-11-12' };
    expect(isDrawn(wrong, today)).toBe(false);
    expect(isDrawn({ from: today, to: addDays(today, MOST_GANTT_DAYS) }, today)).toBe(true);
    expect(ganttWindow([wrong], today, 'day').to).toBe(addDays(today, MOST_GANTT_DAYS + 14));
  });
});

describe('the place of a day', () => {
  it.each([
    ['day', '2026-11-01', '2026-11-22', 21 * 36],
    ['week', '2026-11-02', '2026-11-22', (20 / 7) * 84],
    ['month', '2026-11-01', '2026-11-16', 48],
    ['month', '2026-11-01', '2027-01-01', 192],
  ] as const)('by %s', (scale, first, day, x) => expect(xOfDay(day, first, scale)).toBeCloseTo(x));
});

describe('the state of a bar', () => {
  it.each([
    ['is late once its last day has passed and the work is not over', span, false, 'late'],
    ['is not late on its last day', { from: '2026-11-20', to: today }, false, 'running'],
    ['is done although its days have passed', span, true, 'done'],
    ['is not late where nobody knows what is done', span, null, 'running'],
    ['lies ahead', { from: '2026-11-23', to: '2026-11-24' }, false, 'planned'],
  ] as const)('%s', (_, days, isDone, state) => expect(stateOf(days, today, isDone)).toBe(state));
});

it('moves as a whole, or by its end, which stays after the start', () => {
  expect(shifted(span, 7, 'whole')).toEqual({ from: '2026-11-17', to: '2026-11-19' });
  expect(shifted(span, 1, 'end')).toEqual({ from: '2026-11-10', to: '2026-11-13' });
  expect(shifted(span, -7, 'end')).toEqual({ from: '2026-11-10', to: '2026-11-10' });
});

describe('a drag', () => {
  const date = new Date();
  it.each([
    ['of the bar', { diff: 2, task: { start: date, end: date } }, { from: '2026-11-12', to: '2026-11-14' }],
    ['of its end', { diff: -1, task: { end: date } }, { from: '2026-11-10', to: '2026-11-11' }],
    ['of its start', { diff: -1, task: { start: date } }, { from: '2026-11-09', to: '2026-11-12' }],
    ['of its start past its end', { diff: 5, task: { start: date } }, null],
    ['back to where it was', { diff: 0, task: { start: date, end: date } }, null],
  ])('%s', (_, drag, after) => expect(draggedSpan(span, drag)).toEqual(after));
});
