import { createFormatters } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import { periodText, stepOf, weekdayText } from './periods.ts';
import { momentAt } from '../zoned-moment.ts';

describe('another page', () => {
  it.each([
    ['2026-01-31', 'month', 1, '2026-02-28'],
    ['2026-01-31', 'month', -1, '2025-12-31'],
    ['2026-11-22', 'week', -1, '2026-11-15'],
    ['2026-12-31', 'day', 1, '2027-01-01'],
  ] as const)('of %s by %s', (day, span, pages, after) => expect(stepOf(day, span, pages)).toBe(after));
});

it('a period is told in the person’s language', () => {
  const text = (span: Parameters<typeof periodText>[1], language: 'es' | 'en') =>
    periodText('2026-11-22', span, language, createFormatters(language));
  expect(text('month', 'es')).toBe('Noviembre de 2026');
  expect(text('month', 'en')).toBe('November 2026');
  expect(text('week', 'es')).toBe('16/11/2026 – 22/11/2026');
  expect(text('day', 'es')).toBe('Domingo, 22/11/2026');
  expect(weekdayText('2026-11-23', 'es')).toBe('Lun');
});

it.each([
  ['America/Bogota', '2026-11-23T04:30:00.000Z'],
  ['Asia/Tokyo', '2026-11-22T14:30:00.000Z'],
  ['Europe/Madrid', '2026-11-22T22:30:00.000Z'],
])('half past eleven in the evening in %s', (zone, moment) =>
  expect(momentAt('2026-11-22', '23:30', zone)).toBe(moment),
);
