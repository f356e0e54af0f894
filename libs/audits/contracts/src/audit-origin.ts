import { z } from 'zod';
import { oneLineName } from '@cotejo/http/contracts';
import { auditId, itemId } from './ids.ts';

/** Version of the source that is read; absent = the newest. */
const version = z.int().nonnegative().optional();

/**
 * What a new audit begins with besides its template: last year's audit rolled forward, a copy of another audit
 * with all that can be copied, or an auditable unit of a risk evaluation as its scope.
 */
export const auditOrigin = z.discriminatedUnion('tipo', [
  z.strictObject({
    tipo: z.literal('traslado'),
    auditoria: auditId,
    version,
    /** Its active members with role, hours and cost. */
    equipo: z.boolean().default(false),
    /** Its open findings, with their facts and the code of the original. */
    hallazgos: z.boolean().default(false),
    /** Probability and impact of its risks. */
    calificaciones: z.boolean().default(false),
  }),
  z.strictObject({ tipo: z.literal('copia'), auditoria: auditId, version }),
  z.strictObject({ tipo: z.literal('evaluacion'), evaluacion: auditId, unidad: itemId, version }),
]);
export type AuditOrigin = z.infer<typeof auditOrigin>;

/** Processes and risks of a business unit; the unit belongs to a company. */
export const scopeUnit = z.strictObject({
  empresa: oneLineName(200).nullish(),
  unidad: oneLineName(200),
  procesos: z.array(oneLineName(200)).max(200).default([]),
  riesgos: z.array(oneLineName(500)).max(200).default([]),
});
export type ScopeUnit = z.infer<typeof scopeUnit>;

/** Capital letters, digits and hyphens: a code is part of a stream's name and of file names. */
export const auditCode = z
  .string()
  .max(40)
  .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/);

/** GET …/{id}/traslado/: what a new audit would take over from a version of this one. */
export const carryPreview = z.object({
  id: auditId,
  codigo: z.string(),
  nombre: z.string(),
  record_type: z.string(),
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
  horas_presupuestadas: z.number(),
  /** The version that was read, to be named when the audit is created. */
  version: z.int(),
  /** Items that are taken over in any case, by the contract's type names. */
  elementos: z.record(z.string(), z.int()),
  hallazgos_abiertos: z.int(),
  riesgos_calificados: z.int(),
  sprints: z.int(),
  /** Active members with access to the account. */
  equipo: z.array(z.object({ id: z.uuid(), name: z.string(), sigla: z.string(), rol: z.string() })),
});
export type CarryPreview = z.infer<typeof carryPreview>;
