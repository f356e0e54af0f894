import { z } from 'zod';
import { auditRow, ownActionPlanRow } from './calls.ts';

/** Topics of the live feed (platform/live): name → key → shape of a row. */
export const AUDIT_LIST_TOPIC = 'audit-list';
export const EVALUATION_LIST_TOPIC = 'evaluation-list';
export const CHANGE_LOG_TOPIC = 'change-log';
export const OWN_ACTION_PLANS_TOPIC = 'own-action-plans';

/** Key of either list is the account id; a row is the audit (or evaluation) as the list shows it, or its removal. */
export const auditListRow = z.union([
  auditRow,
  z.object({ id: z.string(), removed: z.literal(true), version: z.number().int() }),
]);
export type AuditListRow = z.infer<typeof auditListRow>;

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
 * - TreeItemDeleted, TreeItemPurged: items · TreeItemRestored, TreeDocumentCompacted: nothing
 * - FindingTreatmentChosen, PlanTreatmentChosen: treatment, treatmentFrom
 * - any other type: the plain values of its data
 */
export const changeRow = z.object({
  version: z.number().int(),
  at: z.iso.datetime({ offset: true }),
  actor: z.object({ id: z.string(), name: z.string(), sigla: z.string() }),
  type: z.string(),
  item: z
    .object({ id: z.string(), type: z.string(), code: z.string().nullable(), name: z.string() })
    .nullable(),
  /** What the sentence needs: previous and new values, names of parents and people resolved. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ChangeRow = z.infer<typeof changeRow>;
