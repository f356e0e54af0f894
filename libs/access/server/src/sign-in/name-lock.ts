import { createHash } from 'node:crypto';
import { SIGN_IN_LIMITS, type AccountId, type UserId } from '@cotejo/access-contracts';
import { afterFailure, normalizedUsername } from '@cotejo/access-domain';
import type { Pool, PoolClient } from 'pg';

export const FAILURES_TO_LOCK = SIGN_IN_LIMITS.failuresToLock;
export const LOCK_MINUTES = SIGN_IN_LIMITS.lockMinutes;

/** User name of a sign-in attempt, existing or not. */
export interface TriedName {
  readonly username: string;
  readonly pkg: string;
  /** The account's id if there is such an account, else as typed. */
  readonly account: string | undefined;
}

/** A user whom the name may refer to. */
export interface Meant {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/** Normal form of a typed name, for lookup and counting. */
export const triedName = (typed: TriedName): TriedName => ({
  username: normalizedUsername(typed.username),
  pkg: typed.pkg,
  account: typed.account?.trim().toLowerCase(),
});

/** Number of users judged for one name. If a name without account matches more, the account must be given. */
export const judgedFor = ({ account }: TriedName): number => (account === undefined ? 2 : 1);

const hashed = (...parts: readonly (string | number | null)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();
const hashOfName = (name: TriedName): Buffer => hashed(name.pkg, name.account ?? null, name.username);
const hashOfPerson = ({ accountId, userId }: Meant): Buffer => hashed('person', accountId, userId);
/** Placeholder for users that do not exist, so that counting takes equally long. */
const hashOfNobody = (name: TriedName, index: number): Buffer =>
  hashed('nobody', name.pkg, name.account ?? null, name.username, index);

/**
 * Locks for 15 minutes after 10 consecutive failures, on all nodes. Locked are the name as typed, which is reported
 * equally for existing and unknown names, and silently each user whom it may refer to, under whichever name.
 */
export class NameLock {
  constructor(private readonly pool: Pool) {}

  /** End of the name's lock; null when it is not locked. */
  async lockedUntil(name: TriedName, now: Date): Promise<Date | null> {
    const [locked] = await this.lockedAmong([hashOfName(name)], now);
    return locked?.locked_until ?? null;
  }

  /** The users among these who are not locked. */
  async open<Person extends Meant>(people: readonly Person[], now: Date): Promise<readonly Person[]> {
    const locked = await this.lockedAmong(people.map(hashOfPerson), now);
    return people.filter((one) => !locked.some(({ name_hash }) => name_hash.equals(hashOfPerson(one))));
  }

  /** Counts a failure for a name and the users judged; returns the users it locked, and until when. */
  async failed<Person extends Meant>(
    name: TriedName,
    judged: readonly Person[],
    now: Date,
  ): Promise<readonly { readonly person: Person; readonly until: Date }[]> {
    const nobody = Array.from({ length: Math.max(0, judgedFor(name) - judged.length) }, (_, index) =>
      hashOfNobody(name, index),
    );
    const counted = [hashOfName(name), ...judged.map(hashOfPerson), ...nobody];
    const client = await this.pool.connect();
    let locked: ReadonlyMap<string, Date>;
    try {
      await client.query('begin');
      locked = await count(client, counted, now);
      await client.query('commit');
      client.release();
    } catch (error) {
      // Discards the connection together with its open transaction.
      client.release(true);
      throw error;
    }
    return judged.flatMap((person) => {
      const until = locked.get(hashOfPerson(person).toString('hex'));
      return until === undefined ? [] : [{ person, until }];
    });
  }

  /** Resets the counts of the name and the user after a successful sign-in. */
  async succeeded(name: TriedName, person: Meant): Promise<void> {
    await this.release([name], person);
  }

  /** Resets the counts of a user and of the names that may refer to the user. */
  async release(names: readonly TriedName[], person: Meant): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where name_hash = any($1::bytea[])', [
      [...names.map(hashOfName), hashOfPerson(person)],
    ]);
  }

  /** Deletes counts that no longer matter. */
  async removeOld(now: Date): Promise<void> {
    await this.pool.query('delete from vault.failed_sign_in where last_at < $1', [
      new Date(now.getTime() - 2 * LOCK_MINUTES * 60_000),
    ]);
  }

  private async lockedAmong(hashes: readonly Buffer[], now: Date): Promise<readonly Locked[]> {
    const { rows } = await this.pool.query<Locked>(
      `select name_hash, locked_until from vault.failed_sign_in
        where name_hash = any($1::bytea[]) and locked_until > $2`,
      [hashes, now],
    );
    return rows;
  }
}

interface Locked {
  readonly name_hash: Buffer;
  readonly locked_until: Date;
}

interface Counted {
  readonly name_hash: Buffer;
  readonly failures: number;
  readonly last_at: Date;
  readonly locked_until: Date | null;
}

/** Serialized over all nodes: the rows are locked in a fixed order while they are counted. */
async function count(
  client: PoolClient,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  await client.query(
    `insert into vault.failed_sign_in (name_hash, failures, last_at)
     select hash, 0, $2 from unnest($1::bytea[]) hash order by hash on conflict do nothing`,
    [hashes, now],
  );
  const { rows } = await client.query<Counted>(
    `select name_hash, failures, last_at, locked_until from vault.failed_sign_in
      where name_hash = any($1::bytea[]) order by name_hash for update`,
    [hashes],
  );
  const after = rows.map((row) => ({
    hash: row.name_hash,
    ...afterFailure({ count: row.failures, lastAt: row.last_at, lockedUntil: row.locked_until }, now),
  }));
  await client.query(
    `update vault.failed_sign_in f set failures = t.failures, last_at = $4, locked_until = t.locked_until
       from unnest($1::bytea[], $2::int[], $3::timestamptz[]) as t (hash, failures, locked_until)
      where f.name_hash = t.hash`,
    [after.map(({ hash }) => hash), after.map((one) => one.count), after.map((one) => one.lockedUntil), now],
  );
  return new Map(
    after.flatMap(({ hash, lockedUntil }): [string, Date][] =>
      lockedUntil === null ? [] : [[hash.toString('hex'), lockedUntil]],
    ),
  );
}
