import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, TimeRecordId } from '@cotejo/audits-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Time that one person spent on an audit. */
@Entity({ schema: 'read', name: 'time_record', synchronize: false })
export class TimeRecordEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'record_id' }) recordId!: TimeRecordId;
  @Column('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('text', { name: 'item_id' }) itemId!: ItemId;
  @Column('date') day!: string;
  @Column('integer') minutes!: number;
  @Column('boolean', { name: 'is_productive' }) isProductive!: boolean;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('boolean') removed!: boolean;
  @Column('integer') version!: number;
}
