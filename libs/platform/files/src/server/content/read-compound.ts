import type { Content } from '../../accepted-kinds.ts';
import type { ByteSource } from './byte-source.ts';

/** First bytes of a compound file (MS-CFB 2.2): Office before 2007, Outlook messages, and encrypted documents. */
export const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const ENTRY_BYTES = 128;
const MOST_SECTORS = 64;
const SECTORS_IN_HEADER = 109;

/** Stream names that identify the content. */
const STREAMS: readonly (readonly [RegExp, Content])[] = [
  [/^EncryptedPackage$/, 'office-locked'],
  [/^WordDocument$/, 'doc'],
  [/^(Workbook|Book)$/, 'xls'],
  [/^PowerPoint Document$/, 'ppt'],
  [/^__properties_version1\.0$/, 'msg'],
];
const MACROS = /^(VBA|_VBA_PROJECT|Macros|_VBA_PROJECT_CUR)$/;
/** Windows installers (MSI) name their table streams with this prefix. */
const INSTALLER = /^\u4840/;

export async function contentOfCompound(source: ByteSource): Promise<Content> {
  const names = await readStreamNames(source);
  if (names.some((name) => INSTALLER.test(name))) return 'program';
  const found = STREAMS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? 'unknown';
  return found !== 'unknown' && names.some((name) => MACROS.test(name)) ? 'office-macros' : found;
}

async function readStreamNames(source: ByteSource): Promise<readonly string[]> {
  const header = await source.read(0, 512);
  const shift = header.length === 512 ? header.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return [];
  const sectorBytes = 2 ** shift;
  const read = (sector: number) => source.read((sector + 1) * sectorBytes, sectorBytes);
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; count < MOST_SECTORS; count += 1) {
    const entries = await read(sector);
    if (entries.length === 0) break;
    for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(entries.readUInt16LE(at + 64), 64);
      if (nameBytes >= 2) names.push(entries.toString('utf16le', at, at + nameBytes - 2));
    }
    const next = await nextSector(header, sector, sectorBytes, read);
    if (next === null) break;
    sector = next;
  }
  return names;
}

/**
 * Next sector of a chain by the allocation table; null at its end, or if the table is beyond those listed in the
 * header.
 */
async function nextSector(
  header: Buffer,
  sector: number,
  sectorBytes: number,
  read: (sector: number) => Promise<Buffer>,
): Promise<number | null> {
  const inTable = sectorBytes / 4;
  const table = Math.floor(sector / inTable);
  if (table >= SECTORS_IN_HEADER) return null;
  const entries = await read(header.readUInt32LE(76 + table * 4));
  const at = (sector % inTable) * 4;
  if (at + 4 > entries.length) return null;
  const next = entries.readUInt32LE(at);
  // Values from here on are markers: end of chain, free, table.
  return next >= 0xfffffffa ? null : next;
}
