/** Minimal files of each kind, built according to their formats. */

interface ZipEntry {
  readonly name: string;
  readonly text?: string;
}

/** An archive of uncompressed entries (PKWARE APPNOTE 4.3); checksums are zero, as no entry is read. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text = '' } of entries) {
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(text.length, 18);
    local.writeUInt32LE(text.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(text.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    const whole = Buffer.concat([local, nameBytes, Buffer.from(text)]);
    locals.push(whole);
    directory.push(entry, nameBytes);
    offset += whole.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

export const openXml = (...parts: readonly string[]): Buffer =>
  zipOf(['[Content_Types].xml', '_rels/.rels', ...parts].map((name) => ({ name, text: '<x/>' })));

export const openDocument = (mimetype: string): Buffer =>
  zipOf([{ name: 'mimetype', text: mimetype }, { name: 'content.xml' }, { name: 'META-INF/manifest.xml' }]);

/** A compound file (MS-CFB) of 512-byte sectors: the table in sector 0, directory sectors chained in reverse order. */
export function compoundOf(names: readonly string[]): Buffer {
  const all = ['Root Entry', ...names];
  const sectors = Math.ceil(all.length / 4);
  const file = Buffer.alloc(512 * (2 + sectors));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  // The chain starts at the last sector, so that a reader that ignores the table finds nothing.
  file.writeUInt32LE(sectors, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  for (let index = 0; index < sectors; index += 1) {
    const sector = sectors - index;
    file.writeUInt32LE(index === sectors - 1 ? 0xfffffffe : sector - 1, 512 + sector * 4);
    all.slice(index * 4, index * 4 + 4).forEach((name, slot) => {
      const at = (sector + 1) * 512 + slot * 128;
      file.write(name, at, 'utf16le');
      file.writeUInt16LE((name.length + 1) * 2, at + 64);
    });
  }
  return file;
}

const ftyp = (brand: string): Buffer => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');

export const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000000100000001080600000000', 'hex'),
]);
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
/** A PDF padded to a given length. */
export const pdfOf = (bytes: number): Buffer => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')]);

export const samples = {
  pdf,
  png,
  jpg: Buffer.from('ffd8ffe000104a46494600', 'hex'),
  gif: Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
  wav: Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'),
  tiff: Buffer.from('II*\0\x08\0\0\0', 'latin1'),
  bmp: Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'),
  heic: ftyp('heic'),
  mp4: ftyp('isom'),
  m4a: ftyp('M4A '),
  mov: ftyp('qt  '),
  mp3: Buffer.from('fffb9064000000', 'hex'),
  ogg: Buffer.from('OggS\0\x02', 'latin1'),
  webm: Buffer.from('1a45dfa3a3428681', 'hex'),
  rtf: Buffer.from('{\\rtf1\\ansi Hola}'),
  zip: zipOf([{ name: 'soportes/factura.pdf' }]),
  docx: openXml('word/document.xml'),
  xlsx: openXml('xl/workbook.xml'),
  pptx: openXml('ppt/presentation.xml'),
  odt: openDocument('application/vnd.oasis.opendocument.text'),
  ods: openDocument('application/vnd.oasis.opendocument.spreadsheet'),
  odp: openDocument('application/vnd.oasis.opendocument.presentation'),
  doc: compoundOf(['\u0001CompObj', '1Table', 'Data', 'Other', 'WordDocument']),
  xls: compoundOf(['Workbook']),
  ppt: compoundOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'PowerPoint Document']),
  msg: compoundOf(['__nameid_version1.0', '__properties_version1.0']),
  'office-locked': compoundOf(['EncryptionInfo', 'EncryptedPackage']),
  text: Buffer.from('Cédula;Valor\n123;4\n'),
  mail: Buffer.from('From: ana@example.com\r\nTo: luis@example.com\r\nSubject: Acta\r\n\r\nHola'),
  xml: Buffer.from('<?xml version="1.0"?>\n<Invoice xmlns="urn:oasis:names:ubl">1</Invoice>'),
} as const;
