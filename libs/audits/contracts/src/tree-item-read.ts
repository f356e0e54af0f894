import { z } from 'zod';

const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** Who marked it; the moments come with the signatures' own module. */
const signers = z.object({ completado: z.array(someone), revisado: z.array(someone) });

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
  firmas: signers,
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
  evaluacion_firmas: signers.nullable(),
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
  // Null until the modules that measure them are there.
  probabilidad: notYet,
  impacto: notYet,
  riesgo_inherente: notYet,
  riesgo_residual: notYet,
  controles_solidez: notYet,
  control_diseno: notYet,
  control_solidez: notYet,
  validacion_solidez: notYet,
  cumplimiento: notYet,
  signature: notYet,
  visita: notYet,
  extra: notYet,
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
