import type { Principal } from '@cotejo/access-contracts';
import type { DataSource } from 'typeorm';

type Reader = Pick<Principal, 'accountId' | 'userId'>;

interface Question {
  readonly reader: Reader;
  readonly resolve: (cursor: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * How far each person's mentions have come. Everybody who is signed in asks whenever anybody writes: those who ask at
 * once, or while the database answers others, are answered by one query that begins after all of them asked.
 */
export class MentionCursors {
  private waiting: Question[] = [];
  private isAsking = false;

  constructor(private readonly db: Pick<DataSource, 'query'>) {}

  /** Rises with every mention of the reader and with each that they open: of two that only rise, the sum. */
  of(reader: Reader): Promise<number> {
    const answer = new Promise<number>((resolve, reject) => {
      this.waiting.push({ reader, resolve, reject });
    });
    if (!this.isAsking) {
      this.isAsking = true;
      // Whoever is woken by the same batch asks in the same turn.
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
