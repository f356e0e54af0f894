import { describe, expect, it } from 'vitest';
import { prepareSearch, searchTextOf } from './search-text.ts';
import type { TreeRow } from './tree-rows.ts';

const row = (name: string, code: string | null = null, children: TreeRow[] | null = null) =>
  ({ shown: { name, code }, title: { prefix: 'Padre' }, children }) as unknown as TreeRow;

describe('the text that a search reads', () => {
  it('is code and name, folded, without the parent’s name', () => {
    expect(searchTextOf(row('Doble APROBACIÓN', 'C-001'))).toBe('c-001 doble aprobacion');
    expect(searchTextOf(row('Año'))).toBe('año');
  });

  it('is made while there is nothing else to do, turn by turn', () => {
    const rows = Array.from({ length: 50 }, (_, n) => row(`Fase ${n}`, null, [row(`Proceso ${n}`)]));
    const turns: (() => void)[] = [];
    prepareSearch(rows, (run) => (turns.push(run), () => undefined));
    expect(turns).toHaveLength(1);
    while (turns.length > 0) turns.shift()?.();
    const items = rows.flatMap((one) => [one, ...(one.children ?? [])]).map(({ shown }) => shown);
    // The texts are cached from now on: mutating the item has no effect.
    for (const shown of items) Object.assign(shown, { name: 'otro' });
    expect(rows.map(searchTextOf)).toEqual(rows.map((_, n) => `fase ${n}`));
  });

  it('is not made any more once it is stopped', () => {
    let isCancelled = false;
    const stop = prepareSearch([row('a')], () => () => (isCancelled = true));
    stop();
    expect(isCancelled).toBe(true);
  });
});
