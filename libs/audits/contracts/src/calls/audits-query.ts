import { userId } from '@cotejo/access-contracts';
import { z } from 'zod';
import { CONTRACT_AUDIT_KIND, CONTRACT_FREQUENCY } from '../events.ts';
import { ratingCode } from '../conclusion.ts';
import { CONTRACT_RECORD_TYPE } from '../item-types.ts';
import { COMPLETED_AND_CLOSED, CONTRACT_AUDIT_STATUS } from '../statuses.ts';

/** Values of one filter; more is a mistake, and would make the URL too long. */
const MOST_VALUES = 50;

/** One value, or several separated by commas. */
const among = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(value).max(MOST_VALUES))
    .optional();

const named = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  among(
    z
      .string()
      .refine((name) => Object.values(names).includes(name))
      .transform((name) => (Object.keys(names) as Code[]).find((code) => names[code] === name) as Code),
  );
const number = (schema: z.ZodNumber) => z.string().trim().min(1).pipe(z.coerce.number()).pipe(schema);
const year = number(z.int().min(1900).max(9999));
const percent = number(z.number().min(0).max(100)).optional();
const unitName = z.string().trim().min(1).max(200).optional();
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

const { audit_plan, financial_audit, icce } = CONTRACT_RECORD_TYPE;

/** Query of GET /proyecto/riesgo/auditoria/: only audits that pass every filter. */
export const auditsQuery = z.object({
  /** Text in name or code, ignoring case. */
  q: z.string().trim().max(200).optional(),
  ano: among(year),
  ano_desde: year.optional(),
  ano_hasta: year.optional(),
  /** With `ano_desde`: also audits of earlier years that are neither closed nor cancelled. */
  con_abiertas: flag,
  record_type: named({ audit_plan, financial_audit, icce }),
  tipo_auditoria: named(CONTRACT_AUDIT_KIND),
  frequency_type: named(CONTRACT_FREQUENCY),
  /** A completed audit with its closing date is no CULMINADO. */
  status: named({ ...CONTRACT_AUDIT_STATUS, completed_closed: COMPLETED_AND_CLOSED }),
  lider: among(userId),
  /** Company or business unit in scope, by its whole name, ignoring case. */
  empresa: unitName,
  unidad: unitName,
  /** Codes of levels of the overall rating. */
  calificacion: among(ratingCode),
  /** Members of the team. */
  miembro: among(userId),
  /** Whether the caller is in the team. */
  in_team: flag,
  progreso_desde: percent,
  progreso_hasta: percent,
  /** Whether the last day is past while the work is not over. */
  atrasada: flag,
});
export type AuditsFilter = z.output<typeof auditsQuery>;

/** GET /proyecto/riesgo/auditoria/anos/ */
export const auditYears = z.array(z.object({ ano: z.number().int(), auditorias: z.number().int() }));
export type AuditYears = z.infer<typeof auditYears>;
