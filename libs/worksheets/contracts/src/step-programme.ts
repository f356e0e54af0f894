import { requires } from '@cotejo/access-contracts';
import { auditId, itemId, sealedText } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { plainText, writableSeal } from './sealed-text.ts';

/** Instructions of one step. */
export const MAX_INSTRUCTIONS = 300;

/**
 * Sets a step's objective and ordered instructions. The seals of its texts travel beside it (`SealedWords`),
 * the objective's first if present.
 */
export const setStepProgramme = z.strictObject({
  kind: z.literal('set_step_programme'),
  id: itemId,
  objective: plainText.nullable(),
  instructions: z.array(z.strictObject({ id: z.uuid(), text: plainText })).max(MAX_INSTRUCTIONS),
});
export type SetStepProgramme = z.infer<typeof setStepProgramme>;

export const stepProgrammeSet = z.object({
  type: z.literal('StepProgrammeSet'),
  data: z.object({
    id: itemId,
    objective: sealedText.nullable(),
    instructions: z.array(z.object({ id: z.uuid(), text: sealedText })),
  }),
});
export type StepProgrammeSet = z.infer<typeof stepProgrammeSet>;

/** Writable data of `StepProgrammeSet`. */
export const writableProgramme = z.strictObject({
  id: itemId,
  objective: writableSeal.nullable(),
  instructions: z.array(z.strictObject({ id: z.uuid(), text: writableSeal })).max(MAX_INSTRUCTIONS),
});

/** GET …/auditoria/{auditId}/tree/{itemId}/programa/; a redacted text is null. */
export const stepProgrammeView = z.object({
  objetivo: z.string().nullable(),
  instrucciones: z.array(z.object({ id: z.uuid(), texto: z.string().nullable() })),
  version: z.number().int(),
});
export type StepProgrammeView = z.infer<typeof stepProgrammeView>;

export const stepProgrammeCalls = {
  /** Objective and instructions of a step; empty, with version -1, if none were written. */
  read: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/proyecto/riesgo/auditoria/:auditId/tree/:itemId/programa/',
    policy: requires('plan.access'),
    params: z.object({ auditId, itemId }),
    data: stepProgrammeView,
    refusals: ['audit_not_found', 'item_not_found'],
  }),
};
