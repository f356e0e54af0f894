import { MAX_DOCUMENT_BYTES, MAX_PASTE_BYTES } from '@cotejo/texts/protocol';
import type { Fragment } from '@tiptap/pm/model';
import { encodeStateAsUpdate, type Doc } from 'yjs';

/** Bytes that an element takes beside its words, about. */
const ELEMENT_BYTES = 40;
/** Share of what fits from which on it is told, before anything is refused. */
const NEARLY_FULL = 0.9;

/** Bytes that this takes in a document, about. */
export function bytesOf(content: Fragment): number {
  let elements = 0;
  content.descendants(() => {
    elements += 1;
  });
  const words = content.textBetween(0, content.size, '\n');
  return new TextEncoder().encode(words).length + elements * ELEMENT_BYTES;
}

const sizeOf = (document: Doc): number => encodeStateAsUpdate(document).byteLength;

/** Percent of what a worksheet's texts may take, once that is worth telling; otherwise null. */
export function fullnessOf(document: Doc): number | null {
  const share = sizeOf(document) / MAX_DOCUMENT_BYTES;
  return share < NEARLY_FULL ? null : Math.min(100, Math.round(share * 100));
}

/** Why something can't be put into a document, before the server says so; null when it can. */
export function tooMuchFor(document: Doc, content: Fragment): 'too_large' | 'document_full' | null {
  const bytes = bytesOf(content);
  if (bytes > MAX_PASTE_BYTES) return 'too_large';
  // Only what is large is worth a walk through all that there is.
  return bytes > MAX_PASTE_BYTES / 32 && bytes + sizeOf(document) > MAX_DOCUMENT_BYTES
    ? 'document_full'
    : null;
}
