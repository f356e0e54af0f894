import { expect, it } from 'vitest';
import { verifyStream } from '../hash-chain.ts';
import {
  appendAtHead,
  collect,
  fate,
  newEvent,
  newEvents,
  newStream,
  givenLog,
  type Subject,
} from './subject.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

export function specifyRacing(subject: Subject): void {
  const given = givenLog(subject);
  const twoNodes = () => [given.store, given.log.open()] as const;

  it('11 lets exactly one of 50 racers win, from two nodes', async () => {
    const stream = newStream();
    const nodes = twoNodes();
    await given.store.append({ stream, expected: 'no-stream', events: [newEvent()] });
    const fates = await Promise.all(
      times(50, (n) =>
        fate((nodes[n % 2] ?? given.store).append({ stream, expected: 0n, events: [newEvent()] })),
      ),
    );
    expect(fates.filter((it) => it === 'written')).toHaveLength(1);
    expect(fates.filter((it) => it === 'conflict')).toHaveLength(49);
    expect(await collect(given.store.read(stream))).toHaveLength(2);
  });

  it('11 lets exactly one of 20 racers start a stream', async () => {
    const stream = newStream();
    const nodes = twoNodes();
    const fates = await Promise.all(
      times(20, (n) =>
        fate((nodes[n % 2] ?? given.store).append({ stream, expected: 'no-stream', events: newEvents(2) })),
      ),
    );
    expect(fates.filter((it) => it === 'written')).toHaveLength(1);
    expect(await collect(given.store.read(stream))).toHaveLength(2);
  });

  it('12 loses nothing of 200 streams written at once', async () => {
    const nodes = twoNodes();
    const streams = times(200, () => newStream());
    await Promise.all(
      streams.map((stream, n) =>
        (nodes[n % 2] ?? given.store).append({ stream, expected: 'no-stream', events: newEvents(2) }),
      ),
    );
    const heads = await Promise.all(streams.map((stream) => given.store.head(stream)));
    expect(heads.every((head) => head?.version === 1n)).toBe(true);
  });

  it('13 14 converges when losers try again: dense versions, a chain that holds', async () => {
    const stream = newStream();
    const nodes = twoNodes();
    await Promise.all(
      times(8, async (writer) => {
        for (let n = 0; n < 10; n++) {
          await appendAtHead(nodes[writer % 2] ?? given.store, { stream, events: [newEvent({ writer, n })] });
        }
      }),
    );
    const events = await collect(given.store.read(stream));
    expect(events.map(({ version }) => version)).toEqual(times(80, BigInt));
    expect(new Set(events.map(({ data }) => `${String(data['writer'])}/${String(data['n'])}`)).size).toBe(80);
    expect(await verifyStream(events)).toBeNull();
  });

  it('15 keeps a failing append to itself', async () => {
    const [existing, taken] = [newStream(), newEvent()];
    await given.store.append({ stream: existing, expected: 'no-stream', events: [taken] });
    const fates = await Promise.all([
      ...times(5, () =>
        fate(given.store.append({ stream: newStream(), expected: -1n, events: [newEvent()] })),
      ),
      fate(given.store.append({ stream: existing, expected: 5n, events: [newEvent()] })),
      fate(given.store.append({ stream: newStream(), expected: -1n, events: [newEvent(), taken] })),
      ...times(5, () =>
        fate(given.store.append({ stream: newStream(), expected: -1n, events: [newEvent()] })),
      ),
    ]);
    const written = times(5, () => 'written');
    expect(fates).toEqual([...written, 'conflict', 'invalid', ...written]);
  });

  it('15 refuses a stale batch whole: none of its events is let in by a version that matches by luck', async () => {
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(4) });
    const batch = { stream, expected: 0n, events: newEvents(6) };
    const fates = await Promise.all(times(4, () => fate(given.store.append(batch))));
    expect(new Set(fates)).toEqual(new Set(['conflict']));
    expect(await given.store.head(stream)).toMatchObject({ version: 3n });
  });
}
