import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { KernelEvent } from '@cotejo/audits-contracts';
import type { TimeRowState, TreeItemRowState } from './tables/audit-rows.ts';
import type { AuditChange } from './parse-audit-event.ts';

type DataOf<Type extends KernelEvent['type']> = Extract<KernelEvent, { type: Type }>['data'];
export type ItemCreated = DataOf<'TreeItemCreated'>;
/** Events that change an item's row. */
export type ItemEvent = Exclude<
  KernelEvent,
  {
    type:
      | `Audit${string}`
      | `Conclusion${string}`
      | `Operation${string}`
      | `TeamMember${string}`
      | 'IndependenceDeclared'
      | 'SprintSet'
      | 'VisitSet'
      | `TimeRecord${string}`
      | 'TreeItemCreated'
      | 'TreeItemPurged'
      | 'TreeItemRenumbered'
      | 'TreeDocumentCompacted';
  }
>;
export type RecordedTime = DataOf<'TimeRecorded'>;

/** Row of a new item. */
export const newItemRow = (
  { audit, at, actor, version }: AuditChange,
  data: ItemCreated,
  accountId: AccountId,
): Omit<TreeItemRowState, 'live'> => ({
  accountId,
  auditId: audit,
  id: data.id,
  parentId: data.parent,
  position: data.position,
  type: data.itemType,
  code: data.code,
  name: data.name,
  status: data.status,
  assignee: data.assignee,
  treatment: null,
  derived: data.derived,
  startDate: data.startDate,
  endDate: data.endDate,
  targetAudit: data.target?.audit ?? null,
  targetItem: data.target?.item ?? null,
  copiedAudit: data.copiedFrom?.audit ?? null,
  copiedItem: data.copiedFrom?.item ?? null,
  refParent: data.refParent,
  origin: data.origin,
  risk: data.risk,
  values: null,
  stretches: null,
  signatures: null,
  createdBy: actor as UserId,
  createdAt: at,
  createdVersion: version,
  version,
  changedBy: actor,
  changedAt: at,
  deletedVersion: null,
  deletedBy: null,
  deletedAt: null,
});

/** Row of a time record; a removed one is kept for feeds. */
export const timeRow = (
  { audit, version }: AuditChange,
  { record, user, item, day, minutes, isProductive, note }: RecordedTime,
  accountId: AccountId,
  removed: boolean,
): TimeRowState => ({
  ...{ accountId, auditId: audit, recordId: record, userId: user },
  ...{ item, day, minutes, isProductive, note, removed, version },
});
