import { describe, expect, it } from 'vitest';
import { changedIds, mergeRows, presentRows, type RowChange } from './live-rows.ts';

const at = (id: string, version: number, row: string | null = `${id}${version}`): RowChange<string> => ({
  ...{ id, version, row },
});
const rows = (...changes: RowChange<string>[]) => mergeRows<string>(new Map(), changes);

describe('rows that a feed moves', () => {
  it('are the newest that is known of each, however late an older one comes', () => {
    expect(presentRows(rows(at('a', 1), at('b', 5), at('a', 2), at('b', 4)))).toEqual(['a2', 'b5']);
  });

  it('leave, and an older answer does not bring them back; a newer one does', () => {
    const gone = rows(at('a', 1), at('a', 2, null));
    expect(presentRows(gone)).toEqual([]);
    expect(presentRows(mergeRows(gone, [at('a', 1)]))).toEqual([]);
    expect(presentRows(mergeRows(gone, [at('a', 3)]))).toEqual(['a3']);
  });

  it('are told as changed where they are newer than known, and there', () => {
    const known = rows(at('a', 2), at('b', 2));
    expect(changedIds(known, [at('a', 2), at('b', 3), at('c', 0), at('d', 1, null)])).toEqual(['b', 'c']);
  });
});
