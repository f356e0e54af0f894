import type { JsonValue } from './port.ts';

/**
 * RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers as ECMAScript prints
 * them, no white space. A property whose value is `undefined` is absent, as in `JSON.stringify`.
 *
 * @throws TypeError for what JSON cannot say: numbers that are not finite, lone surrogates, functions…
 */
export function canonicalJson(value: JsonValue): string {
  return write(value);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

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
      return Array.isArray(value) ? `[${Array.from(value, write).join(',')}]` : writeObject(value);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

function writeObject(value: object): string {
  const record = value as Record<string, unknown>;
  let text = '';
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${writeString(key)}:${write(member)}`;
  }
  return `{${text}}`;
}

function writeString(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError('a string holds a lone surrogate');
  return JSON.stringify(value);
}
