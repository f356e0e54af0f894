import { expect, it, vi } from 'vitest';
import type { FeedFrame } from './protocol.ts';
import { LiveHub, TopicRegistry, type LivePrincipal } from './server/index.ts';

/** A pause controlled by the test. */
class TestPause {
  isPaused = false;
  private listeners = new Set<(isPaused: boolean) => void>();
  private waiting: (() => void)[] = [];
  onPause(listener: (isPaused: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  async untilHeard(): Promise<void> {
    while (this.isPaused) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
  become(isPaused: boolean): void {
    this.isPaused = isPaused;
    for (const listener of this.listeners) listener(isPaused);
    if (!isPaused) for (const goOn of this.waiting.splice(0)) goOn();
  }
}

function given() {
  const pause = new TestPause();
  const [frames, notices, refused]: [FeedFrame[], unknown[], Set<string>] = [[], [], new Set()];
  let head = -1;
  let wake: () => void = () => undefined;
  /** Runs while a page is read. */
  let meanwhile: () => void = () => undefined;
  /** Runs while the head of the topic is read. */
  let whileJudged: (user: string) => Promise<void> = () => Promise.resolve();
  /** Rate limiter: null = at once. */
  let take: (cost: number) => Promise<void> | null = () => null;
  const topics = new TopicRegistry<LivePrincipal>().register({
    name: 'news',
    permission: null,
    wakeOn: [],
    authorize: ({ userId }) => !refused.has(userId),
    head: async ({ userId }) => {
      await whileJudged(userId);
      return head;
    },
    readAfter: async (_, __, cursor) => {
      const to = head;
      meanwhile();
      return { rows: Array.from({ length: to - cursor }, (___, at) => cursor + 1 + at), cursor: to };
    },
  });
  const hub = new LiveHub({
    topics,
    wake: {
      onProjected: (listener) => {
        wake = () => listener(null);
        return () => undefined;
      },
    },
    log: { warn: () => undefined },
    pause,
    pace: { take: ({ userId }, cost) => (userId === 'mal' ? take(cost) : null) },
    pollMs: 60_000,
  });
  hub.attach({
    emit: (sockets, frame) => frames.push(...sockets.map(() => frame)),
    revoke: (socketId) => notices.push(`revoked ${socketId}`),
    end: (socketId) => notices.push(`ended ${socketId}`),
    waiting: (isWaiting) => notices.push(isWaiting ? 'waiting' : 'going on'),
  });
  const join = async (name: string, socket = name) => {
    hub.connected(socket, { userId: name, sessionId: name });
    const answers: unknown[] = [];
    await hub.follow(socket, { topic: 'news', key: 'k', cursor: -1 }, (answer) => answers.push(answer));
    return answers;
  };
  return {
    hub,
    pause,
    frames,
    notices,
    refused,
    join,
    grow: (to: number) => {
      head = to;
      wake();
    },
    whileRead: (what: () => void) => (meanwhile = what),
    judgeWith: (how: typeof whileJudged) => (whileJudged = how),
    slowDown: (how: typeof take) => (take = how),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

it('keeps back frames and answers while its node pauses, tells so, and goes on where it was', async () => {
  const { hub, pause, frames, notices, join, grow } = given();
  await join('ana');
  pause.become(true);
  grow(1);
  const answers = vi.fn();
  const joining = join('leo').then(answers);
  await settled();
  expect([frames, notices, answers.mock.calls]).toEqual([[], ['waiting'], []]);
  grow(2);
  pause.become(false);
  await joining;
  await vi.waitFor(() => expect(frames.filter(({ to }) => to === 2)).toHaveLength(2));
  expect(notices).toEqual(['waiting', 'going on']);
  await hub.close();
});

it('tells nothing to whoever lost the topic, or their session, in the pause', async () => {
  const { hub, pause, frames, notices, refused, join, grow } = given();
  await Promise.all(['ana', 'leo', 'eva'].map((name) => join(name)));
  pause.become(true);
  grow(1);
  await settled();
  refused.add('ana');
  hub.closeSession('leo');
  pause.become(false);
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  await settled();
  expect([frames.length, notices]).toEqual([1, ['waiting', 'ended leo', 'going on', 'revoked ana']]);
  await hub.close();
});

it('reads again what it had read when the pause began', async () => {
  const { hub, pause, frames, join, grow, whileRead } = given();
  await join('ana');
  whileRead(() => pause.become(true));
  grow(1);
  await settled();
  expect(frames).toEqual([]);
  whileRead(() => undefined);
  pause.become(false);
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  await hub.close();
});

it('holds up no end of the server', async () => {
  const { hub, pause, join, grow } = given();
  await join('ana');
  pause.become(true);
  grow(1);
  void join('leo');
  await settled();
  await expect(hub.close()).resolves.toBeUndefined();
});

it('makes whoever follows too much wait, and nobody else', async () => {
  const { join, slowDown } = given();
  let goOn: () => void = () => undefined;
  const costs: number[] = [];
  slowDown((cost) => {
    costs.push(cost);
    return new Promise((resolve) => (goOn = resolve));
  });
  const answers = vi.fn();
  const joining = join('mal').then(answers);
  expect(await join('ana')).toMatchObject([{ ok: true }]);
  expect(answers.mock.calls).toEqual([]);
  goOn();
  await joining;
  expect([costs, answers.mock.calls]).toMatchObject([[12], [[[{ ok: true }]]]]);
});

it('judges one follow of a user at a time, over all their sockets, and those of others meanwhile', async () => {
  const { join, judgeWith } = given();
  const judged: string[] = [];
  const goOn: (() => void)[] = [];
  judgeWith((user) => {
    judged.push(user);
    return user === 'mal' ? new Promise((resolve) => goOn.push(resolve)) : Promise.resolve();
  });
  const joining = ['1', '2', '3'].map((socket) => join('mal', socket));
  await settled();
  expect(await join('ana')).toMatchObject([{ ok: true }]);
  expect(judged).toEqual(['mal', 'ana']);
  for (const _ of joining) {
    goOn.shift()?.();
    await settled();
  }
  expect((await Promise.all(joining)).flat()).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
  expect(judged).toEqual(['mal', 'ana', 'mal', 'mal']);
});
