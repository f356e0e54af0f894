import { forkAtLowPriority } from '@cotejo/http/shares';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentFormat } from '../table-document.ts';
import { writeDocument, type DocumentHead, type DocumentRow } from './write-document.ts';

vi.mock(import('@cotejo/http/shares'), async (original) => {
  const shares = await original();
  return { ...shares, forkAtLowPriority: vi.fn(shares.forkAtLowPriority) };
});

const FORMULA = '=HYPERLINK("http://malo.example";A1)';
const head = (format: DocumentFormat): DocumentHead => ({
  format,
  title: 'Tareas / [marzo]',
  subject: 'AUD-1 Compras',
  footer: 'AUD-1',
  keywords: 'ab12',
  facts: [['Filtro', '<Estado> & "abierta"']],
  columns: [
    { title: 'Nombre', kind: 'text', width: 40 },
    { title: 'Vence', kind: 'day', width: 12 },
    { title: 'Creada', kind: 'moment', width: 18 },
    { title: 'Horas', kind: 'hours', width: 10 },
    { title: 'Avance', kind: 'percent', width: 10 },
    { title: 'Valor', kind: 'money', width: 14 },
  ],
  sheets: ['Tareas / [marzo]: un nombre más largo de lo que Excel admite', 'Acerca de este archivo'],
  page: 'Página {page} de {pages}',
});
const rows: readonly DocumentRow[] = [
  [FORMULA, '2026-03-10', '2026-03-09T22:15', '1.5', '71.8', '128500'],
  ['Dos\nlíneas \u0001<b>&', '10/03/2026', 'ayer', '=1+1', 'ab', ''],
];

const write = (format: DocumentFormat, signal = new AbortController().signal) =>
  writeDocument(head(format), [rows.slice(0, 1), rows.slice(1)], signal);
/** Parts of a file of Office, as text by their names. */
const partsOf = async (format: 'xlsx' | 'docx') =>
  Object.fromEntries(
    Object.entries(unzipSync(await write(format))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );

describe('a workbook', () => {
  it('holds numbers, percentages, days and moments as values', async () => {
    const { 'xl/worksheets/sheet1.xml': sheet = '' } = await partsOf('xlsx');
    const valueOf = (cell: string) => new RegExp(`<c r="${cell}"[^>]*><v>([^<]*)</v>`).exec(sheet)?.[1];
    expect(['B2', 'C2', 'D2', 'E2', 'F2'].map((cell) => Number(valueOf(cell)))).toEqual([
      46_091,
      expect.closeTo(46_090.927, 3),
      1.5,
      expect.closeTo(0.718, 6),
      128_500,
    ]);
  });

  it('holds no formula, and as text what does not read as its kind', async () => {
    const parts = await partsOf('xlsx');
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(Object.values(parts).join('\n')).not.toMatch(/<f[ >/]/);
    for (const cell of ['A2', 'A3', 'B3', 'C3', 'D3', 'E3'])
      expect(sheet).toMatch(new RegExp(`<c r="${cell}"[^>]* t="s"`));
    expect(parts['xl/sharedStrings.xml']).toContain('>=1+1<');
    expect(parts['xl/worksheets/sheet2.xml']).toBeDefined();
  });
});

describe('a Word document', () => {
  it('is a table with a repeated head, pages in its footer, and the texts as they are', async () => {
    const parts = await partsOf('docx');
    const document = parts['word/document.xml'] ?? '';
    expect(document.match(/<w:tblHeader\/>/g)).toHaveLength(1);
    expect(document.match(/<w:tr>/g)).toHaveLength(1 + 1 + rows.length);
    expect(document).toContain('=HYPERLINK(&quot;http://malo.example&quot;;A1)');
    expect(document).toContain('Dos</w:t><w:br/><w:t xml:space="preserve">líneas &lt;b&gt;&amp;<');
    expect(document).toContain('&lt;Estado&gt; &amp; &quot;abierta&quot;');
    expect(parts['word/footer1.xml']).toMatch(/Página .* PAGE .* de .* NUMPAGES /);
  });

  it.each(['[Content_Types].xml', '_rels/.rels', 'word/_rels/document.xml.rels'])(
    'names in %s only parts that it has',
    async (name) => {
      const parts = await partsOf('docx');
      const folder = name.startsWith('word/') ? 'word/' : '';
      const named = [...(parts[name] ?? '').matchAll(/(?:PartName="\/|Target=")([^"]+)/g)].map(
        ([, part = '']) => folder + part,
      );
      expect(named.length).toBeGreaterThan(1);
      expect(named.filter((part) => parts[part] === undefined)).toEqual([]);
    },
  );
});

it('a PDF is one, with its keywords', async () => {
  const text = new TextDecoder('latin1').decode(await write('pdf'));
  expect(text.slice(0, 5)).toBe('%PDF-');
  expect(text).toContain('ab12');
});

it('is not written for one who has left', async () => {
  const gone = new AbortController();
  const written = write('pdf', gone.signal);
  gone.abort(new Error('gone'));
  await expect(written).rejects.toThrow('gone');
});

describe('the process that writes', () => {
  const stringsOf = async () => (await partsOf('xlsx'))['xl/sharedStrings.xml'] ?? '';
  beforeEach(() => void vi.mocked(forkAtLowPriority).mockClear());

  it('writes the next document too, with nothing of the one before', async () => {
    await write('pdf');
    vi.mocked(forkAtLowPriority).mockClear();
    const first = await stringsOf();
    expect(await stringsOf()).toBe(first);
    expect(forkAtLowPriority).not.toHaveBeenCalled();
  });

  it('is a new one after a request that went away', async () => {
    await write('pdf');
    const gone = new AbortController();
    const written = write('pdf', gone.signal);
    gone.abort(new Error('gone'));
    await expect(written).rejects.toThrow('gone');
    vi.mocked(forkAtLowPriority).mockClear();
    expect(await stringsOf()).toContain('HYPERLINK');
    expect(forkAtLowPriority).toHaveBeenCalledOnce();
  });

  it('is one for each of two documents at once', async () => {
    await write('pdf');
    vi.mocked(forkAtLowPriority).mockClear();
    await Promise.all([write('pdf'), write('docx')]);
    expect(forkAtLowPriority).toHaveBeenCalledOnce();
  });
});
