export {
  contentOf,
  contentsOf,
  MOST_DEPTH,
  rootNameOf,
  type FieldContent,
  type JsonValue,
  type RootKind,
  type RootKinds,
} from './field-content.ts';

/** Refusal codes of writes; codes marked (again) may succeed on a retry. */
export const refusal = {
  /** The user may not write here, or no longer may. A host may also use codes of its own. */
  forbidden: 'forbidden',
  /** The update claims client ids of another author. */
  forged: 'forged_author',
  /** The update writes to a root that this document does not have. */
  foreignRoot: 'foreign_root',
  malformed: 'malformed',
  /** The update depends on structs that the document never had. */
  incomplete: 'incomplete',
  /** The update, or a message that carries it, is too large. */
  tooLarge: 'too_large',
  /** The update would exceed the document's size limit. */
  full: 'document_full',
  /** Applying the update would take far longer than any update that an editor makes. */
  tooCostly: 'too_costly',
  /** The document is read-only, shown as of its last revision, until an operator repairs it. */
  quarantined: 'text_quarantined',
  /** Writes are suspended for the moment (again). */
  held: 'held',
  /** The store does not answer (again). */
  unavailable: 'unavailable',
} as const;

/**
 * Bytes of one update: chosen so that applying the most expensive update of this size blocks a node's event loop for
 * less than 100 ms. Browsers split larger updates.
 */
export const MAX_UPDATE_BYTES = 64 * 1024;
/** Bytes that may be pasted at once; a browser sends them as several updates. */
export const MAX_PASTE_BYTES = 768 * 1024;
/** Structs and deleted ranges of one update, for the same reason: one may take as little as two bytes. */
export const MAX_UPDATE_PARTS = 6_000;
/** Bytes of a whole document. */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;
