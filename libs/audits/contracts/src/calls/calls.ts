import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { lastChange, signatureCounts } from '../audit-summary.ts';
import { auditCode, auditOrigin, scopeUnit } from '../audit-origin.ts';
import { ratingLevel } from '../conclusion.ts';
import { removalRead } from './removal-read.ts';
import { auditId, itemId } from '../ids.ts';
import { auditReason, auditYear } from '../intents.ts';
import { calendarDay } from '../days.ts';
import { CONTRACT_RECORD_TYPE, type RecordType } from '../item-types.ts';
import type { RecordModel } from './record-params.ts';
import { auditAction, CONTRACT_AUDIT_ACTION, type AuditAction } from '../statuses.ts';
import { teamRole } from '../team.ts';
import type { ItemSigners } from './tree-item-read.ts';

/** A list row; Spanish names are the contract's (specification 2, section 3). */
export const auditRow = z.object({
  id: auditId,
  nombre: z.string(),
  codigo: z.string(),
  ano_auditoria: z.number().int(),
  record_type: z.string(),
  status: z.string(),
  frequency_type: z.string(),
  tipo_auditoria: z.string(),
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
  fecha_cierre_real: z.string().nullable(),
  horas_presupuestadas: z.number(),
  horas_cargadas: z.number(),
  /** 0–100 with one decimal; null when no item counts. */
  progreso: z.number().nullable(),
  items: z.number().int(),
  firmas: signatureCounts,
  /** Items that count for progress, by the contract's status names; statuses with no item are absent. */
  estados: z.record(z.string(), z.number().int()),
  /** Review notes that are not closed; null when the count timed out. */
  notas_abiertas: z.number().int().nullable(),
  ultimo_cambio: lastChange.nullable(),
  lider: z.object({ id: z.uuid(), name: z.string(), sigla: z.string() }).nullable(),
  /** Active members of the team. */
  miembros: z.array(userId),
  /** Business units in scope, each with its company. */
  unidades: z.array(z.object({ empresa: z.string(), unidad: z.string() })),
  created_by: z.object({ id: z.uuid() }),
  in_team: z.boolean(),
  /** Overall rating; null = not rated. */
  calificacion: ratingLevel.nullable(),
  /** Whether rating and conclusion are signed. */
  conclusion_firmada: z.boolean(),
  /** Kind of the running operation; items of an import are visible while it runs. */
  operacion: z.enum(['import', 'copy']).nullable(),
  /** Audit version of this row. */
  version: z.number().int(),
});
export type AuditRow = z.infer<typeof auditRow>;

export const teamMember = z.object({
  usuario: z.object({ id: z.uuid(), name: z.string(), sigla: z.string() }),
  rol: z.string(),
});
export type TeamMember = z.infer<typeof teamMember>;

/** GET /proyecto/riesgo/auditoria/{id}/ */
export const auditDetail = auditRow.extend({
  equipo: z.array(teamMember),
  /** Whole units of the account's currency; null where none was planned. */
  costo_presupuestado: z.number().int().nullable(),
  /** Null unless it is in the trash. */
  eliminada: removalRead.nullable(),
  /** The caller's permissions here, by key; the room checks them again. */
  permissions: z.record(z.string(), z.boolean()),
});
export type AuditDetail = z.infer<typeof auditDetail>;

/** Team members with their roles; may include the leader and the creator, to give them other roles. */
const team = z.array(z.object({ usuario: userId, rol: teamRole })).max(200);

/** Members of an audit's team also with what is planned of them; the leader's hours are within the audit's. */
const plannedTeam = z
  .array(
    z.object({
      usuario: userId,
      rol: teamRole,
      horas_presupuestadas: z.number().min(0).max(100_000).optional(),
      /** Whole units of the account's currency. */
      costo_presupuestado: z.int().min(0).max(2_000_000_000).optional(),
    }),
  )
  .max(200);

/** Record types of audits that can be created, by the contract's names. */
const createdKind = z.enum([
  CONTRACT_RECORD_TYPE.audit_plan,
  CONTRACT_RECORD_TYPE.financial_audit,
  CONTRACT_RECORD_TYPE.icce,
]);

/** POST /proyecto/riesgo/auditoria/ */
export const createAuditBody = z
  .object({
    nombre: oneLineName(200),
    /** Absent = an audit plan. */
    record_type: createdKind.optional(),
    /** Template for that record type; absent = the type's default. */
    plantilla: z.string().min(1).max(60).optional(),
    frequency_type: z.enum(['PRG', 'ESP']).default('PRG'),
    tipo_auditoria: z.enum(['DFT', 'CMP']).default('DFT'),
    fecha_inicio: calendarDay,
    fecha_fin: calendarDay,
    horas_presupuestadas: z.number().min(0).max(100_000),
    lider: z.uuid(),
    equipo: plannedTeam.optional(),
    /** An audit plan requires at least one process or risk in scope, by name, unless it has an origin. */
    procesos: z.array(oneLineName(200)).max(200).default([]),
    riesgos: z.array(oneLineName(500)).max(200).default([]),
    /** Scope by business unit, beside the processes and risks that belong to none. */
    unidades: z.array(scopeUnit).max(50).optional(),
    /** Absent = the next code of the year. */
    codigo: auditCode.optional(),
    /** Absent = the year of its first day. */
    ano_auditoria: auditYear.optional(),
    /** Whole units of the account's currency. */
    costo_presupuestado: z.int().min(0).max(2_000_000_000).optional(),
    origen: auditOrigin.optional(),
  })
  .strict();
export type CreateAuditBody = z.infer<typeof createAuditBody>;

const actionName = z
  .enum(auditAction.options.map((action) => CONTRACT_AUDIT_ACTION[action]))
  .transform((name) => auditAction.options.find((one) => CONTRACT_AUDIT_ACTION[one] === name) as AuditAction);

/** POST /proyecto/riesgo/auditoria/{id}/estado/ */
export const auditActionBody = z
  .object({
    accion: actionName,
    /** Asked for by `anular` and `reabrir`, and by `cerrar` where something stands in its way. */
    motivo: auditReason.nullish(),
    /** Asked for by `aplazar`. */
    ano: auditYear.nullish(),
  })
  .strict();
export type AuditActionBody = z.infer<typeof auditActionBody>;

/** PUT /proyecto/riesgo/auditoria/{id}/: absent fields stay as they are. */
export const changeAuditBody = z.strictObject({
  fecha_inicio: calendarDay.nullable().optional(),
  fecha_fin: calendarDay.nullable().optional(),
});

/** What became of it. */
export const changedAudit = z.object({
  auditoria: auditId,
  status: z.string(),
  ano_auditoria: z.number().int(),
  fecha_cierre_real: z.string().nullable(),
  /** Audit version that shows it. */
  version: z.number().int(),
  projected: z.boolean(),
});
export type ChangedAudit = z.infer<typeof changedAudit>;

/** Kinds of records that are risk evaluations or libraries of risks, by the contract's names. */
export const evaluationKind = z.enum([
  CONTRACT_RECORD_TYPE.risk_evaluation,
  CONTRACT_RECORD_TYPE.risk_library,
]);

/** POST /proyecto/riesgo/evaluacion/ */
export const createEvaluationBody = z
  .object({
    nombre: oneLineName(200),
    record_type: evaluationKind.default(CONTRACT_RECORD_TYPE.risk_evaluation),
    ano: z.number().int().min(1900).max(9999),
    /** Absent = the creator. */
    lider: userId.optional(),
    equipo: team.optional(),
  })
  .strict();
export type CreateEvaluationBody = z.infer<typeof createEvaluationBody>;

/** Query of GET /proyecto/riesgo/evaluacion/. */
export const evaluationsQuery = z.object({
  record_type: evaluationKind.optional(),
  ano: z.string().trim().min(1).pipe(z.coerce.number()).pipe(z.int().min(1900).max(9999)).optional(),
});
export type EvaluationsQuery = z.infer<typeof evaluationsQuery>;

/** Record type of a contract name. */
export const recordTypeOf = (contract: string): RecordType | undefined =>
  (Object.keys(CONTRACT_RECORD_TYPE) as RecordType[]).find((type) => CONTRACT_RECORD_TYPE[type] === contract);

/** Whether a record is a risk evaluation or library rather than an audit. */
export const isEvaluation = (recordType: RecordType | undefined): boolean =>
  recordType === 'risk_evaluation' || recordType === 'risk_library';

/** Path segment of a record's calls, by its `record_type` in the contract. */
export const recordModelOf = (contract: string): RecordModel =>
  isEvaluation(recordTypeOf(contract)) ? 'evaluacion' : 'auditoria';

export const auditTemplateRow = z.object({
  id: z.string(),
  /** Record type of the audits that it creates. */
  record_type: z.string(),
  nombre: z.string(),
  descripcion: z.string(),
  fases: z.array(z.string()),
});
export type AuditTemplateRow = z.infer<typeof auditTemplateRow>;

/** An item of a past plan; `treeItemRead` has all fields of a present one. */
export interface TreeItemView {
  id: string;
  codigo: string | null;
  nombre: string;
  _nombre: string;
  item_tipo: string;
  status: string | null;
  usuario_asignado: { id: string; sigla: string; name: string } | null;
  parent: string | null;
  position: number;
  level: number;
  created_by: { id: string };
  version: number;
  /** Target of a reference, in the same audit. */
  refitem_details: { id: string } | null;
  /** Short worksheet values by key, at that version. */
  valores: Record<string, string | number | boolean>;
  /** Marks valid at that version. */
  firmas: ItemSigners;
  items: TreeItemView[];
}

const planDay = calendarDay.nullable();

/**
 * GET /proyecto/riesgo/planes-accion/mios/: an action plan of the caller, with all that its owner may see of
 * the audit.
 */
export const ownActionPlanRow = z.object({
  id: itemId,
  codigo: z.string().nullable(),
  nombre: z.string(),
  status: z.string().nullable(),
  hallazgo: z.object({ codigo: z.string().nullable(), nombre: z.string() }).nullable(),
  auditoria: z.object({ id: auditId, codigo: z.string(), nombre: z.string() }),
  /** Days that the auditors wrote down, yyyy-MM-dd; `vencimiento` is the due date of the finding. */
  fechas: z.object({
    asignacion: planDay,
    aceptacion: planDay,
    aprobacion: planDay,
    implementacion: planDay,
    vencimiento: planDay,
  }),
  /** Audit version of the plan's last change. */
  version: z.number().int(),
});
export type OwnActionPlanRow = z.infer<typeof ownActionPlanRow>;

/** Contents of a catalogue that a plan cannot hold, by the name of the OSCAL field. */
export const UNREAD_KINDS = [
  'parts',
  'links',
  'props',
  'back-matter',
  'guidelines',
  'constraints',
  'remarks',
  'other',
] as const;
export type UnreadKind = (typeof UNREAD_KINDS)[number];
const unreadCounts = z.partialRecord(z.enum(UNREAD_KINDS), z.number().int());
export type UnreadCounts = z.infer<typeof unreadCounts>;

/** Counts of an import, returned before anything is written. */
export const importCounts = z.object({
  groups: z.number().int(),
  controls: z.number().int(),
  enhancements: z.number().int(),
  steps: z.number().int(),
  instructions: z.number().int(),
  parameters: z.number().int(),
  /** Parameters used in texts but not defined by the catalogue; their ids are kept in brackets. */
  unresolved: z.number().int(),
  /** Withdrawn controls, which are left out. */
  withdrawn: z.number().int(),
  /** Contents that are not imported. */
  unread: unreadCounts,
});
export type ImportCounts = z.infer<typeof importCounts>;

/**
 * POST /proyecto/riesgo/auditoria/actions/importar-catalogo/?nombre=…&confirmar=1 with the file as JSON body.
 * 202 when the import has started; 409 `catalogue_imported_before` with `details` `importedBefore` unless
 * confirmed; 422 with `details` `catalogueFaultDetails` for an invalid file.
 */
export const importAnswer = z.object({
  auditoria: auditId,
  operacion: z.uuid(),
  titulo: z.string(),
  counts: importCounts,
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** Details of a 422 `catalogue_…`: the position of the fault, and a code for it. */
export const catalogueFaultDetails = z.object({
  /** JSON path such as `catalog.groups[3].controls[0].title`; null when the file is not JSON. */
  path: z.string().nullable(),
  /** Both 1-based; null when the file is JSON. */
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  what: z.string(),
});
export type CatalogueFaultDetails = z.infer<typeof catalogueFaultDetails>;

/** Details of a 409 `catalogue_imported_before`: the audit that already contains this catalogue. */
export const importedBefore = z.object({
  auditoria: z.string(),
  codigo: z.string(),
  nombre: z.string(),
  fecha: z.string(),
});
export type ImportedBefore = z.infer<typeof importedBefore>;
