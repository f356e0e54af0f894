import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { afterEach, describe, expect, it } from 'vitest';
import { closeCode, encodeFrame, ROOM_PROTOCOL } from '../protocol.ts';
import { NodeSocket, RawClient } from '../testing/index.ts';
import { cleanUp, cleanups, notesOf, SESSION, startRooms } from './notes-room.fixture.ts';

afterEach(cleanUp);

describe('entering a room', () => {
  it.each([
    ['a ticket that is not good', 'nobody', 'one', 'notes', closeCode.ticketRefused],
    ['no such kind of room', 'ana', 'one', 'nothing', closeCode.notFound],
    ['no such room', 'ana', 'missing', 'notes', closeCode.notFound],
    ['a person who may not enter', 'eve', 'one', 'notes', closeCode.forbidden],
    ['a person who may enter none of the kind', 'mallory', 'one', 'notes', closeCode.forbidden],
    ['a room that cannot be opened', 'ana', 'broken', 'notes', closeCode.tryAgain],
  ])('closes on %s', async (_case, ticket, id, kind, code) => {
    const { url } = await startRooms();
    expect(await new RawClient({ url: url(ticket, id, kind) }).closed()).toBe(code);
  });

  it('closes when there is no ticket at all', async () => {
    const { port } = await startRooms();
    const client = new RawClient({ url: `ws://127.0.0.1:${port}/rooms/notes/one` });
    expect(await client.closed()).toBe(closeCode.ticketRefused);
  });

  it('greets with document, version, link, user and mode, then syncs, then says the version', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    const client = await connect('ana').synced();
    expect(client.frames).toEqual([
      {
        t: 'hello',
        protocol: ROOM_PROTOCOL,
        document: 'notes-1',
        version: 0,
        link: 'link-0',
        user: { id: 'ana', name: 'ana', initials: 'an', color: 1 },
        mode: 'edit',
      },
    ]);
    expect(notesOf(client)).toEqual({ a: 'first' });
    expect(client.advances).toEqual([{ from: 0, to: 0, link: 'link-0', update: null }]);
  });

  it('answers a SyncStep1 that came before the hello only after it', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    const client = connect('ana', { greets: false });
    await client.until(() => client.socket.readyState === WebSocket.OPEN);
    client.ask();
    client.greet();
    await client.synced();
    expect(notesOf(client)).toEqual({ a: 'first' });
  });

  it('sends only the difference to a base of the same history', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    const before = await connect('ana').synced();
    await before.close();
    host.set('b', 'second');
    const holds = { document: 'notes-1', version: 0, link: 'link-0' };
    const after = await connect('ana', { document: before.document, holds }).synced();
    expect(after.frames.map(({ t }) => t)).toEqual(['hello']);
    expect(notesOf(after)).toEqual({ a: 'first', b: 'second' });
    expect(after.version).toBe(1);
  });

  it.each([
    ['another document', { document: 'notes-0', version: 0, link: 'link-0' }],
    ['a version that never was', { document: 'notes-1', version: 9, link: 'link-9' }],
    ['another past at the same version', { document: 'notes-1', version: 1, link: 'restored' }],
    ['another past at an older version', { document: 'notes-1', version: 0, link: 'restored' }],
  ])('resets a base of %s and does not sync the old document', async (_case, holds) => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    host.set('b', 'second');
    const client = connect('ana', { holds });
    await client.until(() => client.frames.some(({ t }) => t === 'reset'));
    client.greet(); // claims its old base again
    client.ask();
    await client.until(() => client.frames.filter(({ t }) => t === 'reset').length === 2);
    expect(client.frames.map(({ t }) => t)).toEqual(['hello', 'reset', 'hello', 'reset']);
    expect(notesOf(client)).toEqual({});
    // With a hello for no base, it is served on the same connection.
    client.send({ t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null });
    client.ask();
    await client.synced();
    expect(notesOf(client)).toEqual({ a: 'first', b: 'second' });
  });

  it('opens a room once for all, and lets go of it when the last has left', async () => {
    const { host, connect } = await startRooms();
    const [ana, leo] = await Promise.all([connect('ana').synced(), connect('leo').synced()]);
    expect(host.opens).toBe(1);
    await ana.close();
    expect(host.left).toBe(0);
    await leo.close();
    await expect.poll(() => host.left).toBe(1);
    await connect('ana').synced();
    expect(host.opens).toBe(2);
  });
});

describe('in a room', () => {
  it('takes intents, and tells everybody what was committed before it answers', async () => {
    const { host, connect } = await startRooms();
    const [ana, leo] = await Promise.all([connect('ana').synced(), connect('leo').synced()]);
    ana.intent(SESSION, 0, { kind: 'hello' });
    await ana.until(() => ana.answers.length === 1);
    expect(ana.answers).toEqual([
      { t: 'answer', session: SESSION, seq: 0, outcome: { ok: true }, version: 0 },
    ]);
    expect(ana.version).toBe(0);
    await leo.until(() => leo.version === 0);
    expect(notesOf(leo)).toEqual({ '0': 'hello' });
    expect(leo.answers).toEqual([]);
    ana.send({ t: 'confirm', session: SESSION, upTo: 0 });
    await expect.poll(() => host.confirmed).toEqual([`${SESSION}:0`]);
  });

  it('holds answers back until the connection has the document', async () => {
    const { connect } = await startRooms();
    const ana = connect('ana', { greets: false });
    await ana.until(() => ana.socket.readyState === WebSocket.OPEN);
    ana.intent(SESSION, 0, { kind: 'early' }, -1);
    ana.greet();
    await ana.until(() => ana.frames.length === 1);
    expect(ana.frames.map(({ t }) => t)).toEqual(['hello']);
    ana.ask();
    await ana.until(() => ana.answers.length === 1);
    expect(ana.version).toBeGreaterThanOrEqual(0);
  });

  it('tells a change of mode once', async () => {
    const { host, connect } = await startRooms();
    const ana = await connect('ana').synced();
    for (const member of host.audience?.members() ?? []) {
      member.setMode('edit');
      member.setMode('read');
      member.setMode('read');
    }
    await ana.until(() => ana.frames.length > 1);
    expect(ana.frames.slice(1)).toEqual([{ t: 'mode', mode: 'read' }]);
  });

  it('serves y-websocket as it is, once it says hello', async () => {
    const { host, port } = await startRooms();
    host.set('a', 'first');
    const doc = new Y.Doc();
    const provider = new WebsocketProvider(`ws://127.0.0.1:${port}/rooms/notes`, 'one', doc, {
      WebSocketPolyfill: NodeSocket,
      disableBc: true,
      params: { ticket: 'ana' },
    });
    cleanups.push(() => provider.destroy());
    provider.on('status', ({ status }) => {
      if (status !== 'connected') return;
      const hello = { t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null } as const;
      provider.ws?.send(new Uint8Array(encodeFrame(hello)));
    });
    await new Promise<void>((resolve) => provider.on('sync', (synced) => synced && resolve()));
    expect(doc.getMap('notes').toJSON()).toEqual({ a: 'first' });
  });

  it('shares its server with socket.io', async () => {
    const { server, port, connect } = await startRooms();
    const sockets = new SocketServer(server);
    cleanups.push(() => void sockets.close()); // waits for the rooms, which are drained next
    sockets.on('connection', (socket) =>
      socket.on('ping', (answer: (text: string) => void) => answer('pong')),
    );
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
    cleanups.push(() => socket.close());
    const ana = await connect('ana').synced();
    expect(await socket.emitWithAck('ping')).toBe('pong');
    // engine.io ends unknown upgrades after a second, unless another handler took them.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(ana.closeCode).toBeNull();
  });
});

describe('leaving', () => {
  it('closes all connections of a session that ended', async () => {
    const { rooms, connect } = await startRooms();
    const first = await connect('ana@s1').synced();
    const second = await connect('ana@s1').synced();
    const other = await connect('ana@s2').synced();
    rooms.closeSession('s1');
    expect(await Promise.all([first.closed(), second.closed()])).toEqual([4401, 4401]);
    expect(other.closeCode).toBeNull();
  });

  it('opens a dropped room anew for whoever comes back', async () => {
    const { host, connect } = await startRooms();
    const ana = await connect('ana').synced();
    host.audience?.close(closeCode.tryAgain, 'lost');
    expect(await ana.closed()).toBe(closeCode.tryAgain);
    await connect('ana').synced();
    expect(host.opens).toBe(2);
  });

  it('shuts: who is here stays, who knocks is sent to another node', async () => {
    const { rooms, connect } = await startRooms();
    const ana = await connect('ana').synced();
    rooms.shut();
    expect(await connect('ana').closed()).toBe(closeCode.goingAway);
    expect(ana.closeCode).toBeNull();
  });

  it('drains: everybody is sent to another node, nobody is let in', async () => {
    const { rooms, connect } = await startRooms();
    const ana = await connect('ana').synced();
    await rooms.drain();
    expect(await ana.closed()).toBe(closeCode.goingAway);
    expect(await connect('ana').closed()).toBe(closeCode.goingAway);
    expect(rooms.connectionCount).toBe(0);
  });
});
