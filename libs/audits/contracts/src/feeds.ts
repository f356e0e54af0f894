import { z } from 'zod';
import { auditRow, ownActionPlanRow } from './calls.ts';

/** Topics of the live feed (platform/live): name → key → shape of a row. */
export const AUDIT_LIST_TOPIC = 'audit-list';
export const EVALUATION_LIST_TOPIC = 'evaluation-list';
export const CHANGE_LOG_TOPIC = 'change-log';
/** Key is the audit id; a row is the whole summary as it is now (`auditSummary`). */
export const AUDIT_SUMMARY_TOPIC = 'audit-summary';
/** Key is the account id; a row is everybody who works now, where the reader may see it (`auditPresence`). */
export const AUDIT_PRESENCE_TOPIC = 'audit-presence';
export const OWN_ACTION_PLANS_TOPIC = 'own-action-plans';

/** Key of either list is the account id; a row is the audit (or evaluation) as the list shows it, or its removal. */
export const auditListRow = z.union([
  auditRow,
  z.object({ id: z.string(), removed: z.literal(true), version: z.number().int() }),
]);
export type AuditListRow = z.infer<typeof auditListRow>;

/** Somebody else who is in an audit: on a row or in a worksheet, and in which field of it. */
const presentPerson = z.object({
  usuario: z.object({ id: z.string(), name: z.string(), sigla: z.string() }),
  item: z
    .object({ id: z.string(), item_tipo: z.string(), codigo: z.string().nullable(), nombre: z.string() })
    .nullable(),
  campo: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPerson>;

/** All audits in which somebody else is and whose plan the reader may open; of no other one anything is said. */
export const auditPresence = z.object({
  auditorias: z.array(z.object({ id: z.string(), personas: z.array(presentPerson) })),
});
export type AuditPresence = z.infer<typeof auditPresence>;

/** Key is the person's id, whom alone it serves; a row is the whole list as it is now. */
export const ownActionPlansRow = z.object({ planes: z.array(ownActionPlanRow) });
export type OwnActionPlansRow = z.infer<typeof ownActionPlansRow>;

/**
 * Key of the change log is the audit id; the cursor is the audit's version.
 *
 * `detail` by type of change (absent names are null; a parent of null is the audit itself; statuses,
 * treatments and roles are our codes, people come as id and `…Name`):
 * - AuditCreated: name, code, source · AuditStatusChanged: auditStatus, auditStatusFrom, closedOn
 * - TeamMemberAdded: user, userName, teamRole · OperationStarted: what, by, byName
 * - OperationFinished, OperationDiscarded: what
 * - TreeItemCreated: itemType, parent, parentName, status, assignee, assigneeName, derived,
 *   copied
 * - TreeItemRenamed: name, from, overwrote · TreeItemRecoded: code, from
 * - TreeItemMoved: parent, parentName, fromParent, fromParentName, reordered (same parent)
 * - TreeItemAssigned: assignee, assigneeName, from, fromName · ItemStatusChanged: from, to
 * - TreeItemScheduled: startDate, endDate, startDateFrom, endDateFrom · RiskDescribed: nothing
 * - ItemValuesSet: values (how many), and of each what `changedValues` reads; of a single one also field, value,
 *   from, overwrote · ItemSigned: mark, seen
 * - SignaturesVoided: because, voided (how many), of each by, byName, mark; by2, by2Name, mark2 of the next…
 * - TreeItemDeleted, TreeItemPurged: items · TreeItemRestored, TreeItemRenumbered, TreeDocumentCompacted: nothing
 * - FindingTreatmentChosen, PlanTreatmentChosen: treatment, treatmentFrom
 * - any other type: the plain values of its data; of TextRevised its other authors: author, authorName, author2…, and
 *   together (whether the actor is one of them)
 */
export const changeRow = z.object({
  version: z.number().int(),
  at: z.iso.datetime({ offset: true }),
  actor: z.object({ id: z.string(), name: z.string(), sigla: z.string() }),
  /** Ids of others who had a hand in it; absent = nobody. By these, too, it is found. */
  authors: z.array(z.string()).optional(),
  type: z.string(),
  item: z
    .object({ id: z.string(), type: z.string(), code: z.string().nullable(), name: z.string() })
    .nullable(),
  /** What the sentence needs: previous and new values, names of parents and people resolved. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ChangeRow = z.infer<typeof changeRow>;
