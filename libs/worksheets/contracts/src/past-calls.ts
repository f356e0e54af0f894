import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { attachmentView } from './attachment-calls.ts';
import { noteView } from './note-calls.ts';
import { worksheetTextView } from './text-calls.ts';

const NEWEST = 2_147_483_647;

export const contentsAtQuery = z.object({
  /** Audit version; blank is no number: it must not be taken for the first one. */
  version: z.string().trim().min(1).pipe(z.coerce.number()).pipe(z.int().min(0).max(NEWEST)),
});

/** What a worksheet held at an audit version; people and names of files as they are known today. */
export const worksheetContentsView = z.object({
  modelo_id: itemId,
  version: z.int(),
  /** A text that nobody had written by then is not among them. */
  textos: z.array(worksheetTextView),
  /** What had been removed or replaced by then included, oldest first. */
  adjuntos: z.array(attachmentView),
  /** As they stood, with what had been said under them, oldest first. */
  notas: z.array(noteView),
});
export type WorksheetContentsView = z.infer<typeof worksheetContentsView>;

/** Worksheets as they were, for whoever may read the plan as it was. */
export const pastCalls = {
  /** Also of an item that lies in the trash by now; of one that left the plan for good nothing is kept. */
  contents: defineCall({
    reach: 'account',
    door: { kind: 'requires', permission: 'plan.access' },
    method: 'GET',
    path: '/proyecto/riesgo/auditoria/:auditId/tree/:itemId/contenido/',
    params: z.object({ auditId, itemId }),
    query: contentsAtQuery,
    data: worksheetContentsView,
    refusals: ['audit_not_found', 'item_not_found', 'version_not_reached', 'contents_not_readable'],
  }),
};
