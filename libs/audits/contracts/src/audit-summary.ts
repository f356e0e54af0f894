import { z } from 'zod';
import { conclusionRead } from './calls/conclusion-read.ts';
import { auditId, itemId } from './ids.ts';
import { riskRangeRead } from './calls/tree-item-read.ts';

const total = z.number().int().nonnegative();
const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** Living items of a type, counted by the contract's status names; statuses with no item are absent. */
const countsOfType = z.object({ item_tipo: z.string(), total, estados: z.record(z.string(), total) });

/** Signatures of the living items that can be signed. */
export const signatureCounts = z.object({
  /** Items that count for progress. */
  contables: total,
  /** Of these, items with a valid completion mark. */
  completados: total,
  /** Of these, items that are reviewed as well. */
  revisados: total,
});

export const lastChange = z.object({ usuario: someone, fecha: z.string(), version: z.number().int() });

/** Progress of an audit in counts. */
const auditProgress = z.object({
  por_tipo: z.array(countsOfType),
  firmas: signatureCounts,
  /** Review notes that are not closed; null when the count timed out. */
  notas_abiertas: total.nullable(),
  ultimo_cambio: lastChange.nullable(),
});
export type AuditProgress = z.infer<typeof auditProgress>;

const percent = z.number().min(0).max(100).nullable();

/** Progress of an audit at the end of a day. */
export const progressPoint = z.object({ dia: z.iso.date(), progreso: percent });
export type ProgressPoint = z.infer<typeof progressPoint>;

/** GET …/{model}/{id}/resumen/ and a row of the topic `audit-summary`: an audit's progress in figures. */
export const auditSummary = auditProgress.extend({
  id: auditId,
  /** Audit version of these figures. */
  version: z.number().int(),
  nombre: z.string(),
  codigo: z.string(),
  status: z.string(),
  /** 0–100 with one decimal; null when no item counts. */
  progreso: percent,
  /** Items at the top level of the plan, in order. */
  fases: z.array(
    z.object({
      id: z.string(),
      codigo: z.string().nullable(),
      nombre: z.string(),
      progreso: percent,
      /** Number of items, descendants included. */
      items: total,
    }),
  ),
  /** Overall rating and conclusion. */
  conclusion: conclusionRead,
  notas: z.object({ abiertas: total, respondidas: total, cerradas: total }).nullable(),
  /** Completed tests and steps without evidence, and the first of them; null when the count timed out. */
  sin_evidencia: z.object({ total, items: z.array(itemId) }).nullable(),
  riesgos: z.object({
    total,
    /** Risks per level; risks without a figure are not counted. */
    rangos: z.array(riskRangeRead.extend({ inherente: total, residual: total })),
    /** Non-empty cells of the heat map (inherent risk), lowest first. */
    mapa: z.array(z.object({ probabilidad: z.number(), impacto: z.number(), riesgos: z.array(z.string()) })),
    inherente_maximo: z.number().nullable(),
    inherente_promedio: z.number().nullable(),
    residual_maximo: z.number().nullable(),
    residual_promedio: z.number().nullable(),
  }),
  controles: z.object({
    total,
    /** Number of controls by strength: weak 1, moderate 3, strong 5. */
    solidez: z.array(z.object({ value: z.number(), total })),
    sin_calificar: total,
  }),
  hallazgos: z.object({
    total,
    /** 0 unspecified, 1 low, 3 medium, 5 high; null = not set. */
    por_impacto: z.array(z.object({ impacto: z.number().nullable(), total })),
  }),
  horas: z.object({
    /** Budget of the audit. */
    presupuestadas: z.number(),
    /** Sum of the hours planned for the plan's items. */
    planeadas: z.number(),
    cargadas: z.number(),
    /** 100 = as planned; null without charged hours. */
    eficiencia: z.number().nullable(),
  }),
});
export type AuditSummary = z.infer<typeof auditSummary>;
