/** First position where a text is not JSON or exceeds a bound. `JSON.parse` reports neither in all engines. */
export interface JsonFault {
  readonly what: 'syntax' | 'nesting' | 'values';
  /** `line:column`, both from 1. */
  readonly at: string;
}

export interface JsonBounds {
  /** Maximum nesting of objects and lists. */
  readonly depth: number;
  /** Maximum number of objects, lists and plain values: each takes memory once parsed. */
  readonly values: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Finds the first fault; null if the text is JSON within the bounds. Iterative, so that no input can exhaust
 * the stack.
 */
export function findJsonFault(text: string, { depth, values }: JsonBounds): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let found = 0;
  let expects: 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'after' = 'value';

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  /** Hand-written: a repeating regular expression exhausts the engine's stack on long strings. */
  const takeString = (): boolean => {
    if (text.charCodeAt(at) !== QUOTE) return false;
    const start = at;
    at++;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH && take(ESCAPE)) continue;
      if (!(code >= FIRST_PRINTABLE) || code === BACKSLASH) {
        at = start;
        return false;
      }
      at++;
    }
    at++;
    return true;
  };
  const fault = (what: JsonFault['what']): JsonFault => ({ what, at: lineAndColumn(text, at) });

  for (;;) {
    take(SPACE);
    const c = text[at];
    if (expects === 'after' && open.length === 0) return at === text.length ? null : fault('syntax');
    const inside = open.at(-1);

    if (expects === 'after') {
      if (c === ',') expects = inside === '{' ? 'key' : 'value';
      else if (c === (inside === '{' ? '}' : ']')) open.pop();
      else return fault('syntax');
      at++;
    } else if (expects === 'key' || expects === 'key-or-close') {
      if (c === '}' && expects === 'key-or-close') {
        open.pop();
        at++;
        expects = 'after';
      } else {
        if (!takeString()) return fault('syntax');
        take(SPACE);
        if (text[at] !== ':') return fault('syntax');
        at++;
        expects = 'value';
      }
    } else if (c === ']' && expects === 'value-or-close') {
      open.pop();
      at++;
      expects = 'after';
    } else if (++found > values) {
      return fault('values');
    } else if (c === '{' || c === '[') {
      if (open.length === depth) return fault('nesting');
      open.push(c);
      at++;
      expects = c === '{' ? 'key-or-close' : 'value-or-close';
    } else if (takeString() || take(NUMBER) || take(WORD)) {
      expects = 'after';
    } else return fault('syntax');
  }
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}
