import { z } from 'zod';
import { itemId } from '@cotejo/audits-contracts';
import { plainText, sealedText } from './sealed-text.ts';

/** Instructions of one step. */
export const MAX_INSTRUCTIONS = 300;

/** People send texts; the server seals them before it decides. */
export const programmeText = z.union([plainText, sealedText]);
export type ProgrammeText = z.infer<typeof programmeText>;

/** Says what a step is to achieve and what to do, one instruction after the other. */
export const setStepProgramme = z.object({
  kind: z.literal('set_step_programme'),
  id: itemId,
  objective: programmeText.nullable(),
  instructions: z.array(z.object({ id: z.uuid(), text: programmeText })).max(MAX_INSTRUCTIONS),
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

/** GET …/auditoria/{auditId}/tree/{itemId}/programa/; a redacted text is null. */
export const stepProgrammeView = z.object({
  objetivo: z.string().nullable(),
  instrucciones: z.array(z.object({ id: z.uuid(), texto: z.string().nullable() })),
  version: z.number().int(),
});
export type StepProgrammeView = z.infer<typeof stepProgrammeView>;
