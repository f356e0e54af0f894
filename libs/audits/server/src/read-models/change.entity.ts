import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemType } from '@cotejo/audits-contracts';

/** An item as it was called when it changed. */
export interface ItemLabel {
  readonly type: ItemType;
  readonly code: string | null;
  readonly name: string;
}

export type ChangeDetail = Readonly<Record<string, string | number | boolean | null>>;

/** One event of an audit as its change log shows it; people are ids, joined when read. */
@Entity({ schema: 'read', name: 'change', synchronize: false })
export class ChangeEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('integer') version!: number;
  @Column('timestamptz') at!: Date;
  @Column('text') actor!: string;
  /** Who else had a hand in it, as texts written together have; null = nobody. */
  @Column('jsonb', { nullable: true }) authors!: readonly string[] | null;
  @Column('text') type!: string;
  @Column('text', { name: 'item_id', nullable: true }) itemId!: string | null;
  @Column('jsonb', { nullable: true }) item!: ItemLabel | null;
  @Column('jsonb') detail!: ChangeDetail;
}
