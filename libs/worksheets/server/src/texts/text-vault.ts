import type { SealedText } from '@cotejo/audits-contracts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

const SALT_BYTES = 16;

/** A body does not match its seal: the vault was tampered with. */
export class AlteredText extends Error {
  override readonly name = 'AlteredText';

  constructor(readonly ref: string) {
    super(`the body of text ${ref} is not the one that was sealed, or is gone`);
  }
}

/** Result of checking a sealed text; the product itself never causes `missing` or `altered`. */
export type TextState = 'intact' | 'redacted' | 'altered' | 'missing';

/** A sealed text with its body; null unless intact. */
export interface OpenedText {
  readonly state: TextState;
  readonly body: string | null;
}

interface BodyRow {
  readonly ref: string;
  readonly salt: Buffer | null;
  readonly body: string | null;
}

/**
 * Bodies of texts, outside of the log: events carry their seals, so that a body can be redacted and the log
 * still verifies. A body belongs to one account and is immutable.
 */
export class TextVault {
  constructor(
    private readonly pool: Pool,
    private readonly clock: () => Date = () => new Date(),
  ) {}

  /** Stores the bodies in one statement and returns their seals in order. */
  async seal(accountId: string, bodies: readonly string[]): Promise<readonly SealedText[]> {
    if (bodies.length === 0) return [];
    const salts = bodies.map(() => randomBytes(SALT_BYTES));
    const seals = bodies.map((body, index): SealedText => ({
      ref: randomUUID(),
      hash: hashOf(salts[index] as Buffer, body),
      length: body.length,
    }));
    await this.pool.query(
      `insert into vault.text_body (account_id, ref, salt, body, hash, created_at)
       select $1, ref, salt, body, hash, $6
         from unnest($2::uuid[], $3::bytea[], $4::text[], $5::text[]) as t (ref, salt, body, hash)`,
      [accountId, seals.map(({ ref }) => ref), salts, bodies, seals.map(({ hash }) => hash), this.clock()],
    );
    return seals;
  }

  /** Total bytes of bodies by account, for accounts that have any; redacted bodies count zero. */
  async storage(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ account_id: string; used: number }>(
      `select account_id, sum(octet_length(body))::float8 as used from vault.text_body
        where account_id = any($1::uuid[]) and body is not null group by account_id`,
      [accounts],
    );
    return new Map(rows.map(({ account_id, used }) => [account_id, used]));
  }

  /**
   * Bodies of sealed texts by `ref`; null for redacted ones.
   * @throws AlteredText when a body does not match its seal
   */
  async open(accountId: string, seals: readonly SealedText[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.rows(accountId, seals);
    return new Map(
      seals.map((seal): [string, string | null] => {
        const row = rows.get(seal.ref);
        const state = stateOf(seal, row);
        if (state === 'altered' || state === 'missing') throw new AlteredText(seal.ref);
        return [seal.ref, row?.body ?? null];
      }),
    );
  }

  /**
   * Opens texts in the order of the seals; each is judged separately, so that an altered one does not hide
   * the others.
   */
  async read(accountId: string, seals: readonly SealedText[]): Promise<readonly OpenedText[]> {
    const rows = await this.rows(accountId, seals);
    return seals.map((seal) => {
      const row = rows.get(seal.ref);
      const state = stateOf(seal, row);
      return { state, body: state === 'intact' ? (row?.body ?? null) : null };
    });
  }

  /** Checks bodies against their seals, in the order of the seals. */
  async verify(accountId: string, seals: readonly SealedText[]): Promise<readonly TextState[]> {
    const rows = await this.rows(accountId, seals);
    return seals.map((seal) => stateOf(seal, rows.get(seal.ref)));
  }

  private async rows(accountId: string, seals: readonly SealedText[]): Promise<ReadonlyMap<string, BodyRow>> {
    const { rows } = await this.pool.query<BodyRow>(
      'select ref, salt, body from vault.text_body where account_id = $1 and ref = any ($2::uuid[])',
      [accountId, seals.map(({ ref }) => ref)],
    );
    return new Map(rows.map((row) => [row.ref, row]));
  }
}

/** Hex SHA-256 of the salt and the body in UTF-8. */
function hashOf(salt: Buffer, body: string): string {
  return createHash('sha256').update(salt).update(body, 'utf8').digest('hex');
}

/** Compared with the event's hash: a hash in the row could be changed together with its body. */
function stateOf(seal: SealedText, row: BodyRow | undefined): TextState {
  if (!row) return 'missing';
  if (row.body === null || row.salt === null) return 'redacted';
  return hashOf(row.salt, row.body) === seal.hash ? 'intact' : 'altered';
}
