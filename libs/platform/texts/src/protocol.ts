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

/** Why a write was refused; those with `again` may be taken a little later. */
export const refusal = {
  /** The person may not write here, or not any more. A host may refuse with codes of its own. */
  forbidden: 'forbidden',
  /** It says that somebody else wrote it. */
  forged: 'forged_author',
  /** It is of no field of this document. */
  foreignRoot: 'foreign_root',
  malformed: 'malformed',
  /** It builds on what this document never had. */
  incomplete: 'incomplete',
  /** This one update, or a message that carries it, is too large. */
  tooLarge: 'too_large',
  /** The document would be too large with it. */
  full: 'document_full',
  /** Applying it would take far longer than applying what an editor makes. */
  tooCostly: 'too_costly',
  /** Its document is shown as the last revision has it, until an operator repairs it. */
  quarantined: 'text_quarantined',
  /** Nothing may be written at this moment (again). */
  held: 'held',
  /** The store does not answer (again). */
  unavailable: 'unavailable',
} as const;

/**
 * Bytes of one update: what applying the most expensive one keeps a node's loop busy for stays under 100 ms. A browser
 * sends more than that as several.
 */
export const MAX_UPDATE_BYTES = 64 * 1024;
/** Bytes that an editor may put in at once: a browser sends them as several updates. */
export const MAX_PASTE_BYTES = 768 * 1024;
/** Structs and deleted ranges of one update, for the same reason: there are as many as two bytes each. */
export const MAX_UPDATE_PARTS = 6_000;
/** Bytes of a whole document. */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;
