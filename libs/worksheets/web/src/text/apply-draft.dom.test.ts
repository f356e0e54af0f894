import type { Editor } from '@tiptap/core';
import { contentOf } from '@cotejo/texts/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { applyDraft, standingTo } from './apply-draft.ts';
import { editorOf } from './editor.fixture.ts';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
function written(html: string): { readonly document: Doc; readonly editor: Editor } {
  const document = new Doc();
  const editor = editorOf(document);
  editors.push(editor);
  editor.commands.insertContent(html);
  return { document, editor };
}
const fieldOf = (document: Doc) => contentOf(document, 'body', 'rich-text');
const draftOf = (html: string) => fieldOf(written(html).document);

describe('how a text stands to a draft of it', () => {
  it.each([
    ['it is the same', '<p>Uno dos</p>', '<p>Uno dos</p>', 'same'],
    ['the draft says more', '<p>Uno</p>', '<p>Uno dos</p>', 'within'],
    ['the draft says more in between', '<p>Uno tres</p>', '<p>Uno</p><p>dos</p><p>tres</p>', 'within'],
    ['nothing is there', '', '<p>Uno</p>', 'within'],
    ['it is only written otherwise', '<p>Uno</p>', '<p><strong>Uno</strong></p>', 'within'],
    ['another wrote meanwhile', '<p>Uno cuatro</p>', '<p>Uno dos</p>', 'other'],
    ['the draft took words away', '<p>Uno dos</p>', '<p>Uno</p>', 'other'],
  ])('%s', (_case, now, draft, standing) => {
    expect(standingTo(draftOf(draft), draftOf(now))).toBe(standing);
  });
});

describe('applying a draft', () => {
  it('in the place of the text keeps what it is made of, and is taken back at once', () => {
    const { document, editor } = written('<p>Antes</p>');
    const draft = draftOf('<p>Antes</p><ul><li><p><strong>Sin red</strong></p></li></ul>');
    applyDraft(editor, draft, 'instead');
    expect(fieldOf(document)).toEqual(draft);
    editor.commands.undo();
    expect(fieldOf(document).text).not.toContain('Sin red');
  });

  it('below the text leaves all that is there', () => {
    const { document, editor } = written('<p>De otros</p>');
    applyDraft(editor, draftOf('<p>Mío</p>'), 'below');
    expect(fieldOf(document).text).toBe('De otros\nMío');
  });

  it('is written into the document that all share', () => {
    const { document, editor } = written('<p>Antes</p>');
    const theirs = new Doc();
    applyUpdate(theirs, encodeStateAsUpdate(document));
    document.on('update', (update: Uint8Array) => applyUpdate(theirs, update));
    applyDraft(editor, draftOf('<p>Antes y después</p>'), 'instead');
    expect(fieldOf(theirs).text).toBe('Antes y después');
  });

  it('of another release brings its words', () => {
    const { document, editor } = written('');
    const json = { type: 'doc', content: [{ type: 'hologram', content: [] }] };
    applyDraft(editor, { json, text: 'Uno\n\nDos' }, 'instead');
    expect(fieldOf(document).text).toBe('Uno\n\nDos');
  });
});
