import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Vault table of the files of all records; see `RecordFiles`. */
export class CreateRecordFiles1797500000000 implements MigrationInterface {
  readonly name = 'CreateRecordFiles1797500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table vault.record_file (
        account_id uuid not null references vault.account (id) on delete cascade,
        id uuid not null,
        user_id uuid not null,
        record text not null,
        record_id uuid,
        is_named boolean not null default false,
        name text not null,
        bytes bigint not null,
        sha256 text collate "C" not null,
        media_type text not null,
        kept_until timestamptz not null,
        primary key (account_id, id)
      );
      comment on column vault.record_file.id is 'of the upload, and of its use of the content in vault.file_use';
      comment on column vault.record_file.record_id is 'the record that is about to name it, or did';
      comment on column vault.record_file.is_named is 'an event of that record names it';
      comment on column vault.record_file.kept_until is 'when a file that no record names is removed';
      create index record_file_of_record on vault.record_file (account_id, record_id);
      create index record_file_unnamed on vault.record_file (record, kept_until) where not is_named;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table vault.record_file');
  }
}
