import { z } from 'zod';

const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** A user who signed, with time (ISO 8601 in UTC) and audit version. */
const signer = someone.extend({ fecha: z.string(), version: z.number().int() });

/** Users with valid marks, oldest first. */
export const itemSigners = z.object({ completado: z.array(signer), revisado: z.array(signer) });
export type ItemSigners = z.infer<typeof itemSigners>;

/** Signatures as flags and lists of users. */
const signatureFlags = z.object({
  completed: z.boolean(),
  reviewed: z.boolean(),
  completers: z.array(someone),
  reviewers: z.array(someone),
});

/** Short worksheet values by key (`probability`, `design.<criterion>.value`); unset ones are absent. */
export const itemValuesRead = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Weak 1, moderate 3, strong 5. */
const strength = z.number().min(1).max(5).nullable();
/** 0–25; one decimal. For a group, the highest among its risks. */
const riskFigure = z.number().min(0).max(25).nullable();

/** Not measured by any module yet. */
const notYet = z.null();

/** An item of a tree over REST, without its subtree (specification 2, section 3). */
export const treeItemFields = z.object({
  id: z.string(),
  codigo: z.string().nullable(),
  /**
   * Display name: code, then name; `[EVALUACIÓN]` after an evaluation's, the parent's name before a step's.
   */
  nombre: z.string(),
  /** The item's own name. */
  _nombre: z.string(),
  item_tipo: z.string(),
  status: z.string().nullable(),
  usuario_asignado: someone.nullable(),
  firmas: itemSigners,
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
  /** Ids of its ancestors, from the top. */
  parents: z.array(z.string()),
  parent: z.string().nullable(),
  parentId: z.string().nullable(),
  /** Related worksheet of a finding, when it is not the parent. */
  ref_parent: z.string().nullable(),
  /** Target of a reference, or of a link (then with `auditoria`, the other audit). */
  refitem_details: z
    .object({ id: z.string(), item_tipo: z.string().nullable(), auditoria: z.string().nullable() })
    .nullable(),
  /** Number of references to this item. */
  compartido: z.number().int(),
  tratamiento_hallazgo: z.string().nullable(),
  plan_accion_status: z.string().nullable(),
  plan_accion_tratamiento_plan_accion: z.string().nullable(),
  evaluacion_firmas: itemSigners.nullable(),
  paso_tipo: z.string().nullable(),
  parent_paso_tipo: z.string().nullable(),
  /** Profile of a risk from an evaluation or library. */
  riesgo_general: z.string().nullable(),
  riesgos_especificos: z.array(z.string()).nullable(),
  factores: z.array(z.string()).nullable(),
  objetivos: z.array(z.string()).nullable(),
  /** `library` or `evaluation` for items copied from there. */
  origen: z.string().nullable(),
  created_by: z.object({ id: z.string() }),
  created_at: z.string().nullable(),
  level: z.number().int(),
  /** 1-based rank among its siblings in display order. */
  position: z.number().int(),
  /** Audit version of its last change; used in `If-Match`. */
  version: z.number().int(),
  // Initial UI flags, expected by clients of the contract.
  isOpen: z.literal(false),
  onlyButtons: z.literal(false),
  dataIsLoaded: z.literal(false),
  /** For risks: 1–5, or null when not set. */
  probabilidad: z.number().int().nullable(),
  /** For risks 1–5; for findings 0 (unspecified), 1, 3 or 5. */
  impacto: z.number().int().nullable(),
  /** Probability × impact. */
  riesgo_inherente: riskFigure,
  /** Residual risk after controls. */
  riesgo_residual: riskFigure,
  /** Mean strength of a risk's controls. */
  controles_solidez: strength,
  /** For controls and their references: 1, 3 or 5. */
  control_diseno: strength,
  control_solidez: strength,
  /** For controls: the lowest result of the completed tests. */
  validacion_solidez: strength,
  signature: signatureFlags,
  valores: itemValuesRead,
  extra: z.object({
    /** Ids of assertions; financial audits only. */
    aserciones: z.array(z.string()),
    /** Strength without a completed test, based on the design alone. */
    preliminar: z.boolean(),
    /** The design is so weak that testing is waived. */
    exento: z.boolean(),
    /** Mean of a group's risks; null for other types. */
    riesgo_inherente_promedio: riskFigure,
    riesgo_residual_promedio: riskFigure,
  }),
  // Null until the modules that measure them exist.
  cumplimiento: notYet,
  /** The first visit, by position, that it is in. */
  visita: z.object({ id: z.string(), name: z.string(), position: z.number().int() }).nullable(),
});
export type TreeItemFields = z.infer<typeof treeItemFields>;

/** An item with its subtree. */
export interface TreeItemRead extends TreeItemFields {
  items: TreeItemRead[];
}
export const treeItemRead: z.ZodType<TreeItemRead> = treeItemFields.extend({
  get items() {
    return z.array(treeItemRead);
  },
});

/**
 * Answer to a change of an item: the item after the change, and whether the read models include it already.
 */
export const changedTreeItem = treeItemFields.extend({ projected: z.boolean() });
export type ChangedTreeItem = z.infer<typeof changedTreeItem>;

/** Answer to a change of several items: their ids, and the audit version that includes all of it. */
export const changedTree = z.object({
  ids: z.array(z.string()),
  auditoria: z.string(),
  version: z.number().int(),
  projected: z.boolean(),
});
export type ChangedTree = z.infer<typeof changedTree>;

/** A risk level: a range of the scale 0–25, half-open, except that the last one includes its end. */
export const riskRangeRead = z.object({
  codigo: z.string(),
  /** Null = the translated name of its code. */
  name: z.string().nullable(),
  color: z.string(),
  inicio: z.number(),
  fin: z.number(),
});

/** GET …/{model}/{id}/configuracion/: settings needed to show the figures of a tree. */
export const treeConfigs = z.object({
  /** The execution phase; null when no phase has that name. */
  fase_ejecucion_id: z.string().nullable(),
  riesgo_ri_ranges: z.array(riskRangeRead),
  control_solidez_choices: z.array(z.object({ value: z.number().int(), color: z.string() })),
  criterios_diseno: z.array(
    z.object({ codigo: z.string(), name: z.string().nullable(), peso: z.number().int() }),
  ),
  /** How controls reduce a risk. */
  metodo_residual: z.enum(['porcentaje', 'cuadrantes']),
});
export type TreeConfigs = z.infer<typeof treeConfigs>;
