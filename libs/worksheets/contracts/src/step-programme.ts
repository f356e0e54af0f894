import { z } from 'zod';
import { itemId } from '@cotejo/audits-contracts';

/** Characters of one objective or instruction. */
export const MAX_TEXT_LENGTH = 20_000;
/** Instructions of one step. */
export const MAX_INSTRUCTIONS = 300;

/** A text as a person wrote it; well-formed and without U+0000, which neither vault nor hash could keep. */
export const plainText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .regex(/^[^\0\p{Cs}]*$/u);

/**
 * A text as events carry it: its body lies in the vault under `ref`; `hash` is the hex SHA-256 of a salt
 * kept there and the body, so that the body can be redacted and the log still verifies.
 */
export const sealedText = z.object({
  ref: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  length: z.number().int().positive(),
});
export type SealedText = z.infer<typeof sealedText>;

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
