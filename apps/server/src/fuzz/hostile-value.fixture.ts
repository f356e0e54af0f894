import type { Chance } from './chance.fixture.ts';

/** Raw JSON text for input that no value serializes to. */
export class Words {
  constructor(readonly text: string) {}
}

const nested = (depth: number, open: string, close: string): Words =>
  new Words(open.repeat(depth) + close.repeat(depth));

const HOSTILE: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => -2_147_483_649,
  () => new Words('1e999'),
  () => new Words('-0'),
  () => new Words('NaN'),
  () => new Words('Infinity'),
  () => new Words('01'),
  () => '',
  () => ' ',
  () => '\u0000',
  () => 'a\u0000b',
  () => new Words('"\\ud800"'),
  () => new Words('"\\udc00\\ud800"'),
  () => '\u202E\u0301\u200B',
  () => 'x'.repeat(10_000),
  () => '🙂'.repeat(3_000),
  () => "'; drop table es.event; --",
  () => '${7*7}{{7*7}}<script>',
  () => '../../../../etc/passwd',
  () => '%s%n%00',
  () => '00000000-0000-0000-0000-000000000000',
  () => 'not-a-uuid',
  () => '9999-99-99',
  () => '0000-02-30T25:61:61Z',
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => Array.from({ length: 3_000 }, (_, index) => index),
  () => nested(200, '[', ']'),
  () => nested(20_000, '[', ']'),
  () => new Words(`${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`),
  () => new Words('{"__proto__":{"is_superuser":true,"permissions":{"*":1}}}'),
  () => new Words('{"constructor":{"prototype":{"length":-1}}}'),
  () => new Words('{"toString":null,"valueOf":null,"hasOwnProperty":1}'),
  () => ({ length: 1e9 }),
  () => new Words('{"$gt":"","then":"x","toJSON":"x"}'),
];

/** A value that no schema expects. */
export const hostileValue = (chance: Chance): unknown => chance.pick(HOSTILE)();

/** The value with one place changed: another value, an extra key, or a missing key. */
export function spoiled(value: unknown, chance: Chance): unknown {
  const isNested = typeof value === 'object' && value !== null && !(value instanceof Words);
  if (!isNested || chance.often(0.15)) return hostileValue(chance);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.often(0.2)) return [...(value as unknown[]), hostileValue(chance)];
    const at = chance.below(value.length);
    return value.map((one: unknown, index) => (index === at ? spoiled(one, chance) : one));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || chance.often(0.1)) return { ...value, [oddKey(chance)]: hostileValue(chance) };
  const at = chance.below(entries.length);
  if (chance.often(0.1)) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([key, one], index) => [key, index === at ? spoiled(one, chance) : one]),
  );
}

const oddKey = (chance: Chance): string =>
  chance.pick([
    'constructor',
    'toString',
    '',
    ' ',
    'a'.repeat(3_000),
    '\u0000',
    '$where',
    'id',
    'account_id',
  ]);

/** Serializes to JSON, with `Words` verbatim and occasional duplicate keys. */
export function written(value: unknown): string {
  if (value instanceof Words) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`)
    .join()}}`;
}

/** Bytes of a text, corrupted below the level of its grammar. */
export function spoiledBytes(text: string, chance: Chance): Buffer {
  const whole = Buffer.from(text);
  const at = chance.below(whole.length + 1);
  const cut = whole.subarray(0, at);
  const rest = whole.subarray(at);
  return Buffer.concat(
    chance.pick([
      [cut],
      [cut, Buffer.from([0xc3, 0x28, 0xa0, 0xff, 0xfe]), rest],
      [cut, Buffer.from([chance.below(256)]), rest.subarray(1)],
      [whole, whole],
      [Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')],
      [Buffer.from([0xef, 0xbb, 0xbf]), whole],
      [cut, Buffer.from('{"a":1,"a":2'), rest],
    ]),
  );
}
