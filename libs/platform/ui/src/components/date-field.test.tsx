import { describe, expect, it } from 'vitest';
import { readDay } from './date-field.tsx';

describe('a day as people type it', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5/1/2026', '2026-01-05'],
    ['5/1/26', '2026-01-05'],
    ['31-12-2026', '2026-12-31'],
    ['2026-12-05', '2026-12-05'],
    ['31/02/2026', null],
    ['12/31/2026', null],
    ['mañana', null],
    ['', null],
  ])('%s → %s', (text, day) => expect(readDay(text)).toBe(day));
});
