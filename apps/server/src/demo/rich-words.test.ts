import { describe, expect, it } from 'vitest';
import { richWords } from './rich-words.ts';

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

describe('words of the demo as rich text', () => {
  it('are paragraphs, lists, tables and strong words', () => {
    const { content } = richWords('Uno **dos** tres\n- a\n- b\n\n| Mes | n |\n| Mayo | 5 |\nFin');
    expect(content).toEqual([
      paragraph(text('Uno '), { ...text('dos'), marks: [{ type: 'bold' }] }, text(' tres')),
      {
        type: 'bulletList',
        content: ['a', 'b'].map((entry) => ({ type: 'listItem', content: [paragraph(text(entry))] })),
      },
      paragraph(),
      {
        type: 'table',
        content: [
          ['tableHeader', 'Mes', 'n'],
          ['tableCell', 'Mayo', '5'],
        ].map(([type, ...cells]) => ({
          type: 'tableRow',
          content: cells.map((cell) => ({
            type,
            attrs: { colspan: 1, rowspan: 1 },
            content: [paragraph(text(cell ?? ''))],
          })),
        })),
      },
      paragraph(text('Fin')),
    ]);
  });
});
