import type { Principal } from '@cotejo/access-contracts';
import type { DataSource } from 'typeorm';

type Reader = Pick<Principal, 'accountId' | 'userId'>;

interface Question {
  readonly reader: Reader;
  readonly resolve: (cursor: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Feed cursors of users' mentions. Every signed-in user asks after every write, so questions that arrive
 * together, or while a query is running, are answered by one query that starts after all of them.
 */
export class MentionCursors {
  private waiting: Question[] = [];
  private isAsking = false;

  constructor(private readonly db: Pick<DataSource, 'query'>) {}

  /** Increases with each mention of the reader and with each one opened: the sum of two monotonic numbers. */
  of(reader: Reader): Promise<number> {
    const answer = new Promise<number>((resolve, reject) => {
      this.waiting.push({ reader, resolve, reject });
    });
    if (!this.isAsking) {
      this.isAsking = true;
      // Readers woken by the same batch ask in the same turn, so the query waits for its end.
      setImmediate(() => void this.askForAll());
    }
    return answer;
  }

  private async askForAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const asked = this.waiting;
      this.waiting = [];
      try {
        const cursors = await this.read(asked.map(({ reader }) => reader));
        for (const [at, { resolve }] of asked.entries()) resolve(cursors[at] ?? 0);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.isAsking = false;
  }

  /** In the order of the readers. */
  private async read(readers: readonly Reader[]): Promise<readonly number[]> {
    const rows = await this.db.query<{ cursor: number }[]>(
      `select ((select coalesce(max(changed), 0) from read.note_mention m
                 where m.account_id = r.account_id and m.user_id = r.user_id)
             + (select count(*) from vault.seen_mention s
                 where s.account_id = r.account_id and s.user_id = r.user_id)
              )::float8 as cursor
         from unnest($1::uuid[], $2::uuid[]) with ordinality r(account_id, user_id, place)
        order by r.place`,
      [readers.map(({ accountId }) => accountId), readers.map(({ userId }) => userId)],
    );
    return rows.map(({ cursor }) => cursor);
  }
}
