/** Subset of TypeORM's query runner, or of a connection, used here. */
interface Runner {
  query(text: string): Promise<unknown>;
}

/** Tables of uploads and stored files; the bytes are in the file store. */
export class CreateFileTables1767300000000 {
  readonly name = 'CreateFileTables1767300000000';

  async up(runner: Runner): Promise<void> {
    await runner.query(`
      create schema if not exists vault;

      create table vault.stored_file (
        account_id uuid not null,
        sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
        bytes bigint not null check (bytes > 0),
        created_at timestamptz not null,
        primary key (account_id, sha256)
      );
      comment on table vault.stored_file is
        'content in the file store; its row is there before its bytes and goes with them';

      create table vault.file_use (
        account_id uuid not null,
        id uuid not null,
        sha256 text collate "C" not null,
        created_at timestamptz not null,
        primary key (account_id, id),
        foreign key (account_id, sha256) references vault.stored_file
      );
      comment on table vault.file_use is 'who holds content: an upload, or whatever took it over under its id';
      create index file_use_content on vault.file_use (account_id, sha256);

      create table vault.upload (
        id uuid primary key,
        account_id uuid not null,
        user_id uuid not null,
        target text not null,
        name text not null,
        kind text not null,
        bytes bigint not null check (bytes > 0),
        state text not null default 'open' check (state in ('open', 'stored', 'finished', 'refused')),
        sha256 text collate "C",
        answer jsonb,
        refusal jsonb,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        lease uuid,
        leased_until timestamptz
      );
      comment on column vault.upload.sha256 is 'once its content is known and counts as stored';
      create index upload_of_account on vault.upload (account_id, user_id);
      create index upload_expiry on vault.upload (expires_at);
    `);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('drop table vault.upload; drop table vault.file_use; drop table vault.stored_file;');
  }
}

/** Uploads count against the quota by received bytes plus a step, instead of by their announced length. */
export class ReserveUploadBytes1770000000000 {
  readonly name = 'ReserveUploadBytes1770000000000';

  async up(runner: Runner): Promise<void> {
    await runner.query(`
      alter table vault.upload add column reserved bigint check (reserved >= 0);
      comment on column vault.upload.reserved is
        'bytes that count against the quota while it is open; null = all, as a release before this one began it';
    `);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('alter table vault.upload drop column reserved;');
  }
}

export const fileMigrations = [CreateFileTables1767300000000, ReserveUploadBytes1770000000000];

/** Grants for the application's role; repeated at each start. */
export async function grantFileTables(owner: Runner, appRole: string): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema vault to ${role};
    grant select, insert, update, delete on vault.upload, vault.file_use, vault.stored_file to ${role};
  `);
}
