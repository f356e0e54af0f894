import { ALL_LEVELS, openTo, setOpen } from '@cotejo/ui';
import { describe, expect, it } from 'vitest';
import { firstExpansion, forgetTrees, readTreeMemory, writeTreeMemory } from './tree-memory.ts';

function browser(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

describe('what somebody left open in a tree', () => {
  it('is there at the next visit, for them and that audit alone', () => {
    const storage = browser();
    const expansion = setOpen(openTo(ALL_LEVELS), [{ id: 'x', level: 0 }], false);
    writeTreeMemory(storage, 'laura', 'a1', { expansion });
    expect(readTreeMemory(storage, 'laura', 'a1')).toEqual({ expansion });
    expect(readTreeMemory(storage, 'laura', 'a2')).toBeNull();
    expect(readTreeMemory(storage, 'oscar', 'a1')).toBeNull();
  });

  it('goes with them when they sign out, and nobody else’s does', () => {
    const storage = browser();
    for (const who of ['laura', 'oscar'])
      for (const audit of ['a1', 'a2']) writeTreeMemory(storage, who, audit, { expansion: openTo(1) });
    storage.setItem('cotejo.columns.laura.icce', '{}');
    forgetTrees(storage, 'laura');
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      'cotejo.tree.oscar.a1',
      'cotejo.tree.oscar.a2',
      'cotejo.columns.laura.icce',
    ]);
  });

  it('is only the levels when far too many rows were switched', () => {
    const storage = browser();
    const rows = Array.from({ length: 2_001 }, (_, index) => ({ id: `${index}`, level: 0 }));
    writeTreeMemory(storage, 'laura', 'a1', { expansion: setOpen(openTo(0), rows, true) });
    expect(readTreeMemory(storage, 'laura', 'a1')?.expansion).toEqual(openTo(0));
  });

  it('is nothing when what is kept is not readable', () => {
    const storage = browser();
    storage.setItem('cotejo.tree.laura.a1', '{"levels":"many"}');
    expect(readTreeMemory(storage, 'laura', 'a1')).toBeNull();
  });
});

describe('the first visit', () => {
  it.each([
    ['a small plan opens whole', 150, ALL_LEVELS],
    ['a large one shows what its first level holds', 151, 1],
  ])('%s', (_name, size, levels) => {
    expect(firstExpansion(size)).toEqual(openTo(levels));
  });
});
