import { describe, expect, it } from 'vitest';
import { dropAnchors } from './drop-anchors.ts';

describe('a drop becomes anchors among the siblings', () => {
  it.each([
    ['before the first', ['a', 'b'], [], 0, { after: null, before: 'a' }],
    ['between two', ['a', 'b'], [], 1, { after: 'a', before: 'b' }],
    ['after the last', ['a', 'b'], [], 2, { after: 'b' }],
    ['onto the parent', ['a', 'b'], [], null, {}],
    ['into an empty parent', [], [], 0, { after: null }],
    ['where it stands: its own row is no anchor', ['a', 'b', 'c'], ['b'], 1, { after: 'a', before: 'c' }],
    ['several rows that move together', ['a', 'b', 'c', 'd'], ['b', 'c'], 4, { after: 'd' }],
  ])('%s', (_name, siblings, dragged, index, anchors) => {
    expect(dropAnchors(siblings, new Set(dragged), index)).toEqual(anchors);
  });
});
