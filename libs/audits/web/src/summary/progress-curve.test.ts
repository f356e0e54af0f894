import { expect, it } from 'vitest';
import { curveOf, untilToday } from './progress-curve.tsx';

const at = (dia: string, progreso: number | null) => ({ dia, progreso });

it('ends with the present progress, and leaves out days without a figure', () => {
  const points = [at('2026-03-01', null), at('2026-03-02', 10), at('2026-03-05', 20)];
  expect(untilToday(points, '2026-03-05', 25)).toEqual([at('2026-03-02', 10), at('2026-03-05', 25)]);
  expect(untilToday(points, '2026-03-09', null)).toEqual(points.slice(1));
});

it('stays level until the day of the next point', () => {
  expect(curveOf([at('2026-03-01', 0), at('2026-03-02', 50), at('2026-03-11', 100)])).toBe(
    'M0 70H30V36H300V2',
  );
  expect(curveOf([])).toBe('');
});
