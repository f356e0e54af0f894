import type { JsonValue } from './port.ts';

/**
 * RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers as ECMAScript prints them, no
 * white space. A property whose value is `undefined` is absent, as in `JSON.stringify`.
 *
 * @throws TypeError for values without a JSON form: numbers that are not finite, lone surrogates, functions…
 */
export function canonicalJson(value: JsonValue): string {
  return write(value);
}

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Cache of quoted keys: keys repeat from event to event. Cleared when full, which bounds its memory. */
const quotedKeys = new Map<string, string>();
const MOST_KEYS = 4_096;
const LONGEST_KEY = 64;

function write(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value) : writeObject(value);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

function writeArray(values: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    text += write(values[index]);
  }
  return `${text}]`;
}

function writeObject(value: object): string {
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  if (!isSorted(keys)) keys.sort();
  let text = '{';
  for (const key of keys) {
    const member = record[key];
    if (member === undefined) continue;
    if (text !== '{') text += ',';
    text += quoteKey(key);
    text += write(member);
  }
  return `${text}}`;
}

/** Most writers emit the members of an object in sorted order already; checking is cheaper than sorting. */
function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return false;
  }
  return true;
}

/** The key as a JSON string, with its colon. */
function quoteKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = `${writeString(key)}:`;
  if (key.length <= LONGEST_KEY) {
    if (quotedKeys.size === MOST_KEYS) quotedKeys.clear();
    quotedKeys.set(key, quoted);
  }
  return quoted;
}

function writeString(value: string): string {
  // The cheap test rules out almost every text; only the rest pays for the Unicode test.
  if (SURROGATE.test(value) && LONE_SURROGATE.test(value)) {
    throw new TypeError('a string holds a lone surrogate');
  }
  return JSON.stringify(value);
}
