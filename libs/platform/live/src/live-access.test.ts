import { PATIENCE_MS } from '@cotejo/testing';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gather, LiveServer } from './live-server.fixture.ts';
import { LIVE_NAMESPACE, MAX_TOPICS } from './protocol.ts';

let live: LiveServer;
beforeEach(async () => {
  live = await LiveServer.start();
});
afterEach(() => live.stop());

const upTo = (last: number, from = 0): number[] =>
  Array.from({ length: last - from + 1 }, (_, at) => from + at);

describe('access to a topic', () => {
  const connect = (auth: Record<string, unknown>) =>
    new Promise<string>((resolve) => {
      const socket = io(`${live.url}${LIVE_NAMESPACE}`, {
        auth,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      });
      socket.on('connect', () => (resolve('connected'), socket.close()));
      socket.on('connect_error', (error) => (resolve(error.message), socket.close()));
    });

  it('opens once for each ticket', async () => {
    const ticket = live.ticketFor('ana');
    expect(await connect({ ticket })).toBe('connected');
    expect(await connect({ ticket })).toBe('ticket_refused');
    expect(await connect({ ticket: 'guessed' })).toBe('ticket_refused');
    expect(await connect({ ticket: { $ne: null } })).toBe('ticket_refused');
    expect(await connect({})).toBe('ticket_refused');
  });

  it('is closed to whom the topic refuses, on joining and as soon as access changes', async () => {
    live.numbers.refused.add('ana');
    const ana = gather(live.clientOf('ana'), -1);
    await vi.waitFor(() => expect(ana.got.states).toContain('refused'));
    const luis = gather(live.clientOf('luis'), -1);
    await vi.waitFor(() => expect(luis.got.states).toContain('live'));
    live.numbers.refused.add('luis');
    await live.hub.recheck();
    await vi.waitFor(() => expect(luis.got.states).toContain('refused'));
    live.numbers.grow('k', 3);
    live.wake('numbers');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([ana.got.rows, luis.got.rows]).toEqual([[], []]);
  });

  it('is closed to whom lacks the permission that the topic declares, and as soon as they lose it', async () => {
    live.numbers.permission = 'numbers.list';
    live.holders.add('luis');
    const ana = gather(live.clientOf('ana'), -1);
    const luis = gather(live.clientOf('luis'), -1);
    await vi.waitFor(() => expect(ana.got.states).toContain('refused'));
    await vi.waitFor(() => expect(luis.got.states).toContain('live'));
    live.holders.clear();
    await live.hub.recheck();
    await vi.waitFor(() => expect(luis.got.states).toContain('refused'));
  });

  it.each([
    ['when told so', () => live.hub.closeSession('session-ana')],
    ['when it is noticed', () => live.hub.recheck()],
  ])('closes behind a session that is over, %s', async (_, notice) => {
    const ana = live.clientOf('ana');
    const luis = gather(live.clientOf('luis'), -1);
    const { got } = gather(ana, -1);
    await vi.waitFor(() => expect([...got.states, ...luis.got.states]).toEqual(['live', 'live']));
    live.sessionsOver.add('session-ana');
    await notice();
    await vi.waitFor(() => expect(ana.state).toBe('signed-out'));
    expect(luis.got.states).toEqual(['live']);
    expect(live.hub.figures.sockets).toBe(1);
  });

  it('answers malformed requests, and those beyond the limit, with a refusal', async () => {
    const socket = io(`${live.url}${LIVE_NAMESPACE}`, {
      auth: { ticket: live.ticketFor('ana') },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const ask = (request: unknown) =>
      socket.timeout(PATIENCE_MS).emitWithAck('follow', request) as Promise<unknown>;
    const [odd, unknown] = await Promise.all([
      ask({ topic: 'NUMBERS', key: '', cursor: 'x' }),
      ask({ topic: 'letters', key: 'k', cursor: -1 }),
    ]);
    expect([odd, unknown]).toEqual([
      { ok: false, code: 'invalid_request' },
      { ok: false, code: 'unknown_topic' },
    ]);
    const many = await Promise.all(
      upTo(MAX_TOPICS).map((at) => ask({ topic: 'numbers', key: `k${at}`, cursor: -1 })),
    );
    expect(many.filter((answer) => (answer as { ok: boolean }).ok)).toHaveLength(MAX_TOPICS);
    expect(many.at(-1)).toEqual({ ok: false, code: 'too_many_topics' });
    const ended = new Promise((resolve) => socket.on('disconnect', resolve));
    for (let at = 0; at < 30; at++) socket.emit('nonsense', at);
    await ended;
    socket.close();
  });
});
