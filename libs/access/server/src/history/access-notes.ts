import type { AccountId, NoteId } from '@cotejo/access-contracts';
import type { Pool } from 'pg';

/** Free-text reasons: they may name people, so they are in the vault instead of the log. */
export class AccessNotes {
  constructor(private readonly pool: Pool) {}

  async keep(id: NoteId, account: AccountId, text: string): Promise<void> {
    await this.pool.query(
      'insert into vault.access_note (id, account_id, text) values ($1, $2, $3) on conflict (id) do nothing',
      [id, account, text],
    );
  }

  /** Texts of the account among these ids; erased ones are missing. */
  async read(account: AccountId, ids: readonly NoteId[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; text: string }>(
      'select id, text from vault.access_note where account_id = $1 and id = any($2::uuid[])',
      [account, ids],
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }

  async forget(account: AccountId, ids: readonly NoteId[]): Promise<void> {
    await this.pool.query('delete from vault.access_note where account_id = $1 and id = any($2::uuid[])', [
      account,
      ids,
    ]);
  }
}
