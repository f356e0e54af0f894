import { describe, expect, it } from 'vitest';
import type { EventData, RecordedEvent as KurrentRecord } from '@kurrent/kurrentdb-client';
import { contentHash } from '../hash-chain.ts';
import type { NewEvent } from '../port.ts';
import { fromRecord, toEventData, type LinkedEvent } from './envelope.ts';

const event: NewEvent = {
  id: '5f0c0e55-7d0e-4f0f-9a55-3c1f5a7f9b10',
  type: 'Noted',
  schemaVersion: 3,
  data: { n: 1, nested: { z: null, a: ['é', 'e\u0301'] } },
  meta: { actor: 'user-1', at: '2026-03-01T12:00:00.000Z', extra: { b: 1, a: [null] } },
};
const linked = (one: NewEvent | null): LinkedEvent => ({
  event: one,
  recordedMicros: 1_772_366_400_000_001n,
  contentHash: one ? contentHash(one) : 'ab'.repeat(32),
  link: 'cd'.repeat(32),
});

/** A record as KurrentDB returns it: bytes, which the client parses as JSON if it can. */
function stored(data: EventData, position = { commit: 77n, prepare: 77n }): KurrentRecord {
  const throughJson = (value: unknown): unknown =>
    value instanceof Uint8Array ? value : JSON.parse(JSON.stringify(value));
  return {
    streamId: 's',
    id: data.id,
    revision: 4n,
    type: data.type,
    isJson: data.contentType === 'application/json',
    created: new Date(0),
    data: throughJson(data.data),
    metadata: throughJson(data.metadata),
    position,
  } as KurrentRecord;
}

const write = (events: readonly (NewEvent | null)[], commands: Parameters<typeof toEventData>[2] = []) =>
  toEventData(events.map(linked), 'call-1', commands);
const writeOne = (one: NewEvent | null): EventData => {
  const [data] = write([one]);
  if (!data) throw new Error('nothing to write');
  return data;
};

describe('an event in KurrentDB', () => {
  it('keeps the id and type of its author, and reads back as it was written', () => {
    const data = writeOne(event);
    expect([data.id, data.type, data.contentType]).toEqual([event.id, 'Noted', 'application/json']);
    const read = fromRecord(stored(data), 's');
    expect(read).toMatchObject({ position: 77n, write: 'call-1', commands: [] });
    expect(read?.event).toEqual({
      ...event,
      stream: 's',
      version: 4n,
      position: '77',
      recordedAt: '2026-03-01T12:00:00.000001Z',
      contentHash: contentHash(event),
      link: 'cd'.repeat(32),
    });
    expect(read && 'id' in read.event && contentHash(read.event)).toBe(contentHash(event));
  });

  it('carries the commands of its append on the last event', () => {
    const commands = [{ id: 'c', h: 'hash', o: { done: [null] } }];
    const [first, last] = write([event, { ...event, id: event.id.replace('5', '6') }], commands);
    expect(first && fromRecord(stored(first), 's')?.commands).toEqual([]);
    expect(last && fromRecord(stored(last), 's')?.commands).toEqual(commands);
  });

  it.each(['$metadata', '$>', 'cotejo-withheld'])(
    'keeps a type that others use for themselves apart: %s',
    (type) => {
      const data = writeOne({ ...event, type });
      expect(data.type).toBe(`cotejo:${type}`);
      expect(fromRecord(stored(data), 's')?.event).toMatchObject({ type });
    },
  );

  it('is packed when the append would come near the limit of the server', () => {
    const large = { ...event, data: { text: 'x'.repeat(1_048_000) } };
    const data = writeOne(large);
    expect(data.contentType).toBe('application/octet-stream');
    expect((data.data as Uint8Array).length + (data.metadata as Uint8Array).length).toBeLessThan(10_000);
    expect(fromRecord(stored(data), 's')?.event).toMatchObject({ data: large.data, meta: large.meta });
  });

  it('may stand for one whose content is withheld', () => {
    const read = fromRecord(stored(writeOne(null)), 's');
    expect(read?.event).toMatchObject({ withheld: true, version: 4n, link: 'cd'.repeat(32) });
  });

  it.each([
    ['one of KurrentDB itself', { ...stored(writeOne(event)), metadata: undefined }],
    ['one of another application', { ...stored(writeOne(event)), metadata: { $correlationId: 'x' } }],
    ['one with bytes for metadata', { ...stored(writeOne(event)), metadata: new Uint8Array([1, 2, 3]) }],
  ])('is none of ours: %s', (_, record) => {
    expect(fromRecord(record as KurrentRecord, 's')).toBeNull();
  });

  it.each([
    [
      'lacks its link',
      (r: KurrentRecord) => ({ ...r, metadata: { ...(r.metadata as object), link: undefined } }),
    ],
    ['lacks its author', (r: KurrentRecord) => ({ ...r, metadata: { ...(r.metadata as object), meta: {} } })],
    ['has no data', (r: KurrentRecord) => ({ ...r, data: 'text' })],
    ['has no position', (r: KurrentRecord) => ({ ...r, position: undefined })],
    [
      'has an unknown position',
      (r: KurrentRecord) => ({ ...r, position: { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n } }),
    ],
    [
      'stands in an explicit transaction',
      (r: KurrentRecord) => ({ ...r, position: { commit: 9n, prepare: 7n } }),
    ],
  ])('is never taken for whole when it %s', (_, damage) => {
    expect(() => fromRecord(damage(stored(writeOne(event))) as KurrentRecord, 's')).toThrow(
      expect.objectContaining({ kind: 'fatal' }),
    );
  });
});
