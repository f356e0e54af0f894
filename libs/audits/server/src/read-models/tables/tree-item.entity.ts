import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  FindingTreatment,
  ItemId,
  ItemOrigin,
  ItemStatus,
  ItemType,
  ItemValues,
  PlanTreatment,
  RiskProfile,
  Signature,
  StretchId,
} from '@cotejo/audits-contracts';

/** An item of an audit's plan, deleted ones included. */
@Entity({ schema: 'read', name: 'tree_item', synchronize: false })
export class TreeItemEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('text') id!: ItemId;
  @Column('text', { name: 'parent_id', nullable: true }) parentId!: ItemId | null;
  /** Fractional key, compared bytewise. */
  @Column('text') position!: string;
  @Column('text') type!: ItemType;
  @Column('text', { nullable: true }) code!: string | null;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) status!: ItemStatus | null;
  @Column('uuid', { nullable: true }) assignee!: UserId | null;
  @Column('text', { nullable: true }) treatment!: FindingTreatment | PlanTreatment | null;
  @Column('boolean') derived!: boolean;
  @Column('date', { name: 'start_date', nullable: true }) startDate!: string | null;
  @Column('date', { name: 'end_date', nullable: true }) endDate!: string | null;
  /** Target of a reference (without audit) or a link. */
  @Column('uuid', { name: 'target_audit', nullable: true }) targetAudit!: AuditId | null;
  @Column('text', { name: 'target_item', nullable: true }) targetItem!: ItemId | null;
  /** Item from which this one was copied. */
  @Column('uuid', { name: 'copied_audit', nullable: true }) copiedAudit!: AuditId | null;
  @Column('text', { name: 'copied_item', nullable: true }) copiedItem!: ItemId | null;
  @Column('text', { name: 'ref_parent', nullable: true }) refParent!: ItemId | null;
  @Column('text', { nullable: true }) origin!: ItemOrigin | null;
  @Column('jsonb', { nullable: true }) risk!: RiskProfile | null;
  /** Short worksheet values, by key. */
  @Column('jsonb', { name: 'item_values', nullable: true }) values!: ItemValues | null;
  /** Sprints and visits that it is in. */
  @Column('jsonb', { nullable: true }) stretches!: readonly StretchId[] | null;
  /** Valid signatures, oldest first. */
  @Column('jsonb', { nullable: true }) signatures!: readonly Signature[] | null;
  /** Marks of the valid signatures: 1 = completed, 2 = reviewed, 3 = both. */
  @Column('smallint') marks!: number;
  /** Users of the valid marks; read by servers of the previous release. */
  @Column('text', { name: 'completed_by', nullable: true }) completedBy!: string | null;
  @Column('text', { name: 'reviewed_by', nullable: true }) reviewedBy!: string | null;
  @Column('integer', { name: 'created_version' }) createdVersion!: number;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Audit version and author of the last change of this item. */
  @Column('integer') version!: number;
  @Column('text', { name: 'changed_by' }) changedBy!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  @Column('integer', { name: 'deleted_version', nullable: true }) deletedVersion!: number | null;
  @Column('text', { name: 'deleted_by', nullable: true }) deletedBy!: string | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  /** Neither this item nor any ancestor is deleted. */
  @Column('boolean') live!: boolean;
}
