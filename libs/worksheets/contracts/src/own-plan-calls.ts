import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';

/** Texts that tell the person responsible for an action plan what is asked of them; '' where nothing is written. */
export const ownPlanTexts = z.object({
  /** What the plan consists of. */
  descripcion: z.string(),
  /** From the finding, once it was discussed. */
  condicion: z.string(),
  recomendacion: z.string(),
});
export type OwnPlanTexts = z.infer<typeof ownPlanTexts>;

/** Worksheets of action plans, for the people responsible for them. */
export const ownPlanTextCalls = {
  /** In any role: being assigned suffices. Texts of the newest revision, without formats. */
  texts: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/proyecto/riesgo/planes-accion/mios/:auditId/:itemId/textos/',
    params: z.object({ auditId, itemId }),
    policy: { kind: 'authenticated' },
    data: ownPlanTexts,
    refusals: ['item_not_found'],
  }),
};
