import { describe, expect, it } from 'vitest';
import { dayIn, endOfDay, startOfDay } from './calendar-day.ts';

describe('a calendar day in a time zone', () => {
  it.each([
    ['America/Bogota', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['Europe/Madrid', '2026-06-30', '2026-06-29T22:00:00.000Z', '2026-06-30T22:00:00.000Z'],
    // 23 and 25 hours.
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Asia/Tokyo', '2028-02-29', '2028-02-28T15:00:00.000Z', '2028-02-29T15:00:00.000Z'],
  ])('in %s of %s begins and ends', (zone, day, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end]);
    expect(dayIn(zone, new Date(start))).toBe(day);
    expect(dayIn(zone, new Date(Date.parse(end) - 1))).toBe(day);
    expect(dayIn(zone, new Date(end))).not.toBe(day);
  });
});
