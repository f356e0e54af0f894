import { Entity, Column, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, TeamRole } from '@cotejo/audits-contracts';

/** A person in an audit's team. */
@Entity({ schema: 'read', name: 'audit_member', synchronize: false })
export class AuditMemberEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('text') role!: TeamRole;
}
