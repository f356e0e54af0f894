import { render } from '@testing-library/react';
import { Tree, TreeApi } from 'react-arborist';
import { describe, expect, it } from 'vitest';
import { ALL_LEVELS, openTo } from './expansion.ts';
import { noDragAndDrop, readLazily } from './lazy-nodes.ts';
import { VisibleRows, type TreeViewItem } from './visible-rows.ts';

const items: readonly TreeViewItem[] = [
  { id: 'a', name: 'a', children: [{ id: 'b', name: 'b', children: null }] },
];

/** The library's tree object after rendering `data`. */
function drawn(data: readonly TreeViewItem[]): TreeApi<TreeViewItem> {
  let api: TreeApi<TreeViewItem> | null | undefined;
  render(
    <Tree data={data} dndBackend={noDragAndDrop} ref={(next) => void (api = next)}>
      {() => <i />}
    </Tree>,
  );
  if (!api) throw new Error('nothing was drawn');
  return api;
}

describe('the parts of react-arborist that this product overwrites', () => {
  it('are the list of its nodes, where each stands in it, and the list that it scrolls', () => {
    const api = drawn(items);
    expect(api.visibleNodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(api.idToIndex).toEqual({ a: 0, b: 1 });
    expect([Object.keys(api.list), Object.keys(api.listEl)]).toEqual([['current'], ['current']]);
    const visible = new VisibleRows();
    visible.read([{ id: 'other', name: 'other', children: null }], openTo(ALL_LEVELS));
    readLazily(api, visible);
    expect(api.get('other')?.rowIndex).toBe(0);
    expect([api.get('a'), api.at(1), api.firstNode?.id, api.lastNode?.id]).toEqual([
      null,
      null,
      'other',
      'other',
    ]);
    // A second render does not restore the library's own list.
    api.update({ ...api.props, data: items });
    expect(api.get('a')).toBeNull();
  });

  it('are methods of which only these lines were looked at', () => {
    expect(textOf(TreeApi.prototype.update)).toMatchInlineSnapshot(
      `"update(props) { this.props = props; this.root = (0, create_root_1.createRoot)(this); const { list: visibleNodes, matchCount } = (0, create_list_1.createList)(this); this.visibleNodes = visibleNodes; this.matchCount = matchCount; this.idToIndex = (0, create_index_1.createIndex)(this.visibleNodes); this.rowOffsets = null; const list = this.list.current; if (list && "resetAfterIndex" in list) { list.resetAfterIndex(0, false); } }"`,
    );
  });
});

/**
 * Normalized source of a library function: the snapshot fails when a release changes it, which requires a
 * review.
 */
const textOf = (method: (...args: never[]) => unknown): string =>
  method
    .toString()
    .replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    .replace(/\s+/g, ' ');
