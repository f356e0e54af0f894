import { z } from 'zod';

const person = z.object({ id: z.string(), name: z.string(), sigla: z.string() });

/** Deletion of an audit as readers see it. */
export const removalRead = z.object({
  /** ISO 8601 in UTC. */
  fecha: z.string(),
  usuario: person,
  /** Days until it can no longer be restored; 0 = any time from now on. */
  dias_restantes: z.number().int().nonnegative(),
  /** Day until which the file is retained, where the audit was ever closed. */
  conservada_hasta: z.string().nullable(),
});
export type RemovalRead = z.infer<typeof removalRead>;
