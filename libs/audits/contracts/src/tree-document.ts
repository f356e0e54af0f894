import { z } from 'zod';
import type { AuditId } from './ids.ts';

/** Where an audit's tree document is fetched whole, as a Yjs update; below the API's base. */
export const treeDocumentPath = (audit: AuditId): string => `/proyecto/riesgo/auditoria/${audit}/documento/`;

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
