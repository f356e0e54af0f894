import type { UserId } from '@cotejo/access-contracts';
import type { KernelEvent } from '@cotejo/audits-contracts';
import type { TreeItemRowState } from './audit-rows.ts';
import type { AuditChange } from './parse-audit-event.ts';

/** Row of an item as it is created. */
export const plantedRow = (
  where: Pick<TreeItemRowState, 'accountId' | 'auditId' | 'live'>,
  data: Extract<KernelEvent, { type: 'TreeItemCreated' }>['data'],
  { at, actor, version }: Pick<AuditChange, 'at' | 'actor' | 'version'>,
): TreeItemRowState => ({
  ...where,
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
