import { MAX_DOCUMENT_BYTES, MAX_PASTE_BYTES } from '@cotejo/texts/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { Doc, encodeStateAsUpdate, XmlText } from 'yjs';
import { editorOf } from './editor.fixture.ts';
import { bytesOf, fullnessOf, tooMuchFor } from './text-size.ts';

const editor = editorOf(new Doc());
afterEach(() => editor.commands.clearContent());
const content = (letters: number, letter = 'a') =>
  editor.schema.node('doc', null, [
    editor.schema.node('paragraph', null, [editor.schema.text(letter.repeat(letters))]),
  ]).content;
function documentOf(letters: number): Doc {
  const document = new Doc();
  document.getXmlFragment('body').insert(0, [new XmlText('a'.repeat(letters))]);
  return document;
}

describe('how much fits into a worksheet', () => {
  it.each([
    ['little', 1_000, null],
    ['much', MAX_DOCUMENT_BYTES * 0.85, null],
    ['nearly all', MAX_DOCUMENT_BYTES * 0.93, 93],
    ['all', MAX_DOCUMENT_BYTES, 100],
  ])('%s is told once it is worth telling', (_what, letters, percent) => {
    expect(fullnessOf(documentOf(letters))).toBe(percent);
  });

  it.each([
    ['a page', 0, 5_000, null],
    ['a hundred thousand letters', 0, 100_000, null],
    ['what is too long for one sending', 0, MAX_PASTE_BYTES, 'too_large'],
    ['what has no room left', MAX_DOCUMENT_BYTES * 0.9, MAX_PASTE_BYTES / 2, 'document_full'],
    ['what has room still', MAX_DOCUMENT_BYTES / 2, MAX_PASTE_BYTES / 2, null],
  ])('%s', (_what, before, letters, why) => {
    expect(tooMuchFor(documentOf(before), content(letters))).toBe(why);
  });

  it('counts bytes, not letters', () => {
    expect(bytesOf(content(1_000, '界'))).toBeGreaterThan(3_000);
  });

  it('is no less than what it takes in the document', () => {
    const document = new Doc();
    const other = editorOf(document);
    other.commands.insertContent(
      '<table><tr><td>1</td><td>2</td></tr></table><ul><li>Uno</li></ul>'.repeat(50),
    );
    expect(bytesOf(other.state.doc.content)).toBeGreaterThan(encodeStateAsUpdate(document).byteLength * 0.8);
    other.destroy();
  });
});
