import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemType } from '@cotejo/audits-contracts';

/** Type, code and name of an item at the time of the change. */
export interface ItemLabel {
  readonly type: ItemType;
  readonly code: string | null;
  readonly name: string;
}

export type ChangeDetail = Readonly<Record<string, string | number | boolean | null>>;

/** One event of an audit in its change log; users are stored as ids and joined at read time. */
@Entity({ schema: 'read', name: 'change', synchronize: false })
export class ChangeEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('integer') version!: number;
  @Column('timestamptz') at!: Date;
  @Column('text') actor!: string;
  /** Co-authors besides the actor, for texts written together; null = none. */
  @Column('jsonb', { nullable: true }) authors!: readonly string[] | null;
  @Column('text') type!: string;
  @Column('text', { name: 'item_id', nullable: true }) itemId!: string | null;
  @Column('jsonb', { nullable: true }) item!: ItemLabel | null;
  @Column('jsonb') detail!: ChangeDetail;
}
