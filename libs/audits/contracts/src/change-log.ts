import { z } from 'zod';
import { auditId, itemId } from './ids.ts';

/** A list as an address says it: the parameter again and again, or with commas. */
const several = (value: z.ZodString, most: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((part) => part.split(',').filter((one) => one !== '')))
    .pipe(z.array(value).min(1).max(most));

/** Not of year 0, which ISO 8601 has and calendars do not. */
const moment = z.iso.datetime({ offset: true }).refine((text) => !text.startsWith('0000'));

/** Which changes: those of these people, of these types, about an item (or what is under it), between two moments. */
export const changeFilter = z.object({
  /** By id: of a person, or of a task of the system (`system:trash`). */
  persona: several(z.string().regex(/^[\w:-]{1,60}$/), 100).optional(),
  /** Types of changes as rows name them (`ItemValuesSet`). */
  tipo: several(z.string().regex(/^[A-Za-z]{1,60}$/), 60).optional(),
  item: itemId.optional(),
  /** `1`: also what is under the item now, or was when it was deleted. */
  rama: z
    .enum(['0', '1'])
    .transform((said) => said === '1')
    .optional(),
  /** From this moment on, and before that one. */
  desde: moment.optional(),
  hasta: moment.optional(),
});
export type ChangeFilter = z.infer<typeof changeFilter>;

/** Query of GET …/{model}/{id}/historial/: a page of the log, newest first, before version `antes`. */
export const changeLogQuery = changeFilter.extend({
  antes: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  limite: z.coerce.number().int().min(1).max(200).default(50),
});
export type ChangeLogQuery = z.infer<typeof changeLogQuery>;

/** Changes that one file of the log holds at most; more are refused (422 `log_too_long`, details {most, changes}). */
export const MOST_EXPORTED = { xlsx: 100_000, pdf: 10_000 } as const;

/** Query of GET …/{model}/{id}/historial/exportar/: the log as a file, oldest first. */
export const changeLogExportQuery = changeFilter.extend({ formato: z.enum(['xlsx', 'pdf']) });
export type ChangeLogExportQuery = z.infer<typeof changeLogExportQuery>;

/** Header of an answer with a file of the log: `changeLogProof` as JSON. */
export const LOG_PROOF_HEADER = 'X-Log-Proof';

/** What a file of the log says of itself. */
export const changeLogProof = z.object({
  auditoria: auditId,
  /** Version of the audit's stream up to which the file tells. */
  version: z.number().int(),
  /** Link of the chain of events at that version, hex: with it the log can be verified. */
  cadena: z.string(),
  cambios: z.number().int(),
});
export type ChangeLogProof = z.infer<typeof changeLogProof>;
