import { z } from 'zod';

/** What the answer's headers say of the bytes: which document they are of, and how far they go. */
export const TREE_DOCUMENT_HEADERS = {
  document: 'X-Tree-Document',
  version: 'X-Tree-Version',
  /** Chain link at that version. */
  link: 'X-Tree-Link',
} as const;

export const treeDocumentHead = z.object({
  document: z.string().min(1).max(64),
  version: z.coerce.number().int().nonnegative(),
  link: z.string().min(1),
});
