import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { createLiveClient } from './client/index.ts';
import { LIVE_NAMESPACE, MAX_CLIENT_MESSAGE_BYTES } from './protocol.ts';
import { LiveHub, LiveModule, TopicRegistry, type LivePrincipal } from './server/index.ts';

it('serves the feed inside a Nest application, and sends everybody away when it closes', async () => {
  const topics = new TopicRegistry<LivePrincipal>().register({
    name: 'news',
    permission: null,
    wakeOn: [],
    authorize: () => true,
    head: async () => 2,
    readAfter: async (_, __, cursor) => ({ rows: cursor < 2 ? ['a', 'b'] : [], cursor: 2 }),
  });
  const hub = new LiveHub({
    topics,
    wake: { onProjected: () => () => undefined },
    log: { warn: () => undefined },
  });
  const testing = await Test.createTestingModule({
    imports: [LiveModule.register({ hub, redeem: () => ({ userId: 'ana', sessionId: null }) })],
  }).compile();
  const app = testing.createNestApplication({ logger: false });
  await app.listen(0);
  const server = app.getHttpServer() as { address(): AddressInfo };
  const states: string[] = [];
  const client = createLiveClient({
    url: `http://localhost:${server.address().port}`,
    getTicket: async () => 'ticket',
    onState: (state) => states.push(state),
  });
  const rows: unknown[] = [];
  client.follow('news', 'today', -1, { onFrame: (frame) => rows.push(...frame.rows) });
  await vi.waitFor(() => expect(rows).toEqual(['a', 'b']));
  await app.close();
  // The client reconnects by itself, perhaps before the application is fully closed.
  await vi.waitFor(() => expect(states.slice(0, 3)).toEqual(['connecting', 'live', 'offline']));
  client.close();
});

it('tells a client that follows nothing that its session changed, and connects it again', async () => {
  const hub = new LiveHub({
    topics: new TopicRegistry<LivePrincipal>(),
    wake: { onProjected: () => () => undefined },
    log: { warn: () => undefined },
  });
  const testing = await Test.createTestingModule({
    imports: [LiveModule.register({ hub, redeem: () => ({ userId: 'ana', sessionId: 'one' }) })],
  }).compile();
  const app = testing.createNestApplication({ logger: false });
  await app.listen(0);
  const server = app.getHttpServer() as { address(): AddressInfo };
  const states: string[] = [];
  const onSessionChanged = vi.fn();
  const client = createLiveClient({
    url: `http://localhost:${server.address().port}`,
    getTicket: async () => 'ticket',
    onState: (state) => states.push(state),
    onSessionChanged,
  });
  client.retryNow();
  await vi.waitFor(() => expect(hub.figures.sockets).toBe(1));
  hub.closeSession('another');
  hub.closeSession('one');
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'live', 'offline', 'connecting', 'live']));
  expect(onSessionChanged).toHaveBeenCalledOnce();
  client.close();
  await app.close();
});

it('takes a message as large as it may be, and ends the connection for a larger one', async () => {
  const hub = new LiveHub({
    topics: new TopicRegistry<LivePrincipal>(),
    wake: { onProjected: () => () => undefined },
    log: { warn: () => undefined },
  });
  const testing = await Test.createTestingModule({
    imports: [LiveModule.register({ hub, redeem: () => ({ userId: 'ana', sessionId: 'one' }) })],
  }).compile();
  const app = testing.createNestApplication({ logger: false });
  await app.listen(0);
  const server = app.getHttpServer() as { address(): AddressInfo };
  const socket = io(`http://localhost:${server.address().port}${LIVE_NAMESPACE}`, {
    auth: { ticket: 'ticket' },
    transports: ['websocket'],
    reconnection: false,
  });
  const ended: string[] = [];
  socket.on('disconnect', (reason) => ended.push(reason));
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  // Length of the packet around the text; a packet without acknowledgement is one character shorter.
  const around = `42${LIVE_NAMESPACE},0["follow",""]`.length;
  const text = (bytes: number) => 'x'.repeat(bytes - around);
  expect(await socket.emitWithAck('follow', text(MAX_CLIENT_MESSAGE_BYTES))).toMatchObject({ ok: false });
  expect(ended).toEqual([]);
  socket.emit('follow', text(MAX_CLIENT_MESSAGE_BYTES + 2));
  await vi.waitFor(() => expect(ended).toHaveLength(1));
  await app.close();
});
