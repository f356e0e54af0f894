import {
  createTextQuarantine,
  createTextTables,
  dropTextQuarantine,
  dropTextTables,
  grantTextTables,
} from '@cotejo/texts/server';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CreateMentions1768100000000 } from './mentions/create-mention-tables.ts';

/** Tables of text bodies (vault) and step programmes (read model). */
export class CreateWorksheetTables1764003600000 implements MigrationInterface {
  readonly name = 'CreateWorksheetTables1764003600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists vault;
      create schema if not exists read;

      create table vault.text_body (
        account_id uuid not null,
        ref uuid not null,
        salt bytea,
        body text,
        hash text not null,
        created_at timestamptz not null,
        redacted_at timestamptz,
        primary key (account_id, ref),
        check ((redacted_at is null) = (body is not null and salt is not null))
      );
      comment on column vault.text_body.hash is
        'hex SHA-256 of salt and body, as the event has it; redacting takes both away and leaves this';

      create table read.step_programme (
        account_id uuid not null,
        audit_id uuid not null,
        item_id text collate "C" not null,
        version integer not null,
        objective jsonb,
        instructions jsonb not null,
        primary key (account_id, audit_id, item_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read.step_programme; drop table vault.text_body;');
  }
}

/** Read model of review notes. */
export class CreateReviewNotes1766300000000 implements MigrationInterface {
  readonly name = 'CreateReviewNotes1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.review_note (
        account_id uuid not null,
        audit_id uuid not null,
        note_id uuid not null,
        item_id text collate "C" not null,
        field text,
        status text not null,
        added integer not null,
        version integer not null,
        created_by uuid not null,
        created_at timestamptz not null,
        text jsonb not null,
        entries jsonb not null,
        primary key (account_id, audit_id, note_id)
      );
      create index review_note_change on read.review_note (account_id, audit_id, version);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read.review_note;');
  }
}

/** Read model of the places of items: what worksheets hold is deleted and restored with them. */
export class CreateWorksheetPlaces1766700000000 implements MigrationInterface {
  readonly name = 'CreateWorksheetPlaces1766700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.worksheet_place (
        account_id uuid not null,
        audit_id uuid not null,
        item_id text collate "C" not null,
        parent_id text collate "C",
        deleted boolean not null default false,
        primary key (account_id, audit_id, item_id)
      );
      comment on column read.worksheet_place.deleted is 'by itself: what is under it went along';
      create index worksheet_place_children on read.worksheet_place (account_id, audit_id, parent_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read.worksheet_place;');
  }
}

/** Tables of co-written documents, until revisions cover their rows. */
export class CreateTextRooms1767310000000 implements MigrationInterface {
  readonly name = 'CreateTextRooms1767310000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTextTables(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTextTables(runner);
  }
}

/** Read models of text revisions and of files. */
export class CreateWorksheetContents1767320000000 implements MigrationInterface {
  readonly name = 'CreateWorksheetContents1767320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.text_revision (
        account_id uuid not null,
        audit_id uuid not null,
        item_id text collate "C" not null,
        field text collate "C" not null,
        rev integer not null,
        version integer not null,
        ref uuid,
        hash text,
        length integer,
        characters integer not null,
        authors jsonb not null,
        at timestamptz not null,
        latest boolean not null,
        primary key (account_id, audit_id, item_id, field, rev)
      );
      create index text_revision_change on read.text_revision (account_id, audit_id, version) where latest;

      create table read.attachment (
        account_id uuid not null,
        audit_id uuid not null,
        attachment_id uuid not null,
        item_id text collate "C" not null,
        field text,
        name jsonb not null,
        sha256 text not null,
        bytes bigint not null,
        mime text not null,
        family text not null,
        revision integer not null,
        replaces uuid,
        replaced boolean not null,
        removed boolean not null,
        signatures jsonb not null,
        added integer not null,
        version integer not null,
        created_by uuid not null,
        created_at timestamptz not null,
        primary key (account_id, audit_id, attachment_id)
      );
      create index attachment_change on read.attachment (account_id, audit_id, version);
      create index attachment_of_item on read.attachment (account_id, audit_id, item_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table read.attachment; drop table read.text_revision;');
  }
}

/** Read model of removals, for past states of files. */
export class KeepRemovalsOfAttachments1767330000000 implements MigrationInterface {
  readonly name = 'KeepRemovalsOfAttachments1767330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table read.attachment add column removals jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read.attachment drop column removals');
  }
}

/** Table of documents in quarantine: too expensive to apply, until an operator restarts them. */
export class QuarantineTexts1769000000000 implements MigrationInterface {
  readonly name = 'QuarantineTexts1769000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTextQuarantine(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTextQuarantine(runner);
  }
}

/** Columns for files of copies, and for items of a running operation. */
export class KnowCopiedFiles1767340000000 implements MigrationInterface {
  readonly name = 'KnowCopiedFiles1767340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.attachment add column copy_of uuid;
      create index attachment_copy on read.attachment (account_id, audit_id, copy_of) where copy_of is not null;
      alter table read.worksheet_place add column operation uuid;
      comment on column read.worksheet_place.operation is 'that made it and runs: it may never come to be';
      create index worksheet_place_unfinished on read.worksheet_place (account_id, audit_id, operation)
        where operation is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.worksheet_place drop column operation;
      alter table read.attachment drop column copy_of;
    `);
  }
}

export const worksheetMigrations = [
  CreateWorksheetTables1764003600000,
  CreateReviewNotes1766300000000,
  CreateWorksheetPlaces1766700000000,
  CreateTextRooms1767310000000,
  CreateWorksheetContents1767320000000,
  KeepRemovalsOfAttachments1767330000000,
  KnowCopiedFiles1767340000000,
  CreateMentions1768100000000,
  QuarantineTexts1769000000000,
];

/** Grants of the application's role on these tables; repeated at each start. */
export async function grantWorksheetTables(
  owner: { query(text: string): Promise<unknown> },
  appRole: string,
): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema vault, read to ${role};
    grant select, insert, update on vault.text_body to ${role};
    grant select, insert on vault.seen_mention to ${role};
    grant usage on sequence read.note_mention_changed to ${role};
    grant select, insert, update, delete on read.step_programme, read.review_note, read.worksheet_place,
      read.text_revision, read.attachment, read.note_mention to ${role};
  `);
  await grantTextTables(owner, appRole);
}
