import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * Blocks the editor's automatic corrections after remote changes or in read-only mode: they would be sent in
 * this user's name, and possibly refused.
 */
export const OnlyByHand = Extension.create({
  name: 'onlyByHand',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('onlyByHand'),
        filterTransaction(transaction) {
          if (!transaction.docChanged || transaction.getMeta(ySyncPluginKey)) return true;
          const cause: unknown = transaction.getMeta('appendedTransaction');
          return editor.isEditable && !isFromElsewhere(cause);
        },
      }),
    ];
  },
});

const isFromElsewhere = (cause: unknown): boolean =>
  cause instanceof Transaction && Boolean(cause.getMeta(ySyncPluginKey));
