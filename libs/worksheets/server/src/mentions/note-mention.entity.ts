import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId, SealedText } from '@cotejo/audits-contracts';
import type { NoteId } from '@cotejo/worksheets-contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mention of a user in a note or its thread. */
@Entity({ schema: 'read', name: 'note_mention', synchronize: false })
export class NoteMentionEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  /** The mentioned user. */
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @PrimaryColumn('uuid', { name: 'audit_id' }) auditId!: AuditId;
  /** Id of the note or of the thread entry. */
  @PrimaryColumn('uuid', { name: 'entry_id' }) entryId!: string;
  @Column('uuid', { name: 'note_id' }) noteId!: NoteId;
  @Column('text', { name: 'item_id' }) itemId!: ItemId;
  @Column('jsonb') text!: SealedText;
  /** The author. */
  @Column('uuid', { name: 'created_by' }) createdBy!: UserId;
  /** ISO 8601 in UTC. */
  @Column('timestamptz', { name: 'created_at' }) createdAt!: string;
  /** From the sequence `read.note_mention_changed`: part of the feed's cursor. */
  @Column('bigint') changed!: string;
}
