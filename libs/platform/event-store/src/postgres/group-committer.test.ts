import { DatabaseError } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { newEvent } from '../conformance/subject.ts';
import { prepareAppend } from '../validate.ts';
import { encodeGroup, type Group } from './group.ts';
import {
  GroupCommitter,
  type GroupCommitterOptions,
  type GroupOutcome,
  type GroupWriter,
} from './group-committer.ts';

interface SentGroup {
  readonly streams: readonly string[];
  readonly locked: boolean;
  readonly bytes: unknown;
}

interface Behaviour {
  /** Throws to refuse a group. */
  readonly answer?: (group: SentGroup, attempt: number) => void;
  readonly commitMs?: number;
}

/** A writer that records the groups sent to it and answers as configured. */
class NotingWriter implements GroupWriter {
  readonly sent: SentGroup[] = [];
  resets = 0;
  private underway = 0;

  constructor(private readonly behaviour: Behaviour = {}) {}

  async write(group: Group): Promise<GroupOutcome> {
    const streams = group.members.map(({ stream }) => stream);
    const sent = { streams, locked: group.locked, bytes: encodeGroup(group) };
    this.sent.push(sent);
    expect(++this.underway).toBe(1);
    await new Promise((resume) => setTimeout(resume, 1));
    this.underway -= 1;
    this.behaviour.answer?.(sent, this.sent.length);
    const verdicts = streams.map((_, index) => [0, index + 1, 'link'] as const);
    return { verdicts, commitMs: this.behaviour.commitMs ?? 0 };
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
const committerOn = (
  writers: readonly GroupWriter[],
  options: Partial<GroupCommitterOptions> = {},
): GroupCommitter => new GroupCommitter(writers, { appendMs: 5_000, ...options });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('the group committer', () => {
  it('sends what arrives together in one group, one request a stream, each stream in order', async () => {
    const writer = new NotingWriter();
    const committer = committerOn([writer]);
    const order: string[] = [];
    const note = (name: string, stream: string) =>
      committer.submit(request(stream)).then(() => order.push(name));
    await Promise.all([note('a1', 'a'), note('a2', 'a'), note('b1', 'b'), note('a3', 'a'), note('c1', 'c')]);
    expect(writer.sent.map(({ streams }) => streams)).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('lets no stream starve behind busy ones', async () => {
    const writer = new NotingWriter();
    const committer = committerOn([writer]);
    const busy = times(400, (n) => committer.submit(request(`busy-${n % 200}`)));
    const quiet = committer.submit(request('quiet'));
    await Promise.all([...busy, quiet]);
    expect(writer.sent.findIndex(({ streams }) => streams.includes('quiet'))).toBe(1);
  });

  it('shares what waits among its writers and never has a stream with two of them', async () => {
    const underway = new Set<string>();
    let atOnce = 0;
    const watching = () => {
      const writer = new NotingWriter();
      return {
        sent: writer.sent,
        reset: () => writer.reset(),
        write: async (group: Group) => {
          for (const { stream } of group.members) {
            expect(underway).not.toContain(stream);
            underway.add(stream);
          }
          atOnce = Math.max(atOnce, underway.size);
          const outcome = await writer.write(group);
          for (const { stream } of group.members) underway.delete(stream);
          return outcome;
        },
      };
    };
    const writers = [watching(), watching()];
    const committer = committerOn(writers);
    const order: string[] = [];
    await Promise.all(
      times(96, async (n) => {
        await committer.submit(request(`s-${n % 32}`));
        order.push(`${n % 32}`);
      }),
    );
    expect(writers.map(({ sent }) => sent[0]?.streams.length)).toEqual([16, 16]);
    expect(atOnce).toBe(32);
    expect(order).toHaveLength(96);
  });

  it('keeps few requests together', async () => {
    const writers = [new NotingWriter(), new NotingWriter()];
    const committer = committerOn(writers);
    await Promise.all(times(6, (n) => committer.submit(request(`s-${n}`))));
    expect(writers.flatMap(({ sent }) => sent.map(({ streams }) => streams.length))).toEqual([6]);
  });

  it('lets one commit carry everybody where commits are slow', async () => {
    const writers = [new NotingWriter({ commitMs: 8 }), new NotingWriter({ commitMs: 9 })];
    const committer = committerOn(writers);
    await committer.submit(request('first'));
    await Promise.all(times(64, (n) => committer.submit(request(`s-${n}`))));
    const groups = writers.flatMap(({ sent }) => sent.map(({ streams }) => streams.length));
    expect(groups).toEqual(expect.arrayContaining([1, 64]));
    expect(groups).toHaveLength(2);
  });

  it('judges the members one by one when the group is refused, so that a bad one fails alone', async () => {
    const writer = new NotingWriter({
      answer: ({ streams }) => {
        if (streams.includes('bad')) throw refusedBySql('23505');
      },
    });
    const committer = committerOn([writer]);
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
    const writer = new NotingWriter({
      answer: (_, attempt) => {
        if (attempt < 3) throw new Error('Connection terminated unexpectedly');
      },
    });
    const committer = committerOn([writer]);
    const first = committer.submit(request('a'));
    const second = committer.submit(request('a'));
    await Promise.all([first, second]);
    const [one, two, three, four] = writer.sent;
    expect([two?.bytes, three?.bytes]).toEqual([one?.bytes, one?.bytes]);
    expect(four?.bytes).not.toEqual(one?.bytes);
    expect(writer.resets).toBe(2);
  });

  it('writes on with one writer while the other has lost its connection', async () => {
    const lost = new NotingWriter({
      answer: () => {
        throw new Error('connect ECONNREFUSED');
      },
    });
    const committer = committerOn([lost, new NotingWriter()]);
    expect(await Promise.all(times(40, (n) => committer.submit(request(`s-${n}`))))).toHaveLength(40);
    expect(lost.resets).toBeGreaterThan(0);
  });

  it('gives up with an unknown outcome when time is over', async () => {
    const writer = new NotingWriter({
      answer: () => {
        throw new Error('connect ECONNREFUSED');
      },
    });
    const committer = committerOn([writer], { appendMs: 60 });
    await expect(committer.submit(request('a'))).rejects.toMatchObject({ kind: 'transient' });
    await committer.close();
    const attempts = writer.sent.length;
    await expect(committer.submit(request('a'))).rejects.toMatchObject({ kind: 'closed' });
    expect(writer.sent).toHaveLength(attempts);
  });

  it.each<[string, Partial<GroupCommitterOptions>]>([
    ['requests', { mostWaiting: 3 }],
    ['bytes', { mostWaitingBytes: 3 * request('s-0').bytes }],
  ])('refuses at once, sending nothing, when too many %s are waiting; takes more later', async (_, cap) => {
    const writer = new NotingWriter();
    const committer = committerOn([writer], cap);
    const taken = times(3, (n) => committer.submit(request(`s-${n}`)));
    await expect(committer.submit(request('s-3'))).rejects.toMatchObject({
      kind: 'transient',
      message: /not sent/,
    });
    await Promise.all(taken);
    await committer.submit(request('s-4'));
    expect(writer.sent.flatMap(({ streams }) => streams)).toEqual(['s-0', 's-1', 's-2', 's-4']);
  });

  it('frees the places of requests that ran out of time', async () => {
    const writer = new NotingWriter({
      answer: (_, attempt) => {
        if (attempt < 4) throw new Error('connect ECONNREFUSED');
      },
    });
    const committer = committerOn([writer], { appendMs: 40, mostWaiting: 1 });
    await expect(committer.submit(request('a'))).rejects.toMatchObject({ kind: 'transient' });
    await vi.waitFor(() => committer.submit(request('b')));
    expect(writer.sent.at(-1)?.streams).toEqual(['b']);
  });

  it('answers what it had taken before it closes', async () => {
    const committer = committerOn([new NotingWriter(), new NotingWriter()]);
    const appends = times(30, (n) => committer.submit(request(`s-${n % 12}`)));
    await committer.close();
    expect(await Promise.all(appends)).toHaveLength(30);
  });
});
