import { z } from 'zod';

const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** A person who signed, when (ISO 8601 in UTC), and the audit version under which. */
const signer = someone.extend({ fecha: z.string(), version: z.number().int() });

/** Whose marks stand, the oldest first. */
export const itemSigners = z.object({ completado: z.array(signer), revisado: z.array(signer) });
export type ItemSigners = z.infer<typeof itemSigners>;

/** The same by flags and lists. */
const signatureFlags = z.object({
  completed: z.boolean(),
  reviewed: z.boolean(),
  completers: z.array(someone),
  reviewers: z.array(someone),
});

/** Short values of a worksheet by key (`probability`, `design.<criterion>.value`); what is not known is not there. */
export const itemValuesRead = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Weak 1, moderate 3, strong 5. */
const strength = z.number().min(1).max(5).nullable();
/** 0–25; one decimal. Of a group the highest among the risks in it. */
const riskFigure = z.number().min(0).max(25).nullable();

/** What no module measures yet. */
const notYet = z.null();

/** An item of a tree over REST, without what is under it (specification 2, section 3). */
export const treeItemFields = z.object({
  id: z.string(),
  codigo: z.string().nullable(),
  /** As people read it: code, then name; `[EVALUACIÓN]` after an evaluation's, a step's with its parent's before. */
  nombre: z.string(),
  /** Its own name. */
  _nombre: z.string(),
  item_tipo: z.string(),
  status: z.string().nullable(),
  usuario_asignado: someone.nullable(),
  firmas: itemSigners,
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
  /** Ids of what it stands in, from the top. */
  parents: z.array(z.string()),
  parent: z.string().nullable(),
  parentId: z.string().nullable(),
  /** Worksheet for which a finding was raised, when that is not its parent. */
  ref_parent: z.string().nullable(),
  /** What a reference stands for, or a link (of `auditoria`, another one). */
  refitem_details: z
    .object({ id: z.string(), item_tipo: z.string().nullable(), auditoria: z.string().nullable() })
    .nullable(),
  /** Items that stand for this one in other places. */
  compartido: z.number().int(),
  tratamiento_hallazgo: z.string().nullable(),
  plan_accion_status: z.string().nullable(),
  plan_accion_tratamiento_plan_accion: z.string().nullable(),
  evaluacion_firmas: itemSigners.nullable(),
  paso_tipo: z.string().nullable(),
  parent_paso_tipo: z.string().nullable(),
  /** What a risk of an evaluation or a library is about. */
  riesgo_general: z.string().nullable(),
  riesgos_especificos: z.array(z.string()).nullable(),
  factores: z.array(z.string()).nullable(),
  objetivos: z.array(z.string()).nullable(),
  /** `library` or `evaluation` for what was copied from there. */
  origen: z.string().nullable(),
  created_by: z.object({ id: z.string() }),
  created_at: z.string().nullable(),
  level: z.number().int(),
  /** 1-based rank among its siblings as people see them. */
  position: z.number().int(),
  /** Audit version of its last change; what `If-Match` names. */
  version: z.number().int(),
  // As a client holds it that has only just read it.
  isOpen: z.literal(false),
  onlyButtons: z.literal(false),
  dataIsLoaded: z.literal(false),
  /** Of a risk: 1–5, or null while nobody said. */
  probabilidad: z.number().int().nullable(),
  /** Of a risk 1–5; of a finding 0 (unspecified), 1, 3 or 5. */
  impacto: z.number().int().nullable(),
  /** Probability × impact. */
  riesgo_inherente: riskFigure,
  /** What is left of it with its controls. */
  riesgo_residual: riskFigure,
  /** Mean strength of a risk's controls. */
  controles_solidez: strength,
  /** Of a control and what refers to it: 1, 3 or 5. */
  control_diseno: strength,
  control_solidez: strength,
  /** Of a control: the lowest result among its completed tests. */
  validacion_solidez: strength,
  signature: signatureFlags,
  valores: itemValuesRead,
  extra: z.object({
    /** Ids of assertions; of financial audits alone. */
    aserciones: z.array(z.string()),
    /** Strength without a completed test stands for its design alone. */
    preliminar: z.boolean(),
    /** Its design is so weak that it is not tested. */
    exento: z.boolean(),
    /** Mean of the risks of a group; null elsewhere. */
    riesgo_inherente_promedio: riskFigure,
    riesgo_residual_promedio: riskFigure,
  }),
  // Null until the modules that measure them are there.
  cumplimiento: notYet,
  visita: notYet,
});
export type TreeItemFields = z.infer<typeof treeItemFields>;

/** The same with what is under it. */
export interface TreeItemRead extends TreeItemFields {
  items: TreeItemRead[];
}
export const treeItemRead: z.ZodType<TreeItemRead> = treeItemFields.extend({
  get items() {
    return z.array(treeItemRead);
  },
});

/** What a change of an item answers: the item as it is now, and whether lists and trees show it already. */
export const changedTreeItem = treeItemFields.extend({ projected: z.boolean() });
export type ChangedTreeItem = z.infer<typeof changedTreeItem>;

/** What a change of several answers: their ids, and the audit version that shows all of it. */
export const changedTree = z.object({
  ids: z.array(z.string()),
  auditoria: z.string(),
  version: z.number().int(),
  projected: z.boolean(),
});
export type ChangedTree = z.infer<typeof changedTree>;

/** A risk level: a range of the scale 0–25, from its start on and below its end (the last one takes its end in). */
export const riskRangeRead = z.object({
  codigo: z.string(),
  /** Null = the name of its code in the reader's language. */
  name: z.string().nullable(),
  color: z.string(),
  inicio: z.number(),
  fin: z.number(),
});

/** GET …/{model}/{id}/configuracion/: what it takes to show the figures of a tree. */
export const treeConfigs = z.object({
  /** The phase in which the work is done; null where no phase is called that. */
  fase_ejecucion_id: z.string().nullable(),
  riesgo_ri_ranges: z.array(riskRangeRead),
  control_solidez_choices: z.array(z.object({ value: z.number().int(), color: z.string() })),
  criterios_diseno: z.array(
    z.object({ codigo: z.string(), name: z.string().nullable(), peso: z.number().int() }),
  ),
  /** How controls bring a risk down. */
  metodo_residual: z.enum(['porcentaje', 'cuadrantes']),
});
export type TreeConfigs = z.infer<typeof treeConfigs>;
