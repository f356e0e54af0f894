import { randomUUID } from 'node:crypto';
import type { AnswerJournal, Claim, GivenAnswer } from './answer-journal.ts';

/** Subset of a `pg` pool used here. */
export interface AnswerDatabase {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly AnswerRow[] }>;
}

interface AnswerRow {
  readonly request_hash: string;
  readonly status: number | null;
  readonly body: unknown;
}

/** Answer journal in the table `es.answer`, shared by all nodes of one database. */
export class PostgresAnswerJournal implements AnswerJournal {
  constructor(private readonly database: AnswerDatabase) {}

  async claim(id: string, requestHash: string, lease: number): Promise<Claim> {
    const claim = randomUUID();
    const { rows: mine } = await this.database.query(
      `insert into es.answer as a (id, request_hash, claim, claimed_until)
       values ($1, $2, $3, clock_timestamp() + $4::float8 * interval '1 millisecond')
       on conflict (id) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
         where a.status is null and a.request_hash = excluded.request_hash
           and a.claimed_until < clock_timestamp()
       returning request_hash, status, body`,
      [id, requestHash, claim, lease],
    );
    if (mine.length > 0) return { kind: 'mine', claim };
    const [entry] = await this.read(id);
    // The row was deleted in between: its holder released the claim.
    if (!entry) return { kind: 'busy' };
    if (entry.request_hash !== requestHash) return { kind: 'reused' };
    return entry.status === null
      ? { kind: 'busy' }
      : { kind: 'answered', answer: { status: entry.status, body: entry.body } };
  }

  async renew(id: string, claim: string, lease: number): Promise<void> {
    await this.database.query(
      `update es.answer set claimed_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
        where id = $1 and claim = $2 and status is null`,
      [id, claim, lease],
    );
  }

  async keep(id: string, answer: GivenAnswer): Promise<GivenAnswer> {
    await this.database.query(
      `update es.answer set status = $2, body = $3, answered_at = clock_timestamp()
        where id = $1 and status is null`,
      [id, answer.status, JSON.stringify(answer.body)],
    );
    const [entry] = await this.read(id);
    return entry?.status == null ? answer : { status: entry.status, body: entry.body };
  }

  async release(id: string, claim: string): Promise<void> {
    await this.database.query('delete from es.answer where id = $1 and claim = $2 and status is null', [
      id,
      claim,
    ]);
  }

  async forgetBefore(moment: Date): Promise<void> {
    await this.database.query('delete from es.answer where coalesce(answered_at, claimed_until) < $1', [
      moment,
    ]);
  }

  /** Deletes answers that contain an id; used when a user is erased. */
  async forgetNaming(id: string): Promise<void> {
    await this.database.query(
      'delete from es.answer where status is not null and strpos(body::text, $1) > 0',
      [id],
    );
  }

  private async read(id: string): Promise<readonly AnswerRow[]> {
    const { rows } = await this.database.query(
      'select request_hash, status, body from es.answer where id = $1',
      [id],
    );
    return rows;
  }
}
