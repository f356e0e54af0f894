import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, Signature, SealedText } from '@cotejo/audits-contracts';
import type { AttachmentFamily, AttachmentId } from '@cotejo/worksheets-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Signatures of a file, oldest first. */
export interface AttachmentSignature {
  readonly mark: Signature['mark'];
  readonly by: UserId;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Audit version. */
  readonly version: number;
}

/** A removal or restoration of a file. */
export interface AttachmentRemoval {
  readonly removed: boolean;
  /** Audit version. */
  readonly version: number;
}

/** A file of a worksheet; its name is a seal. */
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
  /** Media type, detected from the content. */
  @Column('text') mime!: string;
  @Column('text') family!: AttachmentFamily;
  /** 1 for the first version. */
  @Column('integer') revision!: number;
  @Column('uuid', { nullable: true }) replaces!: AttachmentId | null;
  /** Id used by texts that were copied along with it; null for an upload. */
  @Column('uuid', { name: 'copy_of', nullable: true }) copyOf!: AttachmentId | null;
  /** Whether a newer version is current. */
  @Column('boolean') replaced!: boolean;
  @Column('boolean') removed!: boolean;
  @Column('jsonb') signatures!: readonly AttachmentSignature[];
  /** Oldest first; the last one is the current state. */
  @Column('jsonb') removals!: readonly AttachmentRemoval[];
  /** Audit version that added it. */
  @Column('integer') added!: number;
  /** Audit version of its last change: the feed's cursor. At most two rows share one. */
  @Column('integer') version!: number;
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  /** ISO 8601 in UTC. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: string;
}
