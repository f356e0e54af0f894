import { deflateSync, gzipSync, strToU8, zipSync } from 'fflate';

export interface OddFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const text = (words: string): Uint8Array => strToU8(words);
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 10 },
  (_, level) => `<!ENTITY a${level} "${`&a${level === 0 ? '' : level - 1};`.repeat(10)}">`,
).join('')}]><l>&a9;</l>`;
const OUTSIDE = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>';
const TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

/** PNG (RFC 2083) with a huge declared size and hardly any data. */
function png(width: number, height: number): Uint8Array {
  const chunk = (kind: string, data: Uint8Array): Uint8Array => {
    const all = new Uint8Array(12 + data.length);
    new DataView(all.buffer).setUint32(0, data.length);
    all.set(text(kind), 4);
    all.set(data, 8);
    return all;
  };
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(new Uint8Array(1_000))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Zeros, which compress a thousandfold. */
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1_048_576);

/** Files against every parser of attachments and logos. */
export const FILES: Readonly<Record<string, (megabytes: number) => OddFile>> = {
  'a zip bomb': (megabytes) => ({ name: 'todo.zip', bytes: zipSync({ 'a.bin': zeros(megabytes) }) }),
  'a zip in a zip in a zip': (megabytes) => {
    let bytes = zipSync({ 'a.bin': zeros(megabytes) });
    for (let level = 0; level < 5; level++) bytes = zipSync({ 'a.zip': bytes, 'b.zip': bytes });
    return { name: 'caja.zip', bytes };
  },
  'a zip of many files': () => ({
    name: 'muchos.zip',
    bytes: zipSync(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, new Uint8Array(0)])),
    ),
  }),
  'a document with entities': () => ({
    name: 'acta.docx',
    bytes: zipSync({ '[Content_Types].xml': text(TYPES), 'word/document.xml': text(ENTITIES) }),
  }),
  'a document that points outside': () => ({
    name: 'acta.docx',
    bytes: zipSync({ '[Content_Types].xml': text(OUTSIDE), 'word/document.xml': text(OUTSIDE) }),
  }),
  'a sheet with entities': () => ({
    name: 'libro.xlsx',
    bytes: zipSync({ '[Content_Types].xml': text(TYPES), 'xl/workbook.xml': text(ENTITIES) }),
  }),
  'a sheet that is a bomb': (megabytes) => ({
    name: 'libro.xlsx',
    bytes: zipSync({ '[Content_Types].xml': text(TYPES), 'xl/worksheets/sheet1.xml': zeros(megabytes) }),
  }),
  'names that climb': () => ({ name: '..%2f..%2fa.zip', bytes: zipSync({ '../../../../tmp/a': text('x') }) }),
  'a picture of a hundred gigapixels': () => ({ name: 'foto.png', bytes: png(2 ** 31 - 1, 2 ** 31 - 1) }),
  'a picture of no size': () => ({ name: 'foto.png', bytes: png(0, 0) }),
  'entities in a drawing': () => ({ name: 'dibujo.svg', bytes: text(ENTITIES.replaceAll('<l>', '<svg>')) }),
  'JSON in depth': () => ({ name: 'datos.json', bytes: text('['.repeat(500_000)) }),
  'a packed page': (megabytes) => ({ name: 'a.gz', bytes: gzipSync(zeros(megabytes)) }),
  'a half document': () => ({
    name: 'a.pdf',
    bytes: text('%PDF-1.7\n1 0 obj << /Length 99999999999 >> stream\n'),
  }),
};
