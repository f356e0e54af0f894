import { afterEach, describe, expect, it } from 'vitest';
import { closeCode } from '../protocol.ts';
import type { RawClient } from '../testing/index.ts';
import { cleanUp, notesOf, SESSION, startRooms } from './notes-room.fixture.ts';

afterEach(cleanUp);

describe('a node that may let nothing out', () => {
  it('keeps back what it has to say, in order, and says it when it may', async () => {
    const { host, rooms, connect } = await startRooms();
    const ana = await connect('ana').synced();
    const leo = await connect('leo').synced();
    host.isPaused = true;
    host.set('a', 'one');
    ana.intent(SESSION, 0, { kind: 'two' });
    await expect.poll(() => host.intents).toHaveLength(1);
    host.set('b', 'three');
    // A socket round trip: every frame sent before it has arrived by now.
    await new Promise((resolve) => leo.socket.once('pong', resolve).ping());
    expect([leo.advances.length, ana.answers, ana.closeCode, leo.closeCode]).toEqual([1, [], null, null]);
    host.isPaused = false;
    rooms.release();
    await Promise.all([leo.until(() => leo.version === 2), ana.until(() => ana.version === 2)]);
    expect(ana.answers).toMatchObject([{ seq: 0, outcome: { ok: true } }]);
    expect(leo.advances.slice(1).map(({ from, to }) => [from, to])).toEqual([
      [-1, 0],
      [0, 1],
      [1, 2],
    ]);
    expect(leo.gaps).toBe(0);
  });

  it('never tells whoever is closed meanwhile', async () => {
    const { host, rooms, connect } = await startRooms();
    const [ana, leo] = await Promise.all([connect('ana').synced(), connect('leo').synced()]);
    host.isPaused = true;
    host.set('secret', 'one');
    rooms.closeSession('s-ana');
    host.isPaused = false;
    rooms.release();
    expect(await ana.closed()).toBe(closeCode.ticketRefused);
    await leo.until(() => leo.version === 0);
    expect(notesOf(ana)).toEqual({});
  });

  it('gives up a client for whom more waits than may', async () => {
    const { host, connect } = await startRooms({ bufferedBytes: 1_000 });
    const ana = await connect('ana').synced();
    host.isPaused = true;
    for (let n = 0; n < 8; n++) host.set(`note-${n}`, 'x'.repeat(400));
    expect(await ana.closed()).toBe(closeCode.tryAgain);
  });
});

describe('a client that sends more than is read', () => {
  it('is read no further, and goes on where it was: nothing is lost, nobody is sent away', async () => {
    const { host, connect } = await startRooms({ inboxBytes: 20_000 });
    const ana = await connect('ana').synced();
    let goOn: (mayJudge: boolean) => void = () => undefined;
    host.mayJudge = () => new Promise((resolve) => (goOn = resolve));
    const text = 'x'.repeat(5_000);
    for (let seq = 0; seq < 40; seq++) ana.intent(SESSION, seq, { kind: 'long', text });
    await expect.poll(() => goOn.name).toBe('');
    host.mayJudge = () => true;
    goOn(true);
    await ana.until(() => ana.answers.length === 40 || ana.closeCode !== null);
    expect([ana.closeCode, host.intents.map(({ seq }) => seq)]).toEqual([null, [...Array(40).keys()]]);
  });

  it('is read no further than a share of unanswered bytes, and on as answers come', async () => {
    const { host, connect } = await startRooms({ unansweredBytes: 20_000 });
    const ana = await connect('ana').synced();
    host.answersIntents = false;
    for (let seq = 0; seq < 40; seq++) ana.intent(SESSION, seq, { kind: 'long', text: 'x'.repeat(5_000) });
    await expect.poll(() => host.intents.length).toBe(4);
    // Later messages do not overtake: a presence query would be answered otherwise.
    await new Promise((resolve) => ana.socket.once('pong', resolve).ping());
    expect(host.intents).toHaveLength(4);
    host.answersIntents = true;
    for (const { session, seq } of [...host.intents])
      for (const member of host.audience?.members() ?? [])
        member.answer({ session, seq, outcome: { ok: true }, version: host.version });
    await ana.until(() => ana.answers.length === 40 || ana.closeCode !== null);
    expect([ana.closeCode, host.intents.length]).toEqual([null, 40]);
  });
});

describe('a person with many connections', () => {
  const send = (client: RawClient, name: string) => {
    for (let seq = 0; seq < 10; seq++)
      client.intent(SESSION, seq, { kind: `${name} ${seq}`, text: 'x'.repeat(5_000) });
  };

  it.each([
    ['person', { personUnansweredBytes: 20_000 }, ['ana', 'ana', 'ana'], 'alba'],
    ['account', { accountUnansweredBytes: 20_000 }, ['ana', 'alba', 'abel'], 'leo'],
  ])('has one share of unanswered intents, as %s; nobody else waits', async (_, limits, greedy, other) => {
    const { host, connect } = await startRooms(limits);
    const clients = await Promise.all(greedy.map((name) => connect(name).synced()));
    const neighbour = await connect(other).synced();
    host.answersIntents = false;
    clients.forEach((client, n) => send(client, `greedy-${n}`));
    const of = (name: string) => host.intents.filter(({ intent }) => intent.kind.startsWith(name));
    await expect.poll(() => of('greedy').length).toBeGreaterThanOrEqual(4);
    await Promise.all(
      clients.map((one) => new Promise((resolve) => one.socket.once('pong', resolve).ping())),
    );
    // One intent per connection beyond the limit: the one being read when the limit was reached.
    expect(of('greedy').length).toBeLessThanOrEqual(6);
    host.answersIntents = true;
    neighbour.intent('22222222-2222-4222-8222-222222222222', 0, { kind: 'neighbour' });
    await neighbour.until(() => neighbour.answers.length === 1);
    for (const member of host.audience?.members() ?? [])
      for (const { session, seq } of of('greedy'))
        member.answer({ session, seq, outcome: { ok: true }, version: host.version });
    await expect.poll(() => of('greedy').length).toBe(30);
    expect(clients.map(({ closeCode: code }) => code)).toEqual([null, null, null]);
  });
});

describe('a person with their share of connections', () => {
  it('opens no more until one is closed, and keeps nobody else from theirs', async () => {
    const { host, connect } = await startRooms();
    host.mostEach = 2;
    const [first] = await Promise.all([connect('ana').synced(), connect('ana').synced()]);
    expect(await connect('ana').closed()).toBe(closeCode.tooBusy);
    await connect('leo').synced();
    await first.close();
    const again = async (): Promise<boolean> => {
      const client = connect('ana');
      await client.until(() => client.advances.length > 0 || client.closeCode !== null);
      return client.closeCode === null;
    };
    await expect.poll(again).toBe(true);
  });
});
