import { undoKeyOf } from '@cotejo/ui';
import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { Item, type UndoManager } from 'yjs';

function managerOf(state: EditorState): UndoManager | undefined {
  const own = yUndoPluginKey.getState(state) as { readonly undoManager: UndoManager } | undefined;
  return own?.undoManager;
}

/**
 * Without anything of its own to undo, the text leaves the key to the page, which undoes the plan: the editor would
 * swallow it. The last block is never undone: the editor would write another in its place, and redo would bring
 * the first one back beside it.
 */
export const TextUndo = Extension.create({
  name: 'textUndo',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('textUndo'),
        props: {
          handleDOMEvents: {
            // Returning true skips the editor's shortcuts without preventing the browser's default.
            keydown: ({ state }, event) => {
              const way = undoKeyOf(event);
              const manager = managerOf(state);
              if (way === null || !manager) return false;
              return (way === 'undo' ? manager.undoStack : manager.redoStack).length === 0;
            },
          },
        },
        view: ({ state }) => {
          const manager = managerOf(state);
          if (manager) keepLastBlock(manager);
          return {};
        },
      }),
    ];
  },
});

function keepLastBlock(manager: UndoManager): void {
  const { deleteFilter } = manager;
  const [root] = manager.scope;
  manager.deleteFilter = (item) =>
    deleteFilter(item) && !(item instanceof Item && item.parent === root && root?._length === 1);
}
