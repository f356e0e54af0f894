import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, SealedText } from '@cotejo/audits-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The latest programme of a step; its texts are seals. */
@Entity({ schema: 'read', name: 'step_programme', synchronize: false })
export class StepProgrammeEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('text', { name: 'item_id' }) itemId!: ItemId;
  /** Audit version that set it. */
  @Column('integer') version!: number;
  @Column('jsonb', { nullable: true }) objective!: SealedText | null;
  @Column('jsonb') instructions!: readonly { readonly id: string; readonly text: SealedText }[];
}
