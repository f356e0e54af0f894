import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { attachmentView } from './attachment-calls.ts';
import { noteView } from './note-calls.ts';
import { worksheetTextView } from './text-calls.ts';

const NEWEST = 2_147_483_647;

export const contentsAtQuery = z.object({
  /** Audit version; blank must be refused, because it would coerce to 0, the first version. */
  version: z.string().trim().min(1).pipe(z.coerce.number()).pipe(z.int().min(0).max(NEWEST)),
});

/** Content of a worksheet at an audit version; users and file names in their current form. */
export const worksheetContentsView = z.object({
  modelo_id: itemId,
  version: z.int(),
  /** Without texts that were not yet written. */
  textos: z.array(worksheetTextView),
  /** Including attachments already removed or replaced, oldest first. */
  adjuntos: z.array(attachmentView),
  /** Notes in their state then, with their threads so far, oldest first. */
  notas: z.array(noteView),
});
export type WorksheetContentsView = z.infer<typeof worksheetContentsView>;

/** Past states of worksheets, with the right to read the plan's past. */
export const pastCalls = {
  /** Also for items in the trash; nothing is kept of purged ones. */
  contents: defineCall({
    reach: 'account',
    policy: { kind: 'requires', permission: 'plan.access' },
    method: 'GET',
    path: '/proyecto/riesgo/auditoria/:auditId/tree/:itemId/contenido/',
    params: z.object({ auditId, itemId }),
    query: contentsAtQuery,
    data: worksheetContentsView,
    refusals: ['audit_not_found', 'item_not_found', 'version_not_reached', 'contents_not_readable'],
  }),
};
