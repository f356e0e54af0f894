import type { Editor } from '@tiptap/core';
import { contentOf } from '@cotejo/texts/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import { editorOf } from './editor.fixture.ts';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(document: Doc, editable = true): Editor {
  const editor = editorOf(document, editable);
  editors.push(editor);
  return editor;
}

/** A document ending in a table, as edited by another user. */
function withTable(): Doc {
  const document = new Doc();
  const [table, row, cell, words] = ['table', 'tableRow', 'tableCell', 'paragraph'].map(
    (name) => new XmlElement(name),
  );
  if (!table || !row || !cell || !words) throw new Error('four of them');
  document.getXmlFragment('body').insert(0, [table]);
  table.insert(0, [row]);
  row.insert(0, [cell]);
  cell.insert(0, [words]);
  words.insert(0, [new XmlText('Total www.ejemplo.com ')]);
  return document;
}
function copyOf(document: Doc): { copy: Doc; written: () => number } {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(document), 'network');
  let count = 0;
  copy.on('update', (_update, _origin, _doc, { local }: { local: boolean }) => {
    if (local) count++;
  });
  return { copy, written: () => count };
}

describe('the editor of a text', () => {
  it.each([true, false])('writes nothing by being opened (editable: %s)', (editable) => {
    const { copy, written } = copyOf(withTable());
    open(copy, editable);
    open(new Doc());
    expect(written()).toBe(0);
  });

  it('writes nothing because another wrote', () => {
    const { copy, written } = copyOf(new Doc());
    open(copy);
    applyUpdate(copy, encodeStateAsUpdate(withTable()), 'network');
    expect(contentOf(copy, 'body', 'rich-text').text).toContain('Total');
    expect(written()).toBe(0);
  });

  it('who may only read changes nothing', () => {
    const { copy, written } = copyOf(withTable());
    open(copy, false).commands.insertContent('Hola');
    expect(written()).toBe(0);
  });

  it('shows no image but those among the attachments', () => {
    const document = new Doc();
    const editor = open(document);
    editor.commands.insertContent('<p>Uno</p><img src="http://a/b.png"><img data-attachment="7" alt="foto">');
    const { json } = contentOf(document, 'body', 'rich-text');
    expect(JSON.stringify(json)).not.toContain('http://a');
    expect(JSON.stringify(json)).toContain('"attachment":"7"');
    expect(editor.view.dom.querySelector('img')).toBeNull();
  });

  it.each([
    ['https://ejemplo.com', true],
    ['mailto:a@b.co', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['java&#10;script:alert(1)', false],
    ['tel:123', false],
  ])('a link to %s: %s', (href, isLink) => {
    const document = new Doc();
    open(document).commands.insertContent(`<p><a href="${href}">aquí</a></p>`);
    const { json } = contentOf(document, 'body', 'rich-text');
    expect(JSON.stringify(json).includes(href)).toBe(isLink);
  });

  it('a link ends where it ends: what is written after it is none of it', () => {
    const document = new Doc();
    const editor = open(document);
    editor.commands.insertContent('<p><a href="https://ejemplo.com">norma</a></p>');
    editor.view.dispatch(editor.state.tr.insertText(' 27', editor.state.doc.content.size - 1));
    expect(JSON.stringify(contentOf(document, 'body', 'rich-text').json)).toContain('"text":" 27"');
  });

  it('undo and redo of the first words leave one paragraph, and only then a key for the page', () => {
    const document = new Doc();
    const editor = open(document);
    const words = () => document.getXmlFragment('body').toString();
    const press = (key: string) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true });
      editor.view.dom.dispatchEvent(event);
      return event.defaultPrevented;
    };
    editor.commands.insertContent('abc');
    expect(press('z')).toBe(true);
    expect(words()).toBe('<paragraph></paragraph>');
    expect(press('z')).toBe(false);
    expect(press('y')).toBe(true);
    expect(words()).toBe('<paragraph>abc</paragraph>');
    expect(press('y')).toBe(false);
    expect(press('z')).toBe(true);
    expect(words()).toBe('<paragraph></paragraph>');
  });

  it('what is not known of a text of another release is shown as far as it is known', () => {
    const document = withTable();
    document.getXmlFragment('body').push([new XmlElement('paragraph')]);
    expect(() => open(document)).not.toThrow();
  });
});
