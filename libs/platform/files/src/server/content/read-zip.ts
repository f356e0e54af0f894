import type { Content } from '../../accepted-kinds.ts';
import type { ByteSource } from './byte-source.ts';

const END_BYTES = 22;
const MOST_COMMENT_BYTES = 65_535;
const MOST_DIRECTORY_BYTES = 8 * 1024 * 1024;
const LOCAL_FILE = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** Marker for "see the ZIP64 record" in a 32-bit field. */
const ELSEWHERE = 0xffffffff;

/** Entry names from an archive's central directory, which every reader uses. */
export async function readZipNames(source: ByteSource): Promise<readonly string[] | null> {
  const directory = await findDirectory(source);
  if (directory === null) return null;
  // Too large to inspect: treated as a plain archive, never as a document.
  if (directory.start === ELSEWHERE || directory.bytes > MOST_DIRECTORY_BYTES) return [];
  const entries = await source.read(directory.start, directory.bytes);
  const names: string[] = [];
  for (let at = 0; at + 46 <= entries.length;) {
    if (entries.readUInt32LE(at) !== DIRECTORY_ENTRY) return null;
    const nameBytes = entries.readUInt16LE(at + 28);
    names.push(entries.toString('utf8', at + 46, at + 46 + nameBytes));
    at += 46 + nameBytes + entries.readUInt16LE(at + 30) + entries.readUInt16LE(at + 32);
  }
  return names;
}

/** Whether archive readers would accept this file, whatever its beginning. */
export async function endsAsZip(source: ByteSource): Promise<boolean> {
  const names = await readZipNames(source);
  return names !== null;
}

async function findDirectory(source: ByteSource): Promise<{ start: number; bytes: number } | null> {
  const length = Math.min(source.bytes, END_BYTES + MOST_COMMENT_BYTES);
  const offset = source.bytes - length;
  const tail = await source.read(offset, length);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const bytes = tail.readUInt32LE(at + 12);
    const start = tail.readUInt32LE(at + 16);
    if (start === ELSEWHERE || bytes === ELSEWHERE) return { start: ELSEWHERE, bytes: 0 };
    if (bytes > offset + at) continue;
    // Data prepended to the archive shifts its offsets, so the position is computed from the end.
    return { start: offset + at - bytes, bytes };
  }
  return null;
}

const PROGRAMS = /^(AndroidManifest\.xml|META-INF\/MANIFEST\.MF|Payload\/[^/]+\.app\/|AppxManifest\.xml)/;
const OPEN_XML: readonly (readonly [string, Content])[] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];
const OPEN_DOCUMENT: Readonly<Record<string, Content>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

/** Kind of an archive: office document, program, or plain archive. */
export async function contentOfZip(source: ByteSource): Promise<Content> {
  const names = await readZipNames(source);
  if (names === null) return 'unknown';
  const openDocument = OPEN_DOCUMENT[await firstMimetype(source)];
  if (openDocument) return names.some((name) => name.startsWith('Basic/')) ? 'office-macros' : openDocument;
  if (names.includes('[Content_Types].xml')) return contentOfOpenXml(names);
  return names.some((name) => PROGRAMS.test(name)) ? 'program' : 'zip';
}

function contentOfOpenXml(names: readonly string[]): Content {
  if (names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) return 'office-macros';
  return OPEN_XML.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1] ?? 'zip';
}

/** OpenDocument's first entry is `mimetype`, uncompressed (OpenDocument 1.3, part 2, 3.3). */
async function firstMimetype(source: ByteSource): Promise<string> {
  const head = await source.read(0, 256);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL_FILE || head.readUInt16LE(8) !== 0) return '';
  const nameEnd = 30 + head.readUInt16LE(26);
  if (head.toString('latin1', 30, nameEnd) !== 'mimetype') return '';
  const start = nameEnd + head.readUInt16LE(28);
  return head.toString('latin1', start, start + head.readUInt32LE(18));
}
