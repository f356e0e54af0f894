import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/**
 * Nobody writes by reading: what the editor would put in order by itself after a change that came from elsewhere, or
 * where this person may not write, would be sent in their name, and perhaps refused.
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
