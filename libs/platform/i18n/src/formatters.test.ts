import { describe, expect, it } from 'vitest';
import { createFormatters } from './formatters.ts';

const es = createFormatters('es');
const en = createFormatters('en');
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('dates', () => {
  it.each([
    ['a moment, in Bogota', '2026-09-21T15:42:07.000Z', '21/09/2026 10:42'],
    ['a moment whose day differs in Bogota', '2026-09-22T03:00:00.000Z', '21/09/2026 22:00'],
    ['a calendar day, which never shifts', '2026-09-21', '21/09/2026 00:00'],
  ])('shows %s', (_, value, shown) => {
    expect(es.dateTime(value)).toBe(shown);
    expect(en.dateTime(value)).toBe(shown);
  });

  it('shows days with slashes, and with hyphens in notes', () => {
    expect(es.date('2026-12-15')).toBe('15/12/2026');
    expect(es.noteDate('2026-12-15')).toBe('15-12-2026');
    expect(es.noteTime('2026-12-15T02:00:00Z')).toBe('14-12-2026 21:00');
    expect(es.isoDay(new Date('2026-12-15T02:00:00Z'))).toBe('2026-12-14');
  });

  it.each([null, undefined, '', 'mañana'])('shows nothing for %j', (value) => {
    expect(es.date(value)).toBe('');
  });
});

describe('how long ago', () => {
  const now = '2026-09-21T15:00:00.000Z';
  it.each([
    ['2026-09-21T14:59:58.000Z', 'hace 2 s', /^2 ?s(ec)?\.? ago$/],
    ['2026-09-21T15:00:03.000Z', 'hace 0 s', /^0 ?s(ec)?\.? ago$/],
    ['2026-09-21T14:55:00.000Z', 'hace 5 min', /^5 ?m(in)?\.? ago$/],
    ['2026-09-21T11:00:00.000Z', 'hace 4 h', /^4 ?h(r)?\.? ago$/],
    ['2026-09-20T14:00:00.000Z', 'ayer', /^yesterday$/],
    ['2026-09-18T14:00:00.000Z', 'hace 3 días', /^3 days ago$/],
    ['2026-09-11T14:00:00.000Z', '11/09/2026', /^11\/09\/2026$/],
  ])('%s', (then, spanish, english) => {
    expect(plain(es.relative(then, now))).toBe(spanish);
    // The short English unit differs between CLDR versions (5m, 5min).
    expect(plain(en.relative(then, now))).toMatch(english);
  });

  it('names today and yesterday with the hour', () => {
    expect(es.moment('2026-09-21T13:42:00Z', now)).toBe('hoy 08:42');
    expect(es.moment('2026-09-20T23:03:00Z', now)).toBe('ayer 18:03');
    expect(en.moment('2026-09-20T23:03:00Z', now)).toBe('yesterday 18:03');
    expect(es.moment('2026-09-01T23:03:00Z', now)).toBe('01/09/2026 18:03');
  });
});

describe('numbers', () => {
  it.each([
    ['thousands, also of four digits', es.number(1284), '1.284'],
    ['decimals', es.number(20.5), '20,5'],
    ['fixed decimals', es.fixed(20, 1), '20,0'],
    ['percentages', es.percent(71.83), '71,8 %'],
    ['hours', es.hours(1352.5), '1.352,5 h'],
    ['no bytes', es.bytes(0), '0 B'],
    ['some bytes', es.bytes(1023), '1.023 B'],
    ['megabytes', es.bytes(640 * 1024 ** 2), '640 MB'],
    ['gigabytes', es.bytes(1.25 * 1024 ** 3), '1,3 GB'],
    ['more than there is a word for', es.bytes(2048 * 1024 ** 4), '2.048 TB'],
    ['money', es.money(128_500_000), 'COP 128.500.000'],
    ['English', en.number(1284.5), '1,284.5'],
  ])('%s', (_, shown, expected) => {
    expect(plain(shown)).toBe(expected);
  });
});
