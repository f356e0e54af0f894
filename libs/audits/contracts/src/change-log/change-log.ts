import { z } from 'zod';
import { auditId, itemId } from '../ids.ts';

/** A list in a query: a repeated parameter, or values separated by commas. */
const several = (value: z.ZodString, most: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((part) => part.split(',').filter((one) => one !== '')))
    .pipe(z.array(value).min(1).max(most));

/** Excludes year 0, which ISO 8601 allows and databases do not. */
const moment = z.iso.datetime({ offset: true }).refine((text) => !text.startsWith('0000'));

/** Filter of the change log: by authors, types, an item (with or without its descendants), and time. */
export const changeFilter = z.object({
  /** Ids of users, or of system tasks (`system:trash`). */
  persona: several(z.string().regex(/^[\w:-]{1,60}$/), 100).optional(),
  /** Types of changes as in rows (`ItemValuesSet`). */
  tipo: several(z.string().regex(/^[A-Za-z]{1,60}$/), 60).optional(),
  item: itemId.optional(),
  /** `1`: includes the item's descendants, deleted ones too. */
  rama: z
    .enum(['0', '1'])
    .transform((said) => said === '1')
    .optional(),
  /** From `desde` (inclusive) to `hasta` (exclusive). */
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
export const MOST_EXPORTED = { xlsx: 100_000, pdf: 10_000, docx: 10_000 } as const;

/** Query of GET …/{model}/{id}/historial/exportar/: the log as a file, oldest first. */
export const changeLogExportQuery = changeFilter.extend({ formato: z.enum(['xlsx', 'pdf', 'docx']) });
export type ChangeLogExportQuery = z.infer<typeof changeLogExportQuery>;

/** Header of an exported log's answer: `changeLogProof` as JSON. */
export const LOG_PROOF_HEADER = 'X-Log-Proof';

/** Proof of an exported log's integrity. */
export const changeLogProof = z.object({
  auditoria: auditId,
  /** Version of the audit's stream up to which the log is exported. */
  version: z.number().int(),
  /** Hash-chain link at that version, in hex, by which the log can be verified. */
  cadena: z.string(),
  cambios: z.number().int(),
});
export type ChangeLogProof = z.infer<typeof changeLogProof>;
