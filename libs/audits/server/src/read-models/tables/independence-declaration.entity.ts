import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, SealedText } from '@cotejo/audits-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member's last declaration of independence in an audit. */
@Entity({ schema: 'read', name: 'independence_declaration', synchronize: false })
export class IndependenceDeclarationEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('timestamptz', { name: 'declared_at' }) declaredAt!: Date;
  @Column('jsonb', { nullable: true }) threats!: SealedText | null;
}
