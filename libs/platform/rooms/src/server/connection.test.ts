import * as Y from 'yjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeCode, ROOM_PROTOCOL } from '../protocol.ts';
import type { RawClient } from '../testing/index.ts';
import { cleanUp, SESSION, startRooms } from './notes-room.fixture.ts';

afterEach(cleanUp);
afterEach(() => void vi.useRealTimers());

describe('a client that does not keep to the rules', () => {
  const tooDeep = `{"t":"intent","session":"${SESSION}","seq":0,"base":0,"intent":${'['.repeat(50)}`;

  it.each<[string, (client: RawClient) => void]>([
    ['an empty message', (client) => client.sendBytes(new Uint8Array())],
    ['a type that does not exist', (client) => client.sendBytes(new Uint8Array([99]))],
    ['a truncated frame', (client) => client.sendBytes(new Uint8Array([4, 200, 1, 123]))],
    ['broken JSON', (client) => client.sendBytes(stringMessage(tooDeep))],
    ['a frame of no known kind', (client) => client.sendBytes(stringMessage('{"t":"admin"}'))],
    ['a session that is no UUID', (client) => client.intent('mine', 0, { kind: 'x' })],
    ['a state vector of nonsense', (client) => client.ask(new Uint8Array([200, 200, 200]))],
    ['presence of nonsense', (client) => client.sendBytes(new Uint8Array([1, 3, 9, 9, 9]))],
    ['presence beyond bounds', (client) => client.sendPresence(7, { item: 'x'.repeat(2_000) })],
    // Type 1, its length, 20 entries: id 7, clock 1, '{}' each.
    [
      'presence told over and over',
      (client) =>
        client.sendBytes(
          Uint8Array.from([1, 101, 20, ...Array.from({ length: 20 }, () => [7, 1, 2, 123, 125]).flat()]),
        ),
    ],
    ['text instead of bytes', (client) => client.socket.send('hello')],
    [
      'another protocol',
      (client) =>
        client.send({ t: 'hello', protocol: ROOM_PROTOCOL - 1, document: null, version: -1, link: null }),
    ],
  ])('is closed with 4400 for %s, and nobody else notices', async (_case, misbehave) => {
    const { host, connect } = await startRooms();
    const [ana, mal] = await Promise.all([connect('ana').synced(), connect('mal').synced()]);
    misbehave(mal);
    expect(await mal.closed()).toBe(closeCode.protocolError);
    host.set('after', 'all');
    await ana.until(() => ana.version === 0);
    expect(ana.closeCode).toBeNull();
  });

  it('is closed with 4403 when it writes the document, which stays as it was', async () => {
    const { host, connect } = await startRooms();
    const mal = await connect('mal').synced();
    const own = new Y.Doc();
    own.getMap('notes').set('forged', 'yes');
    mal.writeDocument(Y.encodeStateAsUpdate(own));
    expect(await mal.closed()).toBe(closeCode.forbidden);
    expect(host.document.getMap('notes').toJSON()).toEqual({});
  });

  it('is closed with 4403 when it sends a write with a number, too', async () => {
    const { connect } = await startRooms();
    const mal = await connect('mal').synced();
    mal.write(new Uint8Array([0, 0]));
    expect(await mal.closed()).toBe(closeCode.forbidden);
    expect(mal.asked).toEqual([]);
  });

  it('is not heard when it says that it is somebody else', async () => {
    const { connect } = await startRooms();
    const [ana, mal] = await Promise.all([connect('ana').synced(), connect('mal').synced()]);
    mal.sendPresence(7, { item: 'i1', user: { id: 'ana', name: null } });
    await ana.until(() => ana.presence.size === 1, 'the presence');
    expect(ana.presence.get(7)).toMatchObject({ item: 'i1', user: { id: 'mal' } });
  });

  it('may send the empty update that y-websocket sends', async () => {
    const { connect } = await startRooms();
    const ana = await connect('ana').synced();
    ana.writeDocument(new Uint8Array([0, 0]));
    ana.intent(SESSION, 0, { kind: 'still here' });
    await ana.until(() => ana.answers.length === 1);
  });

  it.each<[string, (client: RawClient) => void]>([
    ['asks for the document', (client) => client.ask()],
    ['says hello', (client) => client.greet()],
  ])('is closed with 4429 when it %s again and again', async (_case, repeat) => {
    const { connect } = await startRooms({ greetings: 4 });
    const [ana, mal] = await Promise.all([connect('ana').synced(), connect('mal').synced()]);
    // Each client already sent one hello and one SyncStep1 when it connected.
    for (let n = 0; n < 3; n++) repeat(mal);
    expect(await mal.closed()).toBe(closeCode.tooBusy);
    expect(ana.closeCode).toBeNull();
  });

  it('is closed when a message is too large', async () => {
    const { connect } = await startRooms({ messageBytes: 1_000 });
    const mal = await connect('mal').synced();
    mal.sendBytes(new Uint8Array(2_000));
    expect(await mal.closed()).toBe(1009);
  });

  it('is answered with a code, and stays, when an intent is too large', async () => {
    const { host, connect } = await startRooms({ intentBytes: 1_000 });
    const ana = await connect('ana').synced();
    ana.intent(SESSION, 0, { kind: 'big', text: 'x'.repeat(1_000) });
    ana.intent(SESSION, 1, { kind: 'small' });
    await ana.until(() => ana.answers.length === 2);
    expect(ana.answers.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [0, { ok: false, code: 'intent_too_large' }],
      [1, { ok: true }],
    ]);
    expect(host.intents.map(({ intent }) => intent.kind)).toEqual(['small']);
  });

  it('has no frame parsed that is too large', async () => {
    const { connect } = await startRooms({ intentBytes: 1_000 });
    const parse = vi.spyOn(JSON, 'parse');
    const ana = await connect('ana').synced();
    ana.intent(SESSION, 0, { kind: 'big', text: 'x'.repeat(1_000) });
    await ana.until(() => ana.answers.length === 1);
    const lengths = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(1_000);
    ana.sendBytes(stringMessage(JSON.stringify({ t: 'rest', padding: 'x'.repeat(1_000) })));
    expect(await ana.closed()).toBe(closeCode.protocolError);
  });

  it('is closed with 4429 when too many intents wait', async () => {
    const { host, connect } = await startRooms({ intentsInFlight: 3 });
    host.answersIntents = false;
    const mal = await connect('mal').synced();
    for (let seq = 0; seq < 4; seq++) mal.intent(SESSION, seq, { kind: 'x' });
    expect(await mal.closed()).toBe(closeCode.tooBusy);
    expect(host.intents).toHaveLength(3);
  });

  it('is sent away with 1013 when it does not read', async () => {
    const { host, connect } = await startRooms({ bufferedBytes: 100_000 });
    const slow = await connect('slow').synced();
    const ana = await connect('ana').synced();
    slow.socket.pause();
    for (let round = 0; round < 200 && host.audience; round++) {
      host.set('big', 'x'.repeat(100_000) + round);
      await ana.until(() => ana.version === host.version);
    }
    slow.socket.resume();
    expect(await slow.closed()).toBe(closeCode.tryAgain);
    expect(ana.closeCode).toBeNull();
  });

  it('is given the time for one message that is larger than all that may wait', async () => {
    const { host, connect } = await startRooms({ bufferedBytes: 1_000_000 });
    const large = 'x'.repeat(20_000_000);
    host.set('large', large);
    const ana = connect('ana');
    // Messages after the first sync are sent while it is still buffered.
    await ana.until(() => ana.version === host.version);
    ana.intent(SESSION, 0, { kind: 'all of it is here' });
    await ana.until(() => ana.answers.length === 1);
    host.set('larger', `${large}!`);
    for (let n = 0; n < 20; n++) host.set('small', `${n}`);
    await ana.until(() => ana.version === host.version);
    expect(ana.document.getMap('notes').get('small')).toBe('19');
    expect(ana.closeCode).toBeNull();
  });

  it('is ended when it never says hello, or falls silent', async () => {
    // The heartbeat runs on fake timers: on a busy machine all clients would seem silent.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { connect } = await startRooms({ beat: 1_000 });
    const beat = () => vi.advanceTimersByTime(1_000);
    const mute = connect('ana', { greets: false });
    const closedAfterBeat = () => {
      beat();
      return mute.closeCode;
    };
    await expect.poll(closedAfterBeat).toBe(closeCode.protocolError);
    const [silent, eva] = await Promise.all([connect('leo').synced(), connect('eva').synced()]);
    silent.socket.pause(); // sends no pong any more
    for (let n = 0; n < 3; n++) {
      beat();
      eva.intent(SESSION, n, { kind: 'still here' });
      await eva.until(() => eva.answers.length > n);
    }
    silent.socket.resume();
    expect(await silent.closed()).toBe(1006);
    expect(eva.closeCode).toBeNull();
  });
});

describe('a room whose document becomes another one', () => {
  it('resets who holds the old one, and tells them nothing of the new one on that connection', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    const ana = await connect('ana').synced();
    host.replaceDocument('notes-2');
    host.set('b', 'second');
    await ana.until(() => ana.frames.some(({ t }) => t === 'reset'));
    expect(ana.frames.at(-1)).toEqual({ t: 'reset', document: 'notes-2', version: 0 });
    ana.ask();
    ana.intent(SESSION, 0, { kind: 'still taken' });
    await expect.poll(() => host.intents.length).toBe(1);
    expect([ana.advances.length, ana.answers.length]).toEqual([1, 0]);
    const anew = await connect('ana').synced();
    expect([anew.version, anew.document.getMap('notes').get('b')]).toEqual([2, 'second']);
  });

  it('sends away who was about to get the old one', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    const ana = connect('ana', { greets: false });
    await ana.until(() => ana.socket.readyState === ana.socket.OPEN);
    ana.greet();
    await ana.until(() => ana.frames.length === 1);
    host.replaceDocument('notes-2');
    expect(await ana.closed()).toBe(closeCode.tryAgain);
  });

  it('says the new one to who says hello while it changes', async () => {
    const { host, connect } = await startRooms();
    host.set('a', 'first');
    host.set('b', 'second');
    const holds = { document: 'notes-1', version: 0, link: 'link-0' };
    host.beforeLink = () => host.replaceDocument('notes-2');
    const ana = connect('ana', { holds });
    await ana.until(() => ana.frames.length === 2);
    expect(
      ana.frames.map((frame) => (frame.t === 'hello' || frame.t === 'reset' ? frame.document : '')),
    ).toEqual(['notes-2', 'notes-2']);
    expect(ana.advances).toEqual([]);
  });
});

describe('presence', () => {
  it('carries the user of the connection, whatever the client says', async () => {
    const { connect } = await startRooms();
    const ana = await connect('ana', { awareness: 10 }).synced();
    const mal = await connect('mal', { awareness: 20 }).synced();
    mal.sendPresence(20, {
      user: { id: 'ana', name: 'Ana', initials: 'AN', color: 2 },
      item: 'r1',
      admin: true,
    });
    await ana.until(() => ana.presence.size > 0);
    expect([...ana.presence]).toEqual([
      [20, { item: 'r1', user: { id: 'mal', name: 'mal', initials: 'ma', color: 1 } }],
    ]);
  });

  it('cannot be set or ended for somebody else', async () => {
    const { connect } = await startRooms();
    const ana = await connect('ana', { awareness: 10 }).synced();
    const leo = await connect('leo', { awareness: 30 }).synced();
    const mal = await connect('mal').synced();
    ana.sendPresence(10, { item: 'r1' });
    await leo.until(() => leo.presence.has(10));
    mal.sendPresence(10, { item: 'forged' }, 99);
    mal.sendPresence(10, null, 100);
    mal.sendPresence(20, { item: 'own' });
    await leo.until(() => leo.presence.has(20));
    expect(leo.presence.get(10)).toMatchObject({ item: 'r1', user: { id: 'ana' } });
    expect(leo.presence.get(20)).toMatchObject({ user: { id: 'mal' } });
  });

  it('is told to whoever comes later, and taken back when a connection closes', async () => {
    const { connect } = await startRooms();
    const ana = await connect('ana', { awareness: 10 }).synced();
    ana.sendPresence(10, { item: 'r1' });
    const leo = await connect('leo').synced();
    await leo.until(() => leo.presence.has(10));
    ana.cut();
    await leo.until(() => !leo.presence.has(10));
  });

  it('of many is told to all of them, together and once', async () => {
    const { connect } = await startRooms({ presenceDelay: 40 });
    const all = await Promise.all(
      [...Array(12).keys()].map((n) => connect(`p${n}`, { awareness: 100 + n }).synced()),
    );
    const messages = all.map(() => 0);
    all.forEach((one, n) => one.socket.on('message', () => void (messages[n] = (messages[n] ?? 0) + 1)));
    all.slice(0, 6).forEach((one, n) => one.sendPresence(100 + n, { item: `row-${n}` }));
    const shown = (reader: number) => [...(all[reader]?.presence.keys() ?? [])].sort((a, b) => a - b);
    await expect.poll(() => shown(11)).toEqual([100, 101, 102, 103, 104, 105]);
    await expect.poll(() => shown(2)).toEqual([100, 101, 103, 104, 105]);
    expect(Math.max(...messages)).toBeLessThanOrEqual(2);
  });

  it('goes on under the same id when a client is back before its old socket was found dead', async () => {
    const { connect } = await startRooms();
    const leo = await connect('leo').synced();
    const before = await connect('ana', { awareness: 10 }).synced();
    before.sendPresence(10, { item: 'r1' });
    await leo.until(() => leo.presence.has(10));
    const after = await connect('ana', { awareness: 10 }).synced();
    after.sendPresence(10, { item: 'r2' });
    await leo.until(() => JSON.stringify(leo.presence.get(10)).includes('r2'));
    before.cut();
    after.sendPresence(10, { item: 'r3' });
    await leo.until(() => JSON.stringify(leo.presence.get(10)).includes('r3'));
  });
});

function stringMessage(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return new Uint8Array([4, ...length, rest, ...bytes]);
}

describe('a node that is behind in what it knows of rights', () => {
  it('keeps intents waiting while it catches up, and judges them in their order', async () => {
    const { host, connect } = await startRooms();
    const ana = await connect('ana').synced();
    let catchUp: (isFresh: boolean) => void = () => undefined;
    host.mayJudge = () => new Promise((resolve) => (catchUp = resolve));
    ana.intent(SESSION, 0, { kind: 'first' });
    await expect.poll(() => catchUp.name).toBe('');
    host.mayJudge = () => true;
    ana.intent(SESSION, 1, { kind: 'second' });
    expect(host.intents).toEqual([]);
    catchUp(true);
    await ana.until(() => ana.answers.length === 2);
    expect(host.intents.map(({ intent }) => intent.kind)).toEqual(['first', 'second']);
  });

  it.each([
    ['at once', () => false],
    ['after a while', async () => false],
  ])(
    'judges no intent when it says so %s, answers none, and sends the client away to come again',
    async (_when, mayJudge) => {
      const { host, connect } = await startRooms();
      const ana = await connect('ana').synced();
      host.mayJudge = mayJudge;
      ana.intent(SESSION, 0, { kind: 'first' });
      ana.intent(SESSION, 1, { kind: 'second' });
      expect(await ana.closed()).toBe(closeCode.tryAgain);
      expect([host.intents, ana.answers]).toEqual([[], []]);
    },
  );

  it('sends everybody away to come again', async () => {
    const { rooms, connect } = await startRooms();
    const clients = await Promise.all([connect('ana').synced(), connect('leo').synced()]);
    rooms.sendAway();
    expect(await Promise.all(clients.map((one) => one.closed()))).toEqual([1013, 1013]);
    await connect('ana').synced();
  });
});
