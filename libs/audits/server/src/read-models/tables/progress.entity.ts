import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';

/** Progress of an audit at the end of a day on which it changed. */
@Entity({ schema: 'read', name: 'audit_progress', synchronize: false })
export class ProgressEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  /** In the zone of the product. */
  @PrimaryColumn('date') day!: string;
  /** 0–100 with one decimal; null when no item counted. */
  @Column('real', { nullable: true }) progress!: number | null;
}
