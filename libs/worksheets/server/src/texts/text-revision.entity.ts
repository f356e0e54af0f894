import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A revision of a worksheet's text; its body is in the vault. */
@Entity({ schema: 'read', name: 'text_revision', synchronize: false })
export class TextRevisionEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('text', { name: 'item_id' }) itemId!: ItemId;
  @PrimaryColumn('text') field!: string;
  @PrimaryColumn('integer') rev!: number;
  /** Audit version. */
  @Column('integer') version!: number;
  /** Seal of its body; null while the text is empty. */
  @Column('uuid', { nullable: true }) ref!: string | null;
  @Column('text', { nullable: true }) hash!: string | null;
  @Column('integer', { nullable: true }) length!: number | null;
  @Column('integer') characters!: number;
  @Column('jsonb') authors!: readonly UserId[];
  /** ISO 8601 in UTC. */
  @Column('timestamptz') at!: string;
  /** Whether it is the newest revision of its text. */
  @Column('boolean') latest!: boolean;
}
