import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of mentions in notes, and of those that were opened. */
export class CreateMentions1768100000000 implements MigrationInterface {
  readonly name = 'CreateMentions1768100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create sequence read.note_mention_changed;
      create table read.note_mention (
        account_id uuid not null,
        user_id uuid not null,
        audit_id uuid not null,
        entry_id uuid not null,
        note_id uuid not null,
        item_id text collate "C" not null,
        text jsonb not null,
        created_by uuid not null,
        created_at timestamptz not null,
        changed bigint not null default nextval('read.note_mention_changed'),
        primary key (account_id, user_id, audit_id, entry_id)
      );
      create index note_mention_newest on read.note_mention (account_id, user_id, created_at);
      create index note_mention_changes on read.note_mention (account_id, user_id, changed);
      create index note_mention_of_item on read.note_mention (account_id, audit_id, item_id);

      create table vault.seen_mention (
        account_id uuid not null,
        user_id uuid not null,
        audit_id uuid not null,
        entry_id uuid not null,
        seen_at timestamptz not null,
        primary key (account_id, user_id, audit_id, entry_id)
      );
      comment on table vault.seen_mention is 'what a person has opened concerns nobody else: no event tells of it';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table vault.seen_mention;
      drop table read.note_mention;
      drop sequence read.note_mention_changed;
    `);
  }
}
