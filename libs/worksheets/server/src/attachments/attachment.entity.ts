import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, Signature } from '@cotejo/audits-contracts';
import type { AttachmentFamily, AttachmentId, SealedText } from '@cotejo/worksheets-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who signed a file, oldest first. */
export interface AttachmentSignature {
  readonly mark: Signature['mark'];
  readonly by: UserId;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Audit version. */
  readonly version: number;
}

/** A file was taken away, or came back. */
export interface AttachmentRemoval {
  readonly removed: boolean;
  /** Audit version. */
  readonly version: number;
}

/** A file of a worksheet, its name as a seal. */
@Entity({ schema: 'read', name: 'attachment', synchronize: false })
export class AttachmentEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'attachment_id' }) attachmentId!: AttachmentId;
  @Column('text', { name: 'item_id' }) itemId!: ItemId;
  /** Field of the worksheet; null = the whole. */
  @Column('text', { nullable: true }) field!: string | null;
  @Column('jsonb') name!: SealedText;
  @Column('text') sha256!: string;
  @Column('bigint') bytes!: number;
  /** By its content. */
  @Column('text') mime!: string;
  @Column('text') family!: AttachmentFamily;
  /** 1 for the first of its line. */
  @Column('integer') revision!: number;
  @Column('uuid', { nullable: true }) replaces!: AttachmentId | null;
  /** What texts that came along with a copy call it; null for one that was uploaded here. */
  @Column('uuid', { name: 'copy_of', nullable: true }) copyOf!: AttachmentId | null;
  /** A newer version stands. */
  @Column('boolean') replaced!: boolean;
  @Column('boolean') removed!: boolean;
  @Column('jsonb') signatures!: readonly AttachmentSignature[];
  /** Oldest first; the last one says how it is now. */
  @Column('jsonb') removals!: readonly AttachmentRemoval[];
  /** Audit version that added it. */
  @Column('integer') added!: number;
  /** Audit version of its last change: the feed's cursor. At most two share one. */
  @Column('integer') version!: number;
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  /** ISO 8601 in UTC. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: string;
}
