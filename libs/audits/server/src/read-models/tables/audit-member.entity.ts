import { Entity, Column, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, TeamRole } from '@cotejo/audits-contracts';

/** A person who is or was in an audit's team. */
@Entity({ schema: 'read', name: 'audit_member', synchronize: false })
export class AuditMemberEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('text') role!: TeamRole;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('integer', { name: 'budgeted_minutes' }) budgetedMinutes!: number;
  @Column('integer', { name: 'budgeted_cost' }) budgetedCost!: number;
  @Column('date', { name: 'start_date', nullable: true }) startDate!: string | null;
  @Column('date', { name: 'end_date', nullable: true }) endDate!: string | null;
}
