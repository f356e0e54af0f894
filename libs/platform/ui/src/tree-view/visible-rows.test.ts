import { describe, expect, it } from 'vitest';
import { ALL_LEVELS, isOpenIn, openTo, setOpen } from './expansion.ts';
import { pathTo, VisibleRows, type TreeViewItem } from './visible-rows.ts';

const item = (id: string, children: readonly TreeViewItem[] | null = null): TreeViewItem => ({
  id,
  name: id,
  children,
});
const branch = [item('c'), item('d')];
const b = item('b', branch);
const e = item('e');
const a = item('a', [b, e]);
const f = item('f', []);

const outline = (rows: VisibleRows) =>
  Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    return row ? `${'  '.repeat(row.level)}${row.id} ${row.position}/${row.siblings}` : 'hole';
  });

describe('the visible rows of a tree', () => {
  it('stand in one list, each with its level and its place among its siblings', () => {
    const rows = new VisibleRows();
    rows.read([a, f], openTo(ALL_LEVELS));
    expect(outline(rows)).toEqual(['a 1/2', '  b 1/2', '    c 1/2', '    d 2/2', '  e 2/2', 'f 2/2']);
    expect(rows.get('d')).toMatchObject({ index: 3, parent: 'b', isOpen: false });
  });

  it('leave out what closed branches hide', () => {
    const rows = new VisibleRows();
    rows.read([a, f], openTo(1));
    expect(outline(rows)).toEqual(['a 1/2', '  b 1/2', '  e 2/2', 'f 2/2']);
    expect(rows.get('c')).toBeUndefined();
  });

  it('are the same list while only the content of rows changes, and only those rows are new', () => {
    const rows = new VisibleRows();
    const open = openTo(ALL_LEVELS);
    const list = rows.read([a, f], open);
    const [before, kept] = [rows.get('e'), rows.get('d')];
    const renamed = { ...e, name: 'E' };
    expect(rows.read([{ ...a, children: [b, renamed] }, f], open)).toBe(list);
    expect(rows.get('e')).not.toBe(before);
    expect(rows.get('e')?.item).toBe(renamed);
    expect(rows.get('d')).toBe(kept);
  });

  it('are another list when a row comes, goes or changes places', () => {
    const rows = new VisibleRows();
    const open = openTo(ALL_LEVELS);
    const list = rows.read([a, f], open);
    expect(rows.read([f, a], open)).not.toBe(list);
    expect(rows.get('f')?.index).toBe(0);
    rows.read([f], open);
    expect(rows.get('a')).toBeUndefined();
    expect(rows.count).toBe(1);
  });

  it('follow what is opened and closed, also inside of what is hidden', () => {
    const rows = new VisibleRows();
    const all = [a, f];
    const whole = openTo(ALL_LEVELS);
    rows.read(all, whole);
    const kept = rows.get('f');
    const closed = setOpen(whole, [{ id: 'a', level: 0 }], false);
    rows.read(all, closed);
    expect(outline(rows)).toEqual(['a 1/2', 'f 2/2']);
    const inside = setOpen(closed, [{ id: 'b', level: 1 }], false);
    rows.read(all, inside);
    rows.read(all, setOpen(inside, [{ id: 'a', level: 0 }], true));
    expect(outline(rows)).toEqual(['a 1/2', '  b 1/2', '  e 2/2', 'f 2/2']);
    expect(rows.get('f')).toBe(kept);
  });

  it('come back as they were after other rows stood for the same items', () => {
    const rows = new VisibleRows();
    const open = openTo(ALL_LEVELS);
    const all = [a, f];
    rows.read(all, open);
    rows.read([{ ...a, children: [{ ...b, children: [] }] }], open);
    rows.read(all, open);
    expect(outline(rows)).toHaveLength(6);
    expect(rows.get('b')?.item).toBe(b);
  });
});

describe('a list that was read before', () => {
  it('is shown again when what was read since never was', () => {
    const rows = new VisibleRows();
    const open = openTo(ALL_LEVELS);
    const list = rows.read([a, f], open);
    rows.read([f], openTo(1));
    expect(rows.at(3)).toBeUndefined();
    rows.show(list);
    expect(outline(rows)).toEqual(['a 1/2', '  b 1/2', '    c 1/2', '    d 2/2', '  e 2/2', 'f 2/2']);
    expect(rows.get('d')?.index).toBe(3);
  });
});

describe('what is open', () => {
  it('goes by the level, but for what was switched by hand', () => {
    const first = openTo(1);
    const next = setOpen(first, [{ id: 'b', level: 1 }], true);
    expect([isOpenIn(next, 'a', 0), isOpenIn(next, 'b', 1), isOpenIn(next, 'x', 1)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isOpenIn(setOpen(next, [{ id: 'a', level: 0 }], false), 'a', 0)).toBe(false);
  });

  it('is the same when it is said again', () => {
    const first = openTo(1);
    expect(setOpen(first, [{ id: 'a', level: 0 }], true)).toBe(first);
  });
});

describe('the path to an item', () => {
  it.each([
    ['d', ['a', 'b']],
    ['f', []],
    ['nowhere', undefined],
  ])('%s', (id, ids) => {
    expect(pathTo([a, f], id)?.map((each) => each.id)).toEqual(ids);
  });
});
