import { acceptedKinds, type Content, type FileKind } from '../../accepted-kinds.ts';
import type { FileErrorCode } from '../../file-errors.ts';
import type { ByteSource } from './byte-source.ts';
import { COMPOUND_FILE, contentOfCompound } from './read-compound.ts';
import { contentOfText } from './read-text.ts';
import { contentOfZip, endsAsZip } from './read-zip.ts';
import { contentBySignature } from './signatures.ts';

const HEAD_BYTES = 512;
/** `PK` signatures of the first entry, and of an empty archive. */
const ZIP_STARTS = ['504b0304', '504b0506'];

/** Detects a file's content by its bytes alone. */
export async function detectContent(source: ByteSource): Promise<Content> {
  const head = await source.read(0, HEAD_BYTES);
  if (ZIP_STARTS.includes(head.subarray(0, 4).toString('hex'))) return contentOfZip(source);
  const content = await contentOfOthers(head, source);
  if (content === 'unknown' || content === 'program') return content;
  // A file valid as two formats: harmless as the first, but other programs may open it as an archive.
  return (await endsAsZip(source)) ? 'polyglot' : content;
}

async function contentOfOthers(head: Buffer, source: ByteSource): Promise<Content> {
  if (head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) return contentOfCompound(source);
  const signed = contentBySignature(head);
  // Text may begin like a short signature: "MZ", "BM" or "ID3".
  if (signed !== null && !/^(MZ|BM|ID3)/.test(head.toString('latin1', 0, 3))) return signed;
  const text = await contentOfText(source);
  return text === 'unknown' ? (signed ?? 'unknown') : text;
}

/** Reason why a file may not be kept under its kind; null when it may. */
export async function refusalOfContent(kind: FileKind, source: ByteSource): Promise<FileErrorCode | null> {
  if (source.bytes === 0) return 'file_empty';
  const content = await detectContent(source);
  if (content === 'program' || content === 'office-macros') return 'file_type_refused';
  const contents: readonly Content[] = acceptedKinds[kind].contents;
  return contents.includes(content) ? null : 'file_type_mismatch';
}
