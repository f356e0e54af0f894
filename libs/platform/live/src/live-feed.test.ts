import { freePort } from '@cotejo/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveState } from './client/index.ts';
import { gather, LiveServer, NumberTopic } from './live-server.fixture.ts';
import { LIVE_NAMESPACE, MAX_FRAME_ROWS } from './protocol.ts';

let live: LiveServer;
beforeEach(async () => {
  live = await LiveServer.start();
});
afterEach(() => live.stop());

const upTo = (last: number, from = 0): number[] =>
  Array.from({ length: last - from + 1 }, (_, at) => from + at);

describe('following a topic', () => {
  it('begins after the cursor that one has, then brings what is new', async () => {
    live.numbers.grow('k', 4);
    const { got } = gather(live.clientOf('ana'), 1);
    await vi.waitFor(() => expect(got.rows).toEqual([2, 3, 4]));
    live.numbers.grow('k', 6);
    live.wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(6, 2)));
    expect(got.frames.map(({ from, to }) => [from, to])).toEqual([
      [1, 4],
      [4, 6],
    ]);
  });

  it('brings a long absence in several frames', async () => {
    live.numbers.grow('k', 2 * MAX_FRAME_ROWS + 10);
    const { got } = gather(live.clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(2 * MAX_FRAME_ROWS + 10)));
    expect(got.frames).toHaveLength(3);
  });

  it('starts over when one claims more than the server ever had', async () => {
    live.numbers.grow('k', 2);
    const { got } = gather(live.clientOf('ana'), 90);
    await vi.waitFor(() => expect(got.rows).toEqual([0, 1, 2]));
    expect(got.resets).toBe(1);
  });

  it('comes again by itself when the node sends everybody away', async () => {
    const { got } = gather(live.clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.states).toContain('live'));
    live.hub.sendAway();
    await vi.waitFor(() => expect(live.hub.figures.sockets).toBe(0));
    live.numbers.grow('k', 1);
    await vi.waitFor(() => expect(got.rows).toEqual([0, 1]));
  });

  it('is not woken by projections of others', async () => {
    const { got } = gather(live.clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.states).toContain('live'));
    const reads = live.numbers.reads;
    live.wake('something-else');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(live.numbers.reads).toBe(reads);
  });

  it('reads once for all who share an audience, and only for them', async () => {
    await live.shutDown();
    live.numbers = new NumberTopic('numbers', () => 'everybody');
    await live.serve();
    const followers = ['ana', 'luis', 'eva'].map((name) => gather(live.clientOf(name), -1));
    await vi.waitFor(() => followers.forEach(({ got }) => expect(got.states).toContain('live')));
    const reads = live.numbers.reads;
    live.numbers.grow('k', 3);
    live.wake('numbers');
    await vi.waitFor(() => followers.forEach(({ got }) => expect(got.rows).toEqual(upTo(3))));
    expect(live.numbers.reads).toBe(reads + 1);
  });

  it('ends with stop, and may begin again at once', async () => {
    live.numbers.grow('k', 1);
    const client = live.clientOf('ana');
    const first = gather(client, -1);
    await vi.waitFor(() => expect(first.got.rows).toEqual([0, 1]));
    first.stop();
    const second = gather(client, 0);
    await vi.waitFor(() => expect(second.got.rows).toEqual([1]));
    expect(first.got.rows).toEqual([0, 1]);
    expect(live.hub.figures.channels).toBe(1);
    second.stop();
    await vi.waitFor(() => expect(live.hub.figures.channels).toBe(0));
  });
});

it('is closed once what is being read has been read, also for whoever has left', async () => {
  live.numbers.grow('k', 0);
  const { got, stop } = gather(live.clientOf('ana'), -1);
  await vi.waitFor(() => expect(got.rows).toEqual([0]));
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi
    .spyOn(live.numbers, 'readAfter')
    .mockReturnValue(held.then(() => ({ rows: [], cursor: 0 })));
  live.wake('numbers');
  expect(reading).toHaveBeenCalled();
  stop();
  await vi.waitFor(() => expect(live.hub.figures.channels).toBe(0));
  let isClosed = false;
  const closing = live.hub.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  goOn();
  await closing;
});

it('drops the rows read for a follower that left during the read', async () => {
  live.numbers.grow('k', 0);
  const { got: ana, stop } = gather(live.clientOf('ana'), -1);
  const { got: luis } = gather(live.clientOf('luis'), -1);
  await vi.waitFor(() => expect([ana.rows, luis.rows]).toEqual([[0], [0]]));
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const read = live.numbers.readAfter.bind(live.numbers);
  vi.spyOn(live.numbers, 'readAfter').mockImplementation(async (person, key, cursor, limit) => {
    if (person.userId === 'luis') return read(person, key, cursor, limit);
    await held;
    return { rows: [99], cursor: 1 };
  });
  live.wake('numbers');
  stop();
  await vi.waitFor(() => expect(live.hub.figures.channels).toBe(1));
  goOn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  live.numbers.grow('k', 1);
  live.wake('numbers');
  await vi.waitFor(() => expect(luis.rows).toEqual([0, 1]));
});

it('tells that a thing is gone to those alone who were sent it, and of the others nothing', async () => {
  // Rows up to 4 are removals of unknown ids; 5, 6 and 7 show one id each, which later rows remove.
  live.numbers.about = (row) => ({ id: row < 5 ? `x${row}` : `${row % 3}`, isGone: row < 5 || row >= 8 });
  live.numbers.isWhole = true;
  live.numbers.grow('k', 4);
  const { got: ana } = gather(live.clientOf('ana'), -1);
  await vi.waitFor(() => expect(ana.states.at(-1)).toBe('live'));
  live.numbers.grow('k', 7);
  live.wake('numbers');
  await vi.waitFor(() => expect(ana.rows).toEqual([5, 6, 7]));
  const { got: luis } = gather(live.clientOf('luis'), -1);
  await vi.waitFor(() => expect(luis.rows).toEqual([5, 6, 7]));
  live.numbers.grow('k', 9);
  live.wake('numbers');
  await vi.waitFor(() => expect(ana.rows).toEqual([5, 6, 7, 8, 9]));
  // The id is gone already: ana gets no second removal.
  live.numbers.grow('k', 11);
  live.wake('numbers');
  await vi.waitFor(() => expect(luis.rows).toEqual([5, 6, 7, 8, 9, 10]));
  expect(ana.rows).toEqual([5, 6, 7, 8, 9, 10]);
});

describe('two followers of one topic on a page', () => {
  it('share a subscription: each row once for each, also for one that comes later from the beginning', async () => {
    live.numbers.grow('k', 4);
    const client = live.clientOf('ana');
    const one = gather(client, 1);
    await vi.waitFor(() => expect(one.got.rows).toEqual([2, 3, 4]));
    const other = gather(client, -1);
    const third = gather(client, 4);
    await vi.waitFor(() => expect(other.got.rows).toEqual(upTo(4)));
    await vi.waitFor(() => expect(third.got.states).toEqual(['live']));
    live.numbers.grow('k', 6);
    live.wake('numbers');
    await vi.waitFor(() => expect(other.got.rows).toEqual(upTo(6)));
    expect([one.got.rows, third.got.rows]).toEqual([upTo(6, 2), [5, 6]]);
    expect([one.got.states, live.hub.figures.channels]).toEqual([['live'], 1]);
  });

  it('go on alone when the other leaves; the last one ends the subscription', async () => {
    live.numbers.grow('k', 0);
    const client = live.clientOf('ana');
    const [one, other] = [gather(client, -1), gather(client, -1)];
    await vi.waitFor(() => expect([one.got.rows, other.got.rows]).toEqual([[0], [0]]));
    one.stop();
    one.stop();
    live.numbers.grow('k', 1);
    live.wake('numbers');
    await vi.waitFor(() => expect(other.got.rows).toEqual([0, 1]));
    expect(one.got.rows).toEqual([0]);
    other.stop();
    await vi.waitFor(() => expect(live.hub.figures.channels).toBe(0));
  });

  it('get each row once where a frame holds more than one of them misses', async () => {
    live.numbers.grow('k', 9);
    const client = live.clientOf('ana');
    // Asked together from the lower cursor: the first frame reaches beyond the higher one.
    const [one, other] = [gather(client, 4), gather(client, 1)];
    await vi.waitFor(() => expect(other.got.rows).toEqual(upTo(9, 2)));
    await vi.waitFor(() => expect(one.got.rows).toEqual(upTo(9, 5)));
    live.numbers.grow('k', 10);
    live.wake('numbers');
    await vi.waitFor(() => expect([one.got.rows.at(-1), other.got.rows.at(-1)]).toEqual([10, 10]));
    live.sockets.of(LIVE_NAMESPACE).disconnectSockets(true);
    live.numbers.grow('k', 12);
    await vi.waitFor(() => expect([one.got.rows, other.got.rows]).toEqual([upTo(12, 5), upTo(12, 2)]));
    expect([one.got.resets, other.got.resets]).toEqual([0, 0]);
  });

  it('both begin anew where the server has another history, and are both refused', async () => {
    live.numbers.grow('k', 2);
    const client = live.clientOf('ana');
    const [one, other] = [gather(client, 90), gather(client, 95)];
    await vi.waitFor(() => expect([one.got.rows, other.got.rows]).toEqual([upTo(2), upTo(2)]));
    expect([one.got.resets, other.got.resets]).toEqual([1, 1]);
    live.numbers.refused.add('ana');
    await live.hub.recheck('ana');
    await vi.waitFor(() =>
      expect([one.got.states.at(-1), other.got.states.at(-1)]).toEqual(['refused', 'refused']),
    );
  });
});

describe('a connection that breaks', () => {
  it('comes back with a new ticket and misses and repeats nothing', async () => {
    const states: LiveState[] = [];
    const { got } = gather(live.clientOf('ana', states), -1);
    live.numbers.grow('k', 3);
    live.wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    for (const last of [5, 6, 9]) {
      live.sockets.of(LIVE_NAMESPACE).disconnectSockets(true);
      live.numbers.grow('k', last);
      await vi.waitFor(() => expect(got.rows).toEqual(upTo(last)));
    }
    expect(states).toEqual(expect.arrayContaining(['connecting', 'live', 'offline']));
    expect(got.resets).toBe(0);
  });

  it('is given all that there is on coming back, where each row is all of it', async () => {
    live.numbers.isWhole = true;
    live.numbers.grow('k', 3);
    const { got } = gather(live.clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    // The rows are sent again without any change, because rights may have changed while disconnected.
    live.sockets.of(LIVE_NAMESPACE).disconnectSockets(true);
    await vi.waitFor(() => expect([got.resets, got.rows]).toEqual([1, upTo(3)]));
  });

  it('survives a restart of the server', async () => {
    await live.shutDown();
    const port = await freePort();
    await live.serve(port);
    const { got } = gather(live.clientOf('ana'), -1);
    live.numbers.grow('k', 3);
    live.wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    await live.shutDown();
    live.numbers.grow('k', 4);
    await live.serve(port);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(4)));
  });

  it('asks again when a frame is missing, and drops one that it has had', async () => {
    const { got } = gather(live.clientOf('ana'), -1);
    live.numbers.grow('k', 2);
    live.wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(2)));
    const frame = (from: number, to: number) =>
      live.sockets
        .of(LIVE_NAMESPACE)
        .emit('frame', { topic: 'numbers', key: 'k', from, to, rows: upTo(to, from + 1) });
    frame(0, 2);
    live.numbers.grow('k', 7);
    frame(5, 7);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(7)));
  });

  it('waits for a sign-in when no ticket can be had', async () => {
    const states: LiveState[] = [];
    live.sessionsOver.add('session-ana');
    const client = live.clientOf('ana', states);
    const { got } = gather(client, -1);
    await vi.waitFor(() => expect(client.state).toBe('signed-out'));
    live.sessionsOver.clear();
    live.numbers.grow('k', 0);
    client.retryNow();
    await vi.waitFor(() => expect(got.rows).toEqual([0]));
  });
});
