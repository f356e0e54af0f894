import type { Content } from '../../accepted-kinds.ts';

interface Signature {
  readonly content: Content;
  /** Expected Latin-1 text by offset. */
  readonly at: Readonly<Record<number, string>>;
}

const signature = (content: Content, at: Signature['at']): Signature => ({ content, at });

/** File signatures. */
const SIGNATURES: readonly Signature[] = [
  signature('pdf', { 0: '%PDF-' }),
  signature('rtf', { 0: '{\\rtf' }),
  signature('png', { 0: '\x89PNG\r\n\x1a\n', 12: 'IHDR' }),
  signature('jpg', { 0: '\xff\xd8\xff' }),
  signature('gif', { 0: 'GIF87a' }),
  signature('gif', { 0: 'GIF89a' }),
  signature('webp', { 0: 'RIFF', 8: 'WEBPVP8' }),
  signature('wav', { 0: 'RIFF', 8: 'WAVE' }),
  signature('tiff', { 0: 'II*\0' }),
  signature('tiff', { 0: 'MM\0*' }),
  signature('bmp', { 0: 'BM', 6: '\0\0\0\0' }),
  signature('ogg', { 0: 'OggS\0' }),
  signature('webm', { 0: '\x1a\x45\xdf\xa3' }),
  signature('mp3', { 0: 'ID3' }),
  signature('program', { 0: '\x7fELF' }),
  signature('program', { 0: 'MZ' }),
  signature('program', { 0: '\xca\xfe\xba\xbe' }),
  signature('program', { 0: '\xfe\xed\xfa' }),
  signature('program', { 0: '\xce\xfa\xed\xfe' }),
  signature('program', { 0: '\xcf\xfa\xed\xfe' }),
  signature('program', { 0: '\0asm' }),
  signature('program', { 0: '#!' }),
  // A Windows shortcut (.lnk), which runs its target.
  signature('program', { 0: 'L\0\0\0\x01\x14\x02\0' }),
];

/** Brands of the ISO base media format (ISO/IEC 14496-12), in bytes 8–11. */
const BRANDS: readonly (readonly [RegExp, Content])[] = [
  [/^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/, 'heic'],
  [/^M4[AB] $/, 'm4a'],
  [/^qt {2}$/, 'mov'],
  [/^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|MSNV|dash|3g[pg2][0-9a-z]|mmp4|f4v |XAVC)$/, 'mp4'],
];

/** Content by signature; null when the beginning is not conclusive. */
export function contentBySignature(head: Buffer): Content | null {
  const text = head.subarray(0, 64).toString('latin1');
  if (text.startsWith('ftyp', 4)) return brandOf(text.slice(8, 12));
  const found = SIGNATURES.find(({ at }) =>
    Object.entries(at).every(([place, expected]) => text.startsWith(expected, Number(place))),
  );
  return found?.content ?? (isMpegFrame(head) ? 'mp3' : null);
}

const brandOf = (brand: string): Content => BRANDS.find(([pattern]) => pattern.test(brand))?.[1] ?? 'unknown';

/** An MPEG audio frame, layer III, with valid bit rate and sampling rate. */
function isMpegFrame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return isLayer3 && (third & 0xf0) !== 0xf0 && (third & 0xf0) !== 0 && (third & 0x0c) !== 0x0c;
}
