import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, Stretch, StretchId } from '@cotejo/audits-contracts';

/** A sprint or visit of an audit, removed ones included. */
@Entity({ schema: 'read', name: 'stretch', synchronize: false })
export class StretchEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid') id!: StretchId;
  /** A sprint whose items do not count for progress. */
  @Column('boolean', { name: 'is_left_out' }) isLeftOut!: boolean;
  /** A sprint whose items count for progress. */
  @Column('boolean', { name: 'is_counted' }) isCounted!: boolean;
  @Column('jsonb') facts!: Stretch;
}
