import type { AccountId, UserId } from '@cotejo/access-contracts';
import { supportedLanguages, type Language } from '@cotejo/i18n';
import type { Pool } from 'pg';
import { z } from 'zod';

/** Erasable personal data of a user; events contain only the id. */
export interface PersonalData {
  readonly accountId: AccountId;
  readonly id: UserId;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly initials: string;
  readonly position: string | null;
  /** Department in the firm. */
  readonly area: string | null;
  /** The user's number in the firm. */
  readonly code: string | null;
  /** Null = by the browser's settings. */
  readonly language: Language | null;
  /** IANA name; null = the account's. */
  readonly timeZone: string | null;
}

/** Fields that are optional for a new user. */
type Optional = 'area' | 'code' | 'language' | 'timeZone';
export type NewPerson = Omit<PersonalData, Optional> & Partial<Pick<PersonalData, Optional>>;

/** A user who receives a mail. */
export interface MailTaker {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

export interface AccountName {
  readonly id: AccountId;
  readonly name: string;
  readonly pkg: string;
}

/** A user whom a sign-in may refer to. */
export interface SignInCandidate {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly passwordHash: string;
}

const personRow = z.object({
  account_id: z.uuid(),
  id: z.uuid(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  initials: z.string(),
  position: z.string().nullable(),
  area: z.string().nullable(),
  code: z.string().nullable(),
  language: z.enum(supportedLanguages).nullable().catch(null),
  time_zone: z.string().nullable(),
});

const candidateRow = z.object({
  account_id: z.uuid(),
  id: z.uuid(),
  password_hash: z.string(),
});

const PERSON_COLUMNS =
  'account_id, id, username, first_name, last_name, email, initials, position, area, code, language, time_zone';
/** Maximum users with the same e-mail who are mailed: a user's accounts in several firms, not a mailing list. */
const TAKERS_AT_MOST = 5;
/** Maximum users with the same user name, one per account. */
const NAMESAKES_AT_MOST = 20;

/** Names, e-mails and password hashes. */
export class PeopleVault {
  constructor(private readonly pool: Pool) {}

  /** All users, or those with these ids. */
  async people(ids?: readonly string[]): Promise<PersonalData[]> {
    const { rows } = await this.pool.query(
      `select ${PERSON_COLUMNS} from vault.person where $1::uuid[] is null or id = any($1::uuid[])`,
      [ids ?? null],
    );
    return z.array(personRow).parse(rows).map(toPersonalData);
  }

  async accounts(ids?: readonly string[]): Promise<AccountName[]> {
    const { rows } = await this.pool.query<{ id: AccountId; name: string; pkg: string }>(
      'select id, name, pkg from vault.account where $1::uuid[] is null or id = any($1::uuid[])',
      [ids ?? null],
    );
    return rows;
  }

  /** Users with a password who match a name, a package and, if given, an account. */
  async candidates(
    username: string,
    pkg: string,
    account: string | undefined,
  ): Promise<readonly SignInCandidate[]> {
    const { rows } = await this.pool.query(
      `select p.account_id, p.id, c.password_hash
         from vault.person p
         join vault.account a on a.id = p.account_id
         join vault.credential c on c.account_id = p.account_id and c.user_id = p.id
        where p.username = $1 and a.pkg = $2
          and ($3::text is null or lower(a.name) = lower($3) or a.id::text = $3)
        order by p.id limit ${NAMESAKES_AT_MOST}`,
      [username, pkg, account ?? null],
    );
    return z
      .array(candidateRow)
      .parse(rows)
      .map((row) => ({
        accountId: row.account_id as AccountId,
        userId: row.id as UserId,
        passwordHash: row.password_hash,
      }));
  }

  /** Users of a package with this e-mail, case-insensitive. */
  async withEmail(email: string, pkg: string, most = TAKERS_AT_MOST): Promise<readonly MailTaker[]> {
    const { rows } = await this.pool.query<{ account_id: AccountId; id: UserId }>(
      `select p.account_id, p.id from vault.person p join vault.account a on a.id = p.account_id
        where lower(p.email) = lower($1) and a.pkg = $2 order by p.id limit $3`,
      [email, pkg, most],
    );
    return rows.map(({ account_id: accountId, id: userId }) => ({ accountId, userId }));
  }

  async setPreferences(
    accountId: AccountId,
    id: UserId,
    { language, timeZone }: Pick<PersonalData, 'language' | 'timeZone'>,
  ): Promise<void> {
    await this.pool.query(
      'update vault.person set language = $3, time_zone = $4 where account_id = $1 and id = $2',
      [accountId, id, language, timeZone],
    );
  }

  /** False when the name is taken in this package. */
  async addAccount(account: AccountName): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'insert into vault.account (id, name, pkg) values ($1, $2, $3) on conflict do nothing',
      [account.id, account.name, account.pkg],
    );
    return rowCount === 1;
  }

  /** Whether an account or user with this id exists. */
  async holds(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'select from vault.account where id = $1 union all select from vault.person where id = $1',
      [id],
    );
    return rowCount !== 0;
  }

  async forgetAccount(id: AccountId): Promise<void> {
    await this.pool.query('delete from vault.account where id = $1', [id]);
  }

  /** Adds a user and their password atomically; false when the user name is taken in the account. */
  async addPerson(person: NewPerson, passwordHash: string | null, now: Date): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `with added as (
         insert into vault.person (${PERSON_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $11, $12, $13, $14)
         on conflict do nothing returning account_id, id
       ), secured as (
         insert into vault.credential (account_id, user_id, password_hash, changed_at)
         select account_id, id, $9, $10 from added where $9::text is not null
       )
       select from added`,
      [
        person.accountId,
        person.id,
        person.username,
        person.firstName,
        person.lastName,
        person.email,
        person.initials,
        person.position,
        passwordHash,
        now,
        person.area ?? null,
        person.code ?? null,
        person.language ?? null,
        person.timeZone ?? null,
      ],
    );
    return rowCount === 1;
  }

  async forgetPerson(accountId: AccountId, id: UserId): Promise<void> {
    await this.pool.query('delete from vault.person where account_id = $1 and id = $2', [accountId, id]);
  }
}

function toPersonalData(row: z.infer<typeof personRow>): PersonalData {
  return {
    accountId: row.account_id as AccountId,
    id: row.id as UserId,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    initials: row.initials,
    position: row.position,
    area: row.area,
    code: row.code,
    language: row.language,
    timeZone: row.time_zone,
  };
}
