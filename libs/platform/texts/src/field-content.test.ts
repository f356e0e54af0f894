import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { contentOf, contentsOf, rootNameOf } from './field-content.ts';

const element = (
  name: string,
  attributes: Record<string, string>,
  ...children: (Y.XmlElement | Y.XmlText)[]
) => {
  const made = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.insert(0, children);
  return made;
};
const text = (...parts: [string, Record<string, unknown>?][]) => {
  const made = new Y.XmlText();
  made.applyDelta(parts.map(([insert, attributes]) => ({ insert, ...(attributes && { attributes }) })));
  return made;
};
const bodyOf = (...children: (Y.XmlElement | Y.XmlText)[]) => {
  const document = new Y.Doc();
  document.getXmlFragment('body').insert(0, children);
  return document;
};

describe('what is in a field', () => {
  it('is the JSON of the editor, and the lines that a person reads', () => {
    const document = bodyOf(
      element('heading', { textAlign: 'left', level: '2' }, text(['Alcance'])),
      element(
        'paragraph',
        {},
        text(
          ['con ', undefined],
          ['negrita', { bold: {} }],
          [' y ', undefined],
          ['dos', { italic: {}, bold: {} }],
        ),
        element('mention', { id: '7', label: '@ana' }),
        element('hardBreak', {}),
        text(['otra línea']),
      ),
      element('bulletList', {}, element('listItem', {}, element('paragraph', {}, text(['punto'])))),
      element('paragraph', {}),
    );
    expect(contentOf(document, 'body', 'rich-text')).toEqual({
      field: 'body',
      text: 'Alcance\ncon negrita y dos@ana\notra línea\npunto',
      json: {
        type: 'doc',
        content: [
          {
            type: 'heading',
            attrs: { level: '2', textAlign: 'left' },
            content: [{ type: 'text', text: 'Alcance' }],
          },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'con ' },
              { type: 'text', text: 'negrita', marks: [{ type: 'bold' }] },
              { type: 'text', text: ' y ' },
              { type: 'text', text: 'dos', marks: [{ type: 'bold' }, { type: 'italic' }] },
              { type: 'mention', attrs: { id: '7', label: '@ana' } },
              { type: 'hardBreak' },
              { type: 'text', text: 'otra línea' },
            ],
          },
          {
            type: 'bulletList',
            content: [
              {
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'punto' }] }],
              },
            ],
          },
          { type: 'paragraph' },
        ],
      },
    });
  });

  it('names marks that overlap as the editor does', () => {
    const link = { href: 'https://a.example' };
    const document = bodyOf(element('paragraph', {}, text(['a', { 'link--abcdefg=': link, strike: true }])));
    expect(contentOf(document, 'body', 'rich-text').json).toMatchObject({
      content: [{ content: [{ marks: [{ type: 'link', attrs: link }, { type: 'strike' }] }] }],
    });
  });

  it('is the same bytes for the same content, whoever wrote it in which order', () => {
    const made = (order: readonly string[]) => {
      const document = new Y.Doc();
      const shapes = document.getMap('shapes');
      for (const key of order) shapes.set(key, { z: 1, a: [key, { y: 1, b: null }] });
      const paragraph = new Y.XmlElement('paragraph');
      document.getXmlFragment('body').insert(0, [paragraph]);
      for (const key of order) paragraph.setAttribute(key, key);
      return JSON.stringify([contentOf(document, 'shapes', 'map'), contentOf(document, 'body', 'rich-text')]);
    };
    expect(made(['x', 'y', 'w'])).toBe(made(['w', 'x', 'y']));
  });

  it('is nothing when it is empty, and what is not known is left out', () => {
    const document = new Y.Doc();
    document.getXmlFragment('body');
    document.getMap('other').set('a', 1);
    document.getMap('shapes');
    expect(
      contentsOf(document, (root) => (root === 'body' ? 'rich-text' : root === 'shapes' ? 'map' : null)),
    ).toEqual([
      { field: 'body', text: '', json: null },
      { field: 'shapes', text: '', json: null },
    ]);
  });

  it('is all that is shown, however odd its marks', () => {
    for (const odd of [[1, 2], 'x', true, 7]) {
      const document = bodyOf(element('paragraph', {}, text(['marcado', { bold: odd }])));
      expect(contentOf(document, 'body', 'rich-text').json).toEqual({
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'marcado', marks: [{ type: 'bold' }] }] },
        ],
      });
    }
  });

  it('is no longer than what was written allows, however often its marks are told', () => {
    const marked = (runs: number, address: number): number => {
      const document = bodyOf(new Y.XmlText('ab'.repeat(runs)));
      const line = document.getXmlFragment('body').get(0) as Y.XmlText;
      document.transact(() => {
        line.format(0, runs * 2, { link: { href: 'x'.repeat(address) } });
        for (let run = 0; run < runs; run++) line.format(run * 2, 1, { bold: {} });
      });
      const { json, text } = contentOf(document, 'body', 'rich-text');
      expect(text).toHaveLength(runs * 2);
      return JSON.stringify(json).length;
    };
    expect(marked(40, 2_000)).toBeGreaterThan(80 * 2_000);
    expect(marked(400, 100_000)).toBeLessThan(10_000_000);
  });

  it('shows text without its marks where nobody would have so many', () => {
    const marks = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, {}]));
    const of = (count: number) => contentOf(bodyOf(text(['a', marks(count)])), 'body', 'rich-text').json;
    expect(JSON.stringify(of(32)).match(/"type":"m/g)).toHaveLength(32);
    expect(of(33)).toEqual({ type: 'doc', content: [{ type: 'text', text: 'a' }] });
  });

  it('says nothing of bytes', () => {
    const document = new Y.Doc();
    document.getMap('shapes').set('a', { of: new Uint8Array(9) });
    expect(contentOf(document, 'shapes', 'map').json).toEqual({ a: { of: null } });
  });

  it('can be read however deep somebody nested it', () => {
    const document = new Y.Doc();
    let at: Y.XmlFragment = document.getXmlFragment('body');
    document.transact(() => {
      for (let depth = 0; depth < 3_000; depth++) {
        const inner = new Y.XmlElement('blockquote');
        at.insert(0, [inner]);
        at = inner;
      }
    });
    expect(JSON.stringify(contentOf(document, 'body', 'rich-text').json).length).toBeLessThan(10_000);
    expect(rootNameOf(at)).toBe('body');
  });
});
