/** First place where a text stops being JSON. `JSON.parse` tells it in some engines' messages only. */
export interface JsonFault {
  readonly what: 'syntax' | 'nesting';
  /** `line:column`, both from 1. */
  readonly at: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** Iterative, so that no input can exhaust the stack; null when the text is JSON within `maxDepth`. */
export function findJsonFault(text: string, maxDepth: number): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let expects: 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'after' = 'value';

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
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
        if (!take(STRING)) return fault('syntax');
        take(SPACE);
        if (text[at] !== ':') return fault('syntax');
        at++;
        expects = 'value';
      }
    } else if (c === '{' || c === '[') {
      if (open.length === maxDepth) return fault('nesting');
      open.push(c);
      at++;
      expects = c === '{' ? 'key-or-close' : 'value-or-close';
    } else if (c === ']' && expects === 'value-or-close') {
      open.pop();
      at++;
      expects = 'after';
    } else if (take(STRING) || take(NUMBER) || take(WORD)) {
      expects = 'after';
    } else return fault('syntax');
  }
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}
