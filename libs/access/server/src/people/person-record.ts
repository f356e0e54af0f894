import type { AccountId, PersonalField, UserId } from '@cotejo/access-contracts';
import { initialsOf } from '@cotejo/access-domain';
import type { Pool } from 'pg';

/** Editable personal data in the vault. */
export type PersonRecord = Readonly<Record<Exclude<PersonalField, NullableField>, string>> &
  Readonly<Record<NullableField, string | null>>;
type NullableField = 'position' | 'area' | 'code';

interface RecordRow extends PersonRecord {
  readonly id: UserId;
}

const COLUMNS = 'id, username, first_name, last_name, email, position, area, code';

/** Personal data of users; each query is limited to one account. */
export class PersonRecords {
  constructor(private readonly pool: Pool) {}

  async all(account: AccountId): Promise<ReadonlyMap<UserId, PersonRecord>> {
    const { rows } = await this.pool.query<RecordRow>(
      `select ${COLUMNS} from vault.person where account_id = $1`,
      [account],
    );
    return new Map(rows.map(({ id, ...record }) => [id, record]));
  }

  async one(account: AccountId, user: UserId): Promise<PersonRecord | null> {
    const { rows } = await this.pool.query<RecordRow>(
      `select ${COLUMNS} from vault.person where account_id = $1 and id = $2`,
      [account, user],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { id: _, ...record } = row;
    return record;
  }

  /** User with this name in the account, registered or left behind by a crash. */
  async holderOf(account: AccountId, username: string): Promise<UserId | null> {
    const { rows } = await this.pool.query<{ id: UserId }>(
      'select id from vault.person where account_id = $1 and username = $2',
      [account, username],
    );
    return rows[0]?.id ?? null;
  }

  /** Adds a user, idempotently; false when another user has the name. */
  async add(account: AccountId, user: UserId, record: PersonRecord): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into vault.person
         (account_id, id, username, first_name, last_name, email, position, area, code, initials)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict do nothing`,
      [account, user, ...valuesOf(record)],
    );
    return rowCount === 1 || (await this.write(account, user, record));
  }

  /** False when there is no such user, or another user has the name. */
  async write(account: AccountId, user: UserId, record: PersonRecord): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update vault.person p
          set username = $3, first_name = $4, last_name = $5, email = $6, position = $7, area = $8, code = $9,
              initials = $10
        where account_id = $1 and id = $2 and not exists (
          select from vault.person other
           where other.account_id = $1 and other.username = $3 and other.id <> $2)`,
      [account, user, ...valuesOf(record)],
    );
    return rowCount === 1;
  }

  /** Deleting the row cascades to all data of the user in the vault. */
  async remove(account: AccountId, user: UserId): Promise<void> {
    await this.pool.query('delete from vault.person where account_id = $1 and id = $2', [account, user]);
  }
}

const valuesOf = (record: PersonRecord): readonly (string | null)[] => [
  record.username,
  record.first_name,
  record.last_name,
  record.email,
  record.position,
  record.area,
  record.code,
  initialsOf(record.first_name, record.last_name),
];
