import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type {
  AuditConclusion,
  AuditId,
  AuditRemoval,
  AuditStatus,
  AuditUnit,
  RecordType,
} from '@cotejo/audits-contracts';

/** An audit in lists. Progress is not stored: it is computed from the items at read time. */
@Entity({ schema: 'read', name: 'audit', synchronize: false })
export class AuditEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid') id!: AuditId;
  @Column('integer') version!: number;
  /** Cursor of the list's feed. */
  @Column('bigint') changed!: string;
  @Column('text') name!: string;
  @Column('text') code!: string;
  @Column('integer') year!: number;
  @Column('text', { name: 'record_type' }) recordType!: RecordType;
  @Column('text') status!: AuditStatus;
  @Column('text') frequency!: 'scheduled' | 'special';
  @Column('text') kind!: 'standard' | 'compliance';
  @Column('date', { name: 'start_date', nullable: true }) startDate!: string | null;
  @Column('date', { name: 'end_date', nullable: true }) endDate!: string | null;
  @Column('date', { name: 'closed_on', nullable: true }) closedOn!: string | null;
  @Column('date', { name: 'last_closed_on', nullable: true }) lastClosedOn!: string | null;
  /** Null unless the audit is in the trash. */
  @Column('jsonb', { nullable: true }) removal!: AuditRemoval | null;
  @Column('jsonb', { nullable: true }) conclusion!: AuditConclusion | null;
  @Column('integer', { name: 'budgeted_minutes' }) budgetedMinutes!: number;
  @Column('integer', { name: 'budgeted_cost', nullable: true }) budgetedCost!: number | null;
  @Column('integer', { name: 'charged_minutes' }) chargedMinutes!: number;
  @Column('uuid', { nullable: true }) leader!: UserId | null;
  @Column('jsonb', { nullable: true }) units!: readonly AuditUnit[] | null;
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('uuid', { nullable: true }) operation!: string | null;
  @Column('text', { name: 'operation_kind', nullable: true }) operationKind!: 'import' | 'copy' | null;
  /** Audit version at which the running operation started. */
  @Column('integer', { name: 'operation_since', nullable: true }) operationSince!: number | null;
  /** The audit was created for an import that was discarded. */
  @Column('boolean') discarded!: boolean;
  @Column('text', { name: 'source_key', nullable: true }) sourceKey!: string | null;
  @Column('text', { name: 'source_title', nullable: true }) sourceTitle!: string | null;
}
