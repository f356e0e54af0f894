import type { AccountId, UserId } from '@cotejo/access-contracts';
import type {
  AuditConclusion,
  AuditId,
  AuditRemoval,
  AuditStatus,
  AuditUnit,
  FindingTreatment,
  ItemId,
  ItemOrigin,
  ItemStatus,
  ItemType,
  ItemValues,
  MemberState,
  PlanTreatment,
  RecordType,
  RiskProfile,
  SealedText,
  Signature,
  Stretch,
  StretchId,
  TimeFacts,
  TimeRecordId,
} from '@cotejo/audits-contracts';
import type { ChangeDetail, ItemLabel } from './change.entity.ts';

/**
 * Rows as folded by the projector: the columns of schema `read`, moments as ISO text, without derived
 * columns.
 */
export interface AuditRowState {
  readonly accountId: AccountId;
  readonly id: AuditId;
  version: number;
  name: string;
  code: string;
  year: number;
  recordType: RecordType;
  status: AuditStatus;
  frequency: 'scheduled' | 'special';
  kind: 'standard' | 'compliance';
  startDate: string | null;
  endDate: string | null;
  closedOn: string | null;
  /** Day of its last closing, also where it was reopened since. */
  lastClosedOn: string | null;
  removal: AuditRemoval | null;
  /** Null before the first rating or text. */
  conclusion: AuditConclusion | null;
  budgetedMinutes: number;
  budgetedCost: number | null;
  chargedMinutes: number;
  leader: UserId | null;
  /** Business units in scope with their companies; null for none. */
  readonly units: readonly AuditUnit[] | null;
  readonly createdBy: UserId;
  readonly createdAt: string;
  operation: string | null;
  operationKind: 'import' | 'copy' | null;
  operationSince: number | null;
  discarded: boolean;
  readonly sourceKey: string | null;
  readonly sourceTitle: string | null;
}

export interface MemberRowState extends Readonly<MemberState> {
  readonly accountId: AccountId;
  readonly auditId: AuditId;
  readonly userId: UserId;
}

/** A member's last declaration of independence. */
export interface DeclarationRowState extends Pick<MemberRowState, 'accountId' | 'auditId' | 'userId'> {
  readonly declaredAt: string;
  readonly threats: SealedText | null;
}

export interface TimeRowState extends Pick<MemberRowState, 'accountId' | 'auditId' | 'userId'>, TimeFacts {
  readonly recordId: TimeRecordId;
  readonly removed: boolean;
  readonly version: number;
}

/** A sprint or visit. */
export interface StretchRowState {
  readonly accountId: AccountId;
  readonly auditId: AuditId;
  readonly stretch: Stretch;
}

export interface TreeItemRowState {
  readonly accountId: AccountId;
  readonly auditId: AuditId;
  readonly id: ItemId;
  parentId: ItemId | null;
  position: string;
  readonly type: ItemType;
  code: string | null;
  name: string;
  status: ItemStatus | null;
  assignee: UserId | null;
  treatment: FindingTreatment | PlanTreatment | null;
  readonly derived: boolean;
  startDate: string | null;
  endDate: string | null;
  readonly targetAudit: AuditId | null;
  readonly targetItem: ItemId | null;
  /** Item from which this one was copied. */
  readonly copiedAudit: AuditId | null;
  readonly copiedItem: ItemId | null;
  refParent: ItemId | null;
  readonly origin: ItemOrigin | null;
  risk: RiskProfile | null;
  /** Short worksheet values; null for none. */
  values: ItemValues | null;
  /** Sprints and visits that it is in; null for none. */
  stretches: readonly StretchId[] | null;
  /** Valid signatures, oldest first; null for none. */
  signatures: readonly Signature[] | null;
  readonly createdBy: UserId;
  readonly createdAt: string;
  readonly createdVersion: number;
  version: number;
  changedBy: string;
  changedAt: string;
  deletedVersion: number | null;
  deletedBy: string | null;
  deletedAt: string | null;
  live: boolean;
}

export interface ChangeRowState {
  readonly accountId: AccountId;
  readonly auditId: AuditId;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  /** Co-authors besides the actor; null for none. */
  readonly authors: readonly string[] | null;
  readonly type: string;
  readonly itemId: string | null;
  readonly item: ItemLabel | null;
  readonly detail: ChangeDetail;
}
