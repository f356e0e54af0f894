import { z } from 'zod';

/** Response headers that identify the downloaded bytes: document, version and chain link. */
export const TREE_DOCUMENT_HEADERS = {
  document: 'X-Tree-Document',
  version: 'X-Tree-Version',
  /** Hash-chain link at that version. */
  link: 'X-Tree-Link',
} as const;

export const treeDocumentHead = z.object({
  document: z.string().min(1).max(64),
  version: z.coerce.number().int().nonnegative(),
  link: z.string().min(1),
});
