import { z } from 'zod';
import { auditId } from './ids.ts';
import { riskRangeRead } from './tree-item-read.ts';

const total = z.number().int().nonnegative();
const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** Living items of a type by the contract's names of their statuses; a status that none has is not there. */
const countsOfType = z.object({ item_tipo: z.string(), total, estados: z.record(z.string(), total) });

/** How much of what can be signed is; what is in the trash does not count. */
const signatureCounts = z.object({
  /** Items that count for progress. */
  contables: total,
  /** Of these, with a standing mark of completion. */
  completados: total,
  /** Of these, reviewed as well. */
  revisados: total,
});

const lastChange = z.object({ usuario: someone, fecha: z.string(), version: z.number().int() });

/** How an audit goes, as a row of a list tells it. */
export const auditProgress = z.object({
  por_tipo: z.array(countsOfType),
  firmas: signatureCounts,
  /** Review notes that are not closed; null when they could not be counted in time. */
  notas_abiertas: total.nullable(),
  ultimo_cambio: lastChange.nullable(),
});
export type AuditProgress = z.infer<typeof auditProgress>;

const percent = z.number().min(0).max(100).nullable();

/** GET …/{model}/{id}/resumen/ and a row of the topic `audit-summary`: how an audit goes, in figures. */
export const auditSummary = auditProgress.extend({
  id: auditId,
  /** Audit version that it shows. */
  version: z.number().int(),
  nombre: z.string(),
  codigo: z.string(),
  status: z.string(),
  /** 0–100 with one decimal; null when nothing counts. */
  progreso: percent,
  /** Items at the top of the plan, in its order. */
  fases: z.array(
    z.object({
      id: z.string(),
      codigo: z.string().nullable(),
      nombre: z.string(),
      progreso: percent,
      /** With what is under it. */
      items: total,
    }),
  ),
  notas: z.object({ abiertas: total, respondidas: total, cerradas: total }).nullable(),
  riesgos: z.object({
    total,
    /** How many fall into each level; one without a figure is in none. */
    rangos: z.array(riskRangeRead.extend({ inherente: total, residual: total })),
    /** Cells of the heat map that have some, inherent, from the lowest on. */
    mapa: z.array(z.object({ probabilidad: z.number(), impacto: z.number(), riesgos: z.array(z.string()) })),
    inherente_maximo: z.number().nullable(),
    inherente_promedio: z.number().nullable(),
    residual_maximo: z.number().nullable(),
    residual_promedio: z.number().nullable(),
  }),
  controles: z.object({
    total,
    /** By strength: weak 1, moderate 3, strong 5. */
    solidez: z.array(z.object({ value: z.number(), total })),
    sin_calificar: total,
  }),
  hallazgos: z.object({
    total,
    /** 0 unspecified, 1 low, 3 medium, 5 high; null = nobody said. */
    por_impacto: z.array(z.object({ impacto: z.number().nullable(), total })),
  }),
  horas: z.object({
    /** Of the audit. */
    presupuestadas: z.number(),
    /** Planned for the items of its plan, taken together. */
    planeadas: z.number(),
    cargadas: z.number(),
    /** 100 = as planned; null without charged hours. */
    eficiencia: z.number().nullable(),
  }),
});
export type AuditSummary = z.infer<typeof auditSummary>;
