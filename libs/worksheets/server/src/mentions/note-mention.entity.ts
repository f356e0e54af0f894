import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { NoteId, SealedText } from '@cotejo/worksheets-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody whom a note, or what is said under it, names. */
@Entity({ schema: 'read', name: 'note_mention', synchronize: false })
export class NoteMentionEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  /** Who is named. */
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  /** Of the note, or of the entry of its thread. */
  @PrimaryColumn('uuid', { name: 'entry_id' }) entryId!: string;
  @Column('uuid', { name: 'note_id' }) noteId!: NoteId;
  @Column('text', { name: 'item_id' }) itemId!: ItemId;
  @Column('jsonb') text!: SealedText;
  /** Who names them. */
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  /** ISO 8601 in UTC. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: string;
  /** Drawn from `read.note_mention_changed`: part of the feed's cursor. */
  @Column('bigint') changed!: string;
}
