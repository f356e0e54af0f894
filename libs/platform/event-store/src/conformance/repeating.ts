import { expect, it } from 'vitest';
import type { AppendRequest } from '../port.ts';
import { collect, fate, newEvent, newEvents, newStream, refusal, givenLog, type Subject } from './subject.ts';

function newCommand(intentHash = 'intent-a') {
  return { id: newStream('command'), intentHash, outcome: { committed: true, nested: [1, null] } };
}

export function specifyRepeating(subject: Subject): void {
  const given = givenLog(subject);

  it('16 answers a repeated command alike and writes once', async () => {
    const stream = newStream();
    const command = newCommand();
    const request = { stream, expected: 'no-stream', events: newEvents(2), commands: [command] } as const;
    const first = await given.store.append(request);
    expect(await given.store.append(request)).toEqual({ ...first, replayed: true });
    // The retry was decided anew, so its events differ: the command id counts.
    const again = { ...request, events: newEvents(3) };
    expect(await given.store.append(again)).toEqual({ ...first, replayed: true });
    expect(await collect(given.store.read(stream))).toHaveLength(2);
    expect(await given.store.settled([command.id])).toEqual([{ ...command, stream, version: 1n }]);
  });

  it('17 answers a repeated command alike after later events', async () => {
    const stream = newStream();
    const commands = [newCommand()];
    const first = await given.store.append({ stream, expected: 'no-stream', events: newEvents(1), commands });
    await given.store.append({ stream, expected: 0n, events: newEvents(5) });
    const again = await given.store.append({ stream, expected: 5n, events: newEvents(1), commands });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await given.store.head(stream)).toMatchObject({ version: 5n });
  });

  if (subject.isDurable) {
    it('18 answers a repeated command alike after a restart', async () => {
      const log = await subject.create();
      const request = { stream: newStream(), expected: -1n, events: newEvents(2), commands: [newCommand()] };
      const before = log.open();
      const first = await before.append(request);
      await before.close();
      const after = log.open();
      expect(await after.append(request)).toEqual({ ...first, replayed: true });
      await after.close();
      await log.drop();
    });
  }

  it('19 refuses a known command with another intent', async () => {
    const stream = newStream();
    const command = newCommand();
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(1), commands: [command] });
    const commands = [{ ...command, intentHash: 'intent-b' }];
    expect(await fate(given.store.append({ stream, expected: 0n, events: newEvents(1), commands }))).toBe(
      'invalid',
    );
    expect(await fate(given.store.confirm(stream, 0n, commands))).toBe('invalid');
    expect(await given.store.head(stream)).toMatchObject({ version: 0n });
  });

  it('21 writes once what two nodes send at once', async () => {
    const nodes = [given.store, given.log.open()];
    for (let round = 0; round < 20; round++) {
      const stream = newStream();
      const request: AppendRequest = {
        stream,
        expected: 'no-stream',
        events: newEvents(1),
        commands: [newCommand()],
      };
      const answers = await Promise.all(nodes.map((node) => node.append(request)));
      expect(answers.map(({ version }) => version)).toEqual([0n, 0n]);
      expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
      expect(await collect(given.store.read(stream))).toHaveLength(1);
    }
  });

  it('21 settles once a command sent for two streams at once', async () => {
    const nodes = [given.store, given.log.open()];
    const commands = [newCommand()];
    const streams = [newStream(), newStream()];
    const answers = await Promise.all(
      streams.map((stream, n) =>
        (nodes[n] ?? given.store).append({ stream, expected: 'no-stream', events: newEvents(1), commands }),
      ),
    );
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
    const heads = await Promise.all(streams.map((stream) => given.store.head(stream)));
    expect(heads.filter((head) => head !== null)).toHaveLength(1);
  });

  it('settles every command of a batch with its own outcome', async () => {
    const stream = newStream();
    const commands = [newCommand('a'), { id: newStream('command'), intentHash: 'b' }, newCommand('c')];
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(3), commands });
    const settled = await given.store.settled([...commands.map(({ id }) => id), 'unheard-of']);
    expect(settled).toEqual(commands.map((command) => ({ outcome: null, ...command, stream, version: 2n })));
  });

  it('refuses a batch that mixes settled with new commands and names the settled ones', async () => {
    const stream = newStream();
    const [known, unknown] = [newCommand('a'), newCommand('b')];
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(1), commands: [known] });
    const request = { stream, expected: 0n, events: newEvents(2), commands: [known, unknown] };
    const error = await refusal(given.store.append(request));
    expect([error.kind, error.details]).toEqual([
      'conflict',
      expect.objectContaining({ actual: 0n, settled: [known.id] }),
    ]);
    expect(await given.store.settled([unknown.id])).toEqual([]);
  });

  it('takes a repeated confirmation, and refuses one that contradicts what was settled', async () => {
    const stream = newStream();
    const rejected = { ...newCommand(), outcome: { rejected: 'stale_delete' } };
    await given.store.confirm(stream, -1n, [rejected]);
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(1) });
    await given.store.confirm(stream, -1n, [rejected]);
    const contradiction = { ...rejected, outcome: { rejected: 'item_deleted' } };
    const error = await refusal(given.store.confirm(stream, 0n, [contradiction]));
    expect([error.kind, error.details.settled]).toEqual(['conflict', [rejected.id]]);
    expect(await given.store.settled([rejected.id])).toMatchObject([
      { outcome: { rejected: 'stale_delete' } },
    ]);
  });

  it.each<AppendRequest['expected']>(['no-stream', 'any'])(
    'recognises a repeated append without commands by its events, at %s',
    async (expected) => {
      const request = { stream: newStream(), expected, events: newEvents(2) };
      const first = await given.store.append(request);
      expect(await given.store.append(request)).toEqual({ ...first, replayed: true });
      const events = request.events.map((event) => ({ ...event, data: { other: true } }));
      expect(['conflict', 'invalid']).toContain(await fate(given.store.append({ ...request, events })));
      const longer = { ...request, events: [...request.events, newEvent()] };
      expect(['conflict', 'invalid']).toContain(await fate(given.store.append(longer)));
      expect(await collect(given.store.read(request.stream))).toHaveLength(2);
    },
  );

  it('forgets answers that their askers have, and only those', async () => {
    const stream = newStream();
    const [kept, forgotten] = [newCommand('a'), newCommand('b')];
    const commands = [kept, forgotten];
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(1), commands });
    await given.store.forget([forgotten.id, 'unheard-of']);
    await given.store.forget([forgotten.id]);
    await given.store.forget([]);
    expect((await given.store.settled([kept.id, forgotten.id])).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('writes nothing twice for a command that it has forgotten', async () => {
    const stream = newStream();
    const commands = [newCommand()];
    const request = { stream, expected: 'no-stream', events: newEvents(2), commands } as const;
    await given.store.append(request);
    await given.store.forget(commands.map(({ id }) => id));
    expect(await fate(given.store.append(request))).toBe('conflict');
    expect(await fate(given.store.append({ ...request, expected: 'any' }))).toBe('invalid');
    expect(await given.store.head(stream)).toMatchObject({ version: 1n });
    expect(await given.store.settled(commands.map(({ id }) => id))).toEqual([]);
    // The forgotten id can be used again.
    const again = { ...request, expected: 1n, events: newEvents(1) };
    expect(await given.store.append(again)).toMatchObject({ version: 2n, replayed: false });
  });

  it('forgets what was settled before a moment', async () => {
    const log = await subject.create();
    const clock = { now: new Date('2026-01-01T00:00:00.000Z') };
    const store = log.open({ now: () => clock.now });
    const stream = newStream();
    const [old, rejected, recent] = [newCommand('a'), newCommand('b'), newCommand('c')];
    await store.append({ stream, expected: 'no-stream', events: newEvents(1), commands: [old] });
    await store.confirm(stream, 0n, [rejected]);
    clock.now = new Date('2026-04-01T00:00:00.000Z');
    await store.append({ stream, expected: 0n, events: newEvents(1), commands: [recent] });
    expect(await store.forgetIdle('2025-12-31T23:59:59.999Z')).toBe(0);
    expect(await store.forgetIdle('2026-04-01T00:00:00.000Z')).toBe(2);
    const ids = [old, rejected, recent].map(({ id }) => id);
    expect((await store.settled(ids)).map(({ id }) => id)).toEqual([recent.id]);
    expect(await fate(store.forgetIdle('yesterday'))).toBe('invalid');
    await store.close();
    await log.drop();
  });
}
