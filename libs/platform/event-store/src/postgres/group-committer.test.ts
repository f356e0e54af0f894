import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { newEvent } from '../conformance/subject.ts';
import { prepareAppend } from '../validate.ts';
import { GroupCommitter, type GroupWriter } from './group-committer.ts';
import type { Verdict } from './group.ts';

interface SentGroup {
  readonly streams: readonly string[];
  readonly locked: boolean;
  readonly text: string;
}

/** A writer that notes what it is given and answers as `answer` says. */
class NotingWriter implements GroupWriter {
  readonly sent: SentGroup[] = [];
  resets = 0;
  underway = 0;

  constructor(private readonly answer: (group: SentGroup, attempt: number) => void = () => undefined) {}

  async write(text: string): Promise<readonly Verdict[]> {
    const parsed = JSON.parse(text) as {
      readonly m: readonly { readonly s: string }[];
      readonly locked: boolean;
    };
    const group = { streams: parsed.m.map(({ s }) => s), locked: parsed.locked, text };
    this.sent.push(group);
    expect(++this.underway).toBe(1);
    await new Promise((resume) => setTimeout(resume, 1));
    this.underway -= 1;
    this.answer(group, this.sent.length);
    return group.streams.map((_, index) => [0, index + 1, 'link'] as const);
  }

  reset(): void {
    this.resets += 1;
  }
}

function refusedBySql(code: string): DatabaseError {
  const error = new DatabaseError('refused', 1, 'error');
  error.severity = 'ERROR';
  error.code = code;
  return error;
}

const request = (stream: string) => prepareAppend({ stream, expected: 'any', events: [newEvent()] });
const committerOn = (writer: GroupWriter, appendMs = 5_000) => new GroupCommitter(writer, { appendMs });

describe('the group committer', () => {
  it('sends what arrives together in one group, one request a stream, each stream in order', async () => {
    const writer = new NotingWriter();
    const committer = committerOn(writer);
    const order: string[] = [];
    const note = (name: string, stream: string) =>
      committer.submit(request(stream)).then(() => order.push(name));
    await Promise.all([note('a1', 'a'), note('a2', 'a'), note('b1', 'b'), note('a3', 'a'), note('c1', 'c')]);
    expect(writer.sent.map(({ streams }) => streams)).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('lets no stream starve behind busy ones', async () => {
    const writer = new NotingWriter();
    const committer = committerOn(writer);
    const busy = Array.from({ length: 400 }, (_, n) => committer.submit(request(`busy-${n % 200}`)));
    const quiet = committer.submit(request('quiet'));
    await Promise.all([...busy, quiet]);
    expect(writer.sent.findIndex(({ streams }) => streams.includes('quiet'))).toBe(1);
  });

  it('judges the members one by one when the group is refused, so that a bad one fails alone', async () => {
    const writer = new NotingWriter(({ streams }) => {
      if (streams.includes('bad')) throw refusedBySql('23505');
    });
    const committer = committerOn(writer);
    const fates = await Promise.allSettled(
      ['a', 'bad', 'b'].map((stream) => committer.submit(request(stream))),
    );
    expect(fates.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(fates[1]).toMatchObject({ reason: { kind: 'invalid' } });
    expect(writer.sent.map(({ streams, locked }) => [streams, locked])).toEqual([
      [['a', 'bad', 'b'], false],
      [['a'], true],
      [['bad'], true],
      [['b'], true],
    ]);
    expect(writer.resets).toBe(0);
  });

  it('sends identical bytes over a new connection when the outcome is unknown', async () => {
    const writer = new NotingWriter((_, attempt) => {
      if (attempt < 3) throw new Error('Connection terminated unexpectedly');
    });
    const committer = committerOn(writer);
    const first = committer.submit(request('a'));
    const second = committer.submit(request('a'));
    await Promise.all([first, second]);
    const [one, two, three, four] = writer.sent;
    expect([two?.text, three?.text]).toEqual([one?.text, one?.text]);
    expect(four?.text).not.toBe(one?.text);
    expect(writer.resets).toBe(2);
  });

  it('gives up with an unknown outcome when time is over', async () => {
    const writer = new NotingWriter(() => {
      throw new Error('connect ECONNREFUSED');
    });
    const committer = committerOn(writer, 60);
    await expect(committer.submit(request('a'))).rejects.toMatchObject({ kind: 'transient' });
    await committer.close();
    const attempts = writer.sent.length;
    await expect(committer.submit(request('a'))).rejects.toMatchObject({ kind: 'closed' });
    expect(writer.sent).toHaveLength(attempts);
  });

  it('answers what it had taken before it closes', async () => {
    const committer = committerOn(new NotingWriter());
    const appends = ['a', 'a', 'b'].map((stream) => committer.submit(request(stream)));
    await committer.close();
    expect(await Promise.all(appends)).toHaveLength(3);
  });
});
