import { Editor } from '@tiptap/core';
import { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { richTextExtensions } from './rich-text-extensions.ts';

/** An editor for the field `body` of a document, configured as in worksheets. */
export function editorOf(document: Doc, editable = true): Editor {
  const element = window.document.createElement('div');
  window.document.body.append(element);
  return new Editor({
    element,
    editable,
    extensions: richTextExtensions({
      document,
      field: 'body',
      presence: new Awareness(document),
      references: {
        people: () => [],
        items: () => [],
        words: { people: 'Personas', items: 'Elementos', nothing: 'Nada' },
        announce: () => undefined,
      },
      loadImage: async () => null,
      missingImage: 'Sin imagen',
    }),
  });
}
