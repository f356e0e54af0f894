import { accountId, userId } from '@cotejo/access-contracts';
import { describe, expect, it, vi } from 'vitest';
import { MentionCursors } from './mention-cursors.ts';

const ACCOUNT = accountId.parse('0193b1a2-0000-7000-8000-0000000000aa');
const reader = (n: number) => ({
  accountId: ACCOUNT,
  userId: userId.parse(`0193b1a2-0000-7000-8000-0000000000b${n}`),
});

/** A database that answers on command: each reader's cursor is the number of the query. */
function slowDatabase() {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  const query = vi.fn((_: string, [, users]: [string[], string[]]) => {
    asked.push(users);
    const cursor = asked.length;
    return new Promise((resolve) => answers.push(() => resolve(users.map(() => ({ cursor })))));
  });
  return { db: { query: query as never }, asked, answer: () => answers.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('how far mentions have come', () => {
  it('is asked once for all who ask at once', async () => {
    const { db, asked, answer } = slowDatabase();
    const cursors = new MentionCursors(db);
    const all = Promise.all([1, 2, 3].map((n) => cursors.of(reader(n))));
    await turn();
    answer();
    expect(await all).toEqual([1, 1, 1]);
    expect(asked).toEqual([[1, 2, 3].map((n) => reader(n).userId)]);
  });

  it('is never told to a later asker by a query that began before', async () => {
    const { db, asked, answer } = slowDatabase();
    const cursors = new MentionCursors(db);
    const first = cursors.of(reader(1));
    await turn();
    const later = Promise.all([cursors.of(reader(1)), cursors.of(reader(2))]);
    answer();
    expect(await first).toBe(1);
    await turn();
    answer();
    expect(await later).toEqual([2, 2]);
    expect(asked).toHaveLength(2);
  });

  it('fails for those alone whom the failed query answered', async () => {
    const query = vi
      .fn()
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue([{ cursor: 7 }]);
    const cursors = new MentionCursors({ query: query as never });
    await expect(cursors.of(reader(1))).rejects.toThrow('gone');
    expect(await cursors.of(reader(1))).toBe(7);
  });
});
