import { z } from 'zod';
import { noteId } from './ids.ts';

/** Reasons for changing a user's access. */
export const reasonCode = z.enum([
  'requested',
  'joined',
  'left',
  'new_duties',
  'security',
  'contract',
  'mistake',
  'upkeep',
  'other',
]);
export type ReasonCode = z.infer<typeof reasonCode>;

/**
 * The reason in every change of access. Its free text may name people, so it is in the vault under `note`; the log
 * contains the code.
 */
export const because = z.object({ code: reasonCode, note: noteId.nullable() });
export type Because = z.infer<typeof because>;

/** Wire format of a reason: optional, because the specification's calls do not have it. */
export const reasonOnWire = z.object({
  motivo: reasonCode.default('requested'),
  motivo_texto: z.string().trim().max(500).optional(),
});
export type ReasonOnWire = z.infer<typeof reasonOnWire>;
