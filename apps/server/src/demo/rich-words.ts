import type { RichTextNode } from '@cotejo/worksheets-server';

/**
 * Rich text from a plain notation: a line is a paragraph, `- ` a list entry, `| a | b |` a table row (the
 * first is the head), and `**words**` are bold.
 */
export function richWords(text: string): RichTextNode {
  const content: RichTextNode[] = [];
  let list: RichTextNode[] = [];
  let rows: RichTextNode[] = [];
  const end = (): void => {
    if (list.length > 0) content.push({ type: 'bulletList', content: list });
    if (rows.length > 0) content.push({ type: 'table', content: rows });
    list = [];
    rows = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) {
      list.push({ type: 'listItem', content: [paragraph(line.slice(2))] });
    } else if (line.startsWith('| ')) {
      const type = rows.length === 0 ? 'tableHeader' : 'tableCell';
      const cells = line.slice(2, line.lastIndexOf('|')).split('|');
      rows.push({
        type: 'tableRow',
        content: cells.map((cell) => ({
          type,
          attrs: { colspan: 1, rowspan: 1 },
          content: [paragraph(cell.trim())],
        })),
      });
    } else {
      end();
      content.push(paragraph(line));
    }
  }
  end();
  return { type: 'doc', content };
}

const paragraph = (line: string): RichTextNode => ({ type: 'paragraph', content: inlineOf(line) });

/** Every second part between `**` is bold. */
const inlineOf = (line: string): RichTextNode[] =>
  line.split('**').flatMap((part, index): RichTextNode[] => {
    if (part === '') return [];
    return [{ type: 'text', text: part, ...(index % 2 === 1 && { marks: [{ type: 'bold' }] }) }];
  });
