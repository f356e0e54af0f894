import { z } from 'zod';
import { auditRow, ownActionPlanRow } from './calls/calls.ts';

/** Topics of the live feed (platform/live): name, key and row shape. */
export const AUDIT_LIST_TOPIC = 'audit-list';
export const EVALUATION_LIST_TOPIC = 'evaluation-list';
export const CHANGE_LOG_TOPIC = 'change-log';
/** Key: audit id; a row is the whole present summary (`auditSummary`). */
export const AUDIT_SUMMARY_TOPIC = 'audit-summary';
/** Key is the audit id; a row is the whole team as it is now (`auditTeamRow`). */
export const AUDIT_TEAM_TOPIC = 'audit-team';
/** Key is the audit id; a row is a time record that the reader may see, or its removal (`timeRecordRow`). */
export const AUDIT_TIME_TOPIC = 'audit-time';
/** Key is the account id; a row is everybody who works now, where the reader may see it (`auditPresence`). */
export const AUDIT_PRESENCE_TOPIC = 'audit-presence';
export const OWN_ACTION_PLANS_TOPIC = 'own-action-plans';

/** Years of which a list tells, inclusive; null = open. */
export interface YearRange {
  readonly from: number | null;
  readonly to: number | null;
  /** Audits of the years before `from` that are neither closed nor cancelled are listed as well. */
  readonly withOpen: boolean;
}

/**
 * Key of the list of audits: the account's id alone for all years, or e.g. `<id>:2025-`, `<id>:2019-2021` and, with
 * audits of earlier years that are still open, `<id>:2026-+`.
 */
export const auditListKey = (account: string, { from, to, withOpen }: YearRange): string =>
  from === null && to === null ? account : `${account}:${from ?? ''}-${to ?? ''}${withOpen ? '+' : ''}`;

const LIST_KEY = /^([^:]+)(?::(\d{4})?-(\d{4})?(\+)?)?$/;

/** The parts of such a key; null for any other text. */
export function readAuditListKey(
  key: string,
): { readonly account: string; readonly years: YearRange } | null {
  const [, account, from, to, withOpen] = LIST_KEY.exec(key) ?? [];
  if (account === undefined) return null;
  const years = { from: from ? Number(from) : null, to: to ? Number(to) : null };
  return { account, years: { ...years, withOpen: withOpen !== undefined } };
}

/** A row of both lists: the audit (or evaluation) as listed, or its removal. Key of evaluations: account id. */
export const auditListRow = z.union([
  auditRow,
  z.object({ id: z.string(), removed: z.literal(true), version: z.number().int() }),
]);
export type AuditListRow = z.infer<typeof auditListRow>;

/** A row of a frame of either list as a change: its row is null once it is removed. */
export function auditListChange(raw: unknown) {
  const row = auditListRow.parse(raw);
  return { id: row.id, version: row.version, row: 'removed' in row ? null : row };
}

/** Another user in an audit: the item (row or worksheet) and the field. */
const presentPerson = z.object({
  usuario: z.object({ id: z.string(), name: z.string(), sigla: z.string() }),
  item: z
    .object({ id: z.string(), item_tipo: z.string(), codigo: z.string().nullable(), nombre: z.string() })
    .nullable(),
  campo: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPerson>;

/** Audits with other users in them whose plan the reader may open; other audits are omitted. */
export const auditPresence = z.object({
  auditorias: z.array(z.object({ id: z.string(), personas: z.array(presentPerson) })),
});
export type AuditPresence = z.infer<typeof auditPresence>;

/** Key: the user's id, and only that user may follow it; a row is the whole present list. */
export const ownActionPlansRow = z.object({ planes: z.array(ownActionPlanRow) });
export type OwnActionPlansRow = z.infer<typeof ownActionPlansRow>;

/**
 * Key of the change log is the audit id; the cursor is the audit's version.
 *
 * `detail` by type of change (absent names are null; a parent of null is the audit itself; statuses,
 * treatments and roles are our codes, people come as id and `…Name`):
 * - AuditCreated: name, code, source · AuditStatusChanged: auditStatus, auditStatusFrom, closedOn,
 *   because, reason, year, yearFrom
 * - AuditRated: rating, ratingFrom (names) · AuditConcluded: text, textFrom, isEmpty, wasEmpty
 * - ConclusionSigned: seen · ConclusionSignatureVoided: because, by, byName · AuditDeleted: reason ·
 *   AuditRestored, AuditPurged: nothing
 * - TeamMemberAdded: user, userName, teamRole · OperationStarted: what, by, byName
 * - TeamMemberChanged: user, userName, teamRole, teamRoleFrom, isActive, isActiveFrom, hours, startDate,
 *   endDate · AuditLeaderChanged: leader, leaderName · IndependenceDeclared: hasThreats
 * - TimeRecorded, TimeRecordChanged, TimeRecordRemoved: nothing; the person is the actor or not named
 * - OperationFinished, OperationDiscarded: what
 * - TreeItemCreated: itemType, parent, parentName, status, assignee, assigneeName, derived,
 *   copied
 * - TreeItemRenamed: name, from, overwrote · TreeItemRecoded: code, from
 * - TreeItemMoved: parent, parentName, fromParent, fromParentName, reordered (same parent)
 * - TreeItemAssigned: assignee, assigneeName, from, fromName · ItemStatusChanged: from, to
 * - SprintSet, VisitSet: name, isNew, isRemoved, wasRemoved, startDate, endDate, counts (of a sprint)
 * - TreeItemAllotted: kind, name, stretch, isIn
 * - AuditScheduled, TreeItemScheduled: startDate, endDate, startDateFrom, endDateFrom · RiskDescribed: nothing
 * - ItemValuesSet: values (count), and for each the keys read by `changedValues`; for a single one also field, value,
 *   from, overwrote · ItemSigned: mark, seen
 * - SignaturesVoided: because, voided (count), for each by, byName, mark; by2, by2Name, mark2 for the next…
 * - TreeItemDeleted, TreeItemPurged: items · TreeItemRestored, TreeItemRenumbered, TreeDocumentCompacted: nothing
 * - FindingTreatmentChosen, PlanTreatmentChosen: treatment, treatmentFrom
 * - any other type: the primitive values of its data; TextRevised: co-authors as author, authorName, author2…, and
 *   together (whether the actor is one of them)
 */
export const changeRow = z.object({
  version: z.number().int(),
  at: z.iso.datetime({ offset: true }),
  actor: z.object({ id: z.string(), name: z.string(), sigla: z.string() }),
  /** Ids of co-authors, by which the change is found as well; absent = none. */
  authors: z.array(z.string()).optional(),
  type: z.string(),
  item: z
    .object({ id: z.string(), type: z.string(), code: z.string().nullable(), name: z.string() })
    .nullable(),
  /** Parameters of the sentence: previous and new values, with names of parents and users resolved. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ChangeRow = z.infer<typeof changeRow>;
