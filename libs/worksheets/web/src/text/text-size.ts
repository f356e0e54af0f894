import { MAX_DOCUMENT_BYTES, MAX_PASTE_BYTES } from '@cotejo/texts/protocol';
import type { Fragment } from '@tiptap/pm/model';
import { encodeStateAsUpdate, type Doc } from 'yjs';

/** Approximate bytes of an element beside its text. */
const ELEMENT_BYTES = 40;
/** Share of the limit from which the fill level is shown, before edits are refused. */
const NEARLY_FULL = 0.9;

/** Approximate bytes of content in a document. */
export function bytesOf(content: Fragment): number {
  let elements = 0;
  content.descendants(() => {
    elements += 1;
  });
  const words = content.textBetween(0, content.size, '\n');
  return new TextEncoder().encode(words).length + elements * ELEMENT_BYTES;
}

const sizeOf = (document: Doc): number => encodeStateAsUpdate(document).byteLength;

/** Percentage of the document's size limit in use, once nearly full; otherwise null. */
export function fullnessOf(document: Doc): number | null {
  const share = sizeOf(document) / MAX_DOCUMENT_BYTES;
  return share < NEARLY_FULL ? null : Math.min(100, Math.round(share * 100));
}

/** Reason why content does not fit into a document, checked before the server refuses it; null if it fits. */
export function tooMuchFor(document: Doc, content: Fragment): 'too_large' | 'document_full' | null {
  const bytes = bytesOf(content);
  if (bytes > MAX_PASTE_BYTES) return 'too_large';
  // Computing the document's size is expensive, so small content skips it.
  return bytes > MAX_PASTE_BYTES / 32 && bytes + sizeOf(document) > MAX_DOCUMENT_BYTES
    ? 'document_full'
    : null;
}
