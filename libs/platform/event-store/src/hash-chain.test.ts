import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  canonicalContent,
  contentHash,
  genesisLink,
  isoFromMicros,
  link,
  microsFromIso,
  verifyStream,
} from './hash-chain.ts';
import { createMemoryEventStore } from './memory/index.ts';
import type { NewEvent, RecordedEvent } from './port.ts';

const event: NewEvent = {
  id: '0190a5c0-0000-7000-8000-000000000001',
  type: 'ItemRenamed',
  schemaVersion: 2,
  data: { to: 'Compras', from: null },
  meta: { at: '2026-03-01T12:00:00.000Z', actor: 'u-1' },
};
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the hash chain', () => {
  it('covers what the author said and nothing else', () => {
    const said =
      '{"data":{"from":null,"to":"Compras"},"id":"0190a5c0-0000-7000-8000-000000000001",' +
      '"meta":{"actor":"u-1","at":"2026-03-01T12:00:00.000Z"},"schemaVersion":2,"type":"ItemRenamed"}';
    expect(canonicalContent(event)).toBe(said);
    expect(canonicalContent({ ...event, ...{ stream: 's', version: 1 } })).toBe(said);
    expect(contentHash(event)).toBe(sha256(said));
  });

  it('links previous link, version, recorded microseconds and content', () => {
    const [previous, content] = [sha256('a'), sha256('b')];
    const bytes = Buffer.concat([
      Buffer.from(previous, 'hex'),
      Buffer.from('0000000000000102', 'hex'),
      Buffer.from('00064bf3a1b2c3d4', 'hex'),
      Buffer.from(content, 'hex'),
    ]);
    expect(link(previous, 0x102n, 0x64bf3a1b2c3d4n, content)).toBe(sha256(bytes));
    expect(genesisLink('audit-ñ')).toBe(sha256(Buffer.from('audit-ñ', 'utf8')));
  });

  it.each([
    ['2026-03-01T12:00:00.000001Z', 1772366400000001n],
    ['1970-01-01T00:00:00.000000Z', 0n],
  ])('tells %s in microseconds and back', (iso, micros) => {
    expect(microsFromIso(iso)).toBe(micros);
    expect(isoFromMicros(micros)).toBe(iso);
  });

  it.each(['2026-03-01', '2026-03-01T12:00:00', '2026-03-01T12:00:00+02:00', '2026-13-01T12:00:00Z', ''])(
    'refuses %j as a moment',
    (iso) => expect(() => microsFromIso(iso)).toThrow(TypeError),
  );
});

describe('verifying a stream', () => {
  async function streamOf(count: number): Promise<RecordedEvent[]> {
    const store = createMemoryEventStore();
    const events = Array.from({ length: count }, (_, n) => ({
      ...event,
      id: crypto.randomUUID(),
      data: { n },
    }));
    await store.append({ stream: 's', expected: 'no-stream', events });
    return (await store.readAll(null)).events.slice();
  }
  const changed = (events: RecordedEvent[], index: number, part: Partial<RecordedEvent>) =>
    events.map((recorded, at) => (at === index ? { ...recorded, ...part } : recorded));

  it('finds nothing wrong with an honest one, whole or from a trusted head', async () => {
    const events = await streamOf(5);
    expect(await verifyStream(events)).toBeNull();
    expect(await verifyStream(events.slice(3), events[2])).toBeNull();
    expect(await verifyStream([])).toBeNull();
  });

  it.each<[string, (events: RecordedEvent[]) => RecordedEvent[], string]>([
    ['changed data', (events) => changed(events, 2, { data: { n: 9 } }), 'content-changed'],
    [
      'a changed author',
      (events) => changed(events, 2, { meta: { ...event.meta, actor: 'u-2' } }),
      'content-changed',
    ],
    [
      'a changed moment',
      (events) => changed(events, 2, { recordedAt: '2020-01-01T00:00:00.000000Z' }),
      'link-changed',
    ],
    ['a forged link', (events) => changed(events, 2, { link: sha256('forged') }), 'link-changed'],
    [
      'content rewritten with its hash',
      (events) =>
        changed(events, 2, { data: {}, contentHash: contentHash({ ...(events[2] ?? event), data: {} }) }),
      'link-changed',
    ],
    ['a missing event', (events) => events.filter((_, at) => at !== 2), 'missing-version'],
    ['an event of another stream', (events) => changed(events, 2, { stream: 't' }), 'other-stream'],
  ])('names the first break: %s', async (_, tamper, reason) => {
    expect(await verifyStream(tamper(await streamOf(5)))).toEqual({ stream: 's', version: 2n, reason });
  });

  it('sees a missing beginning and a chain under another name', async () => {
    const events = await streamOf(3);
    expect(await verifyStream(events.slice(1))).toMatchObject({ version: 0n, reason: 'missing-version' });
    const renamed = events.map((recorded) => ({ ...recorded, stream: 't' }));
    expect(await verifyStream(renamed)).toMatchObject({ version: 0n, reason: 'link-changed' });
  });
});
