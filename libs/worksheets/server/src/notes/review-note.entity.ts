import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, SealedText } from '@cotejo/audits-contracts';
import type { NoteEntryId, NoteId, NoteStatus } from '@cotejo/worksheets-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry in a note's thread. Only closings, and answers without text, have no text. */
export interface NoteEntry {
  readonly id: NoteEntryId;
  readonly kind: 'reply' | 'answer' | 'close' | 'reopen';
  readonly by: UserId;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Audit version. */
  readonly version: number;
  readonly text: SealedText | null;
}

/** A review note with its thread; its texts are seals. */
@Entity({ schema: 'read', name: 'review_note', synchronize: false })
export class ReviewNoteEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  @PrimaryColumn('uuid', { name: 'note_id' }) noteId!: NoteId;
  @Column('text', { name: 'item_id' }) itemId!: ItemId;
  /** Field of the worksheet; null = the whole. */
  @Column('text', { nullable: true }) field!: string | null;
  @Column('text') status!: NoteStatus;
  /** Audit version that added it. */
  @Column('integer') added!: number;
  /** Audit version of the last change: the feed's cursor. */
  @Column('integer') version!: number;
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  /** ISO 8601 in UTC. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: string;
  @Column('jsonb') text!: SealedText;
  /** Oldest first. */
  @Column('jsonb') entries!: readonly NoteEntry[];
}
