import { z } from 'zod';
import { ratingLevel } from '../conclusion.ts';

const person = z.object({ id: z.string(), name: z.string(), sigla: z.string() });
const act = z.object({ usuario: person, fecha: z.string() });

/** Rating and conclusion of an audit as readers see them. */
export const conclusionRead = z.object({
  calificacion: ratingLevel.nullable(),
  calificada: act.nullable(),
  /** Empty = not written. */
  texto: z.string(),
  escrita: act.nullable(),
  firmada: act.nullable(),
  /** Audit version of the last change of rating or text; a signer says which one they read. */
  version: z.number().int(),
});
export type ConclusionRead = z.infer<typeof conclusionRead>;
