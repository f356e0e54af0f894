import { z } from 'zod';
import { noteId } from './ids.ts';

/** Why somebody's access was changed. */
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
 * The reason that every change of access carries. Its words may name people, so they lie in the vault under
 * `note`; the log keeps the code.
 */
export const because = z.object({ code: reasonCode, note: noteId.nullable() });
export type Because = z.infer<typeof because>;

/** The same as it comes over the wire: optional, for the calls of the specification don't name it. */
export const reasonOnWire = z.object({
  motivo: reasonCode.default('requested'),
  motivo_texto: z.string().trim().max(500).optional(),
});
export type ReasonOnWire = z.infer<typeof reasonOnWire>;
