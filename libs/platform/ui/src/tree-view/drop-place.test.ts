import { describe, expect, it } from 'vitest';
import { isStill, placesAt, zoneAt, type DropPlace, type DropTree } from './drop-place.ts';
import { ALL_LEVELS, openTo } from './expansion.ts';
import { VisibleRows, type TreeViewItem } from './visible-rows.ts';

const item = (id: string, children: readonly TreeViewItem[] | null = null): TreeViewItem => ({
  id,
  name: id,
  children,
});

/** a › (b › (c, d), e), f which is empty, g which cannot have children. */
const items = [item('a', [item('b', [item('c'), item('d')]), item('e')]), item('f', []), item('g')];
const rows = new VisibleRows();
rows.read(items, openTo(ALL_LEVELS));
const tree: DropTree<TreeViewItem> = {
  at: (index) => rows.at(index),
  get: (id) => rows.get(id),
  items,
};
const [A, B, , D, , F, G] = [0, 1, 2, 3, 4, 5, 6];

const said = ({ zone, row, parent, anchors }: DropPlace<TreeViewItem>) =>
  `${zone} ${row.id} in ${parent?.id ?? 'top'} ${JSON.stringify(anchors)}`;
const at = (index: number, share: number, level = 99, dragged: string[] = []) =>
  placesAt(tree, { index, share, level }, new Set(dragged)).map(said);

describe('a row has three zones', () => {
  it.each([
    [0.1, true, 'before'],
    [0.5, true, 'inside'],
    [0.9, true, 'after'],
    [0.4, false, 'before'],
    [0.6, false, 'after'],
  ])('at %f of it, holding %s: %s', (share, canHold, zone) => {
    expect(zoneAt(share, canHold)).toBe(zone);
  });
});

describe('the place that the pointer means', () => {
  it.each<[string, number, number, number, string[]]>([
    ['before a row', B, 0.1, 99, ['before b in a {"after":null,"before":"b"}']],
    ['inside a row: at its end', B, 0.5, 99, ['inside b in b {}']],
    ['inside an empty row', F, 0.5, 99, ['inside f in f {}']],
    ['after an empty row', F, 0.9, 99, ['after f in top {"after":"f","before":"g"}']],
    [
      'after an open row: first in it, or else after its whole branch',
      B,
      0.9,
      99,
      ['inside b in b {"after":null,"before":"c"}', 'after b in a {"after":"b","before":"e"}'],
    ],
    [
      'at the end of a branch, by its depth',
      D,
      0.9,
      99,
      ['after d in b {"after":"d"}', 'after b in a {"after":"b","before":"e"}'],
    ],
    [
      'at the end of a branch, further to the left',
      D,
      0.9,
      1,
      ['after b in a {"after":"b","before":"e"}', 'after d in b {"after":"d"}'],
    ],
    ['under the last row', G + 1, 0.5, 99, ['after g in top {"after":"g"}']],
  ])('%s', (_name, index, share, level, places) => {
    expect(at(index, share, level)).toEqual(places);
  });

  it('never anchors to what is being dragged', () => {
    expect(at(D, 0.9, 99, ['d'])[0]).toBe('after d in b {"after":"c"}');
    expect(at(A, 0.1, 99, ['a'])).toEqual(['before a in top {"after":null,"before":"f"}']);
  });
});

describe('a drop beside itself', () => {
  it.each<[string, number, number, string, boolean]>([
    ['before itself', D, 0.1, 'd', true],
    ['after the one above it', B + 1, 0.9, 'd', true],
    ['before the one above it', B + 1, 0.1, 'd', false],
    ['inside another', F, 0.5, 'd', false],
  ])('%s', (_name, index, share, dragged, expected) => {
    const [place] = placesAt(tree, { index, share, level: 99 }, new Set([dragged]));
    expect(place && isStill(tree, place, [dragged])).toBe(expected);
  });
});
