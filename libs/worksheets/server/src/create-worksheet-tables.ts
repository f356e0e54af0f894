import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bodies of texts in the vault, and the programmes of steps as they are read. */
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

/** Review notes as they are read. */
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

/** Where the items of plans stand: what worksheets hold comes and goes with them. */
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

export const worksheetMigrations = [
  CreateWorksheetTables1764003600000,
  CreateReviewNotes1766300000000,
  CreateWorksheetPlaces1766700000000,
];

/** What the application's role may do with these tables; repeated with each start. */
export async function grantWorksheetTables(
  owner: { query(text: string): Promise<unknown> },
  appRole: string,
): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema vault, read to ${role};
    grant select, insert, update on vault.text_body to ${role};
    grant select, insert, update, delete on read.step_programme, read.review_note, read.worksheet_place
      to ${role};
  `);
}
