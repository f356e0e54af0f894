import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalContent, contentHash, verifyStream } from '../hash-chain.ts';
import { MAX_APPEND_BYTES, type JsonObject, type JsonValue, type NewEvent } from '../port.ts';
import { collect, fate, newEvent, newStream, givenLog, type Subject } from './subject.ts';

/** An event whose canonical content has exactly this many bytes. */
function eventOfSize(bytes: number): NewEvent {
  const event = newEvent({ text: '' });
  return { ...event, data: { text: 'x'.repeat(bytes - Buffer.byteLength(canonicalContent(event))) } };
}

export function specifyPayload(subject: Subject): void {
  const given = givenLog(subject);

  const roundTrip = async (data: JsonObject) => {
    const stream = newStream();
    const event = newEvent(data);
    await given.store.append({ stream, expected: 'no-stream', events: [event] });
    const events = await collect(given.store.read(stream));
    expect(events).toMatchObject([{ ...event, contentHash: contentHash(event) }]);
    expect(await verifyStream(events)).toBeNull();
    return events[0]?.data;
  };

  it.each<[string, JsonObject]>([
    ['31 accents, emoji and right-to-left text', { 'clave ñ': 'Frailejón 👩‍👩‍👧‍👦 שלום مرحبا \u2028' }],
    ['31 NFC apart from NFD', { nfc: 'é', nfd: 'e\u0301', é: 1, 'e\u0301': 2 }],
    ['34 a long number as a string', { n: '9007199254740993' }],
    ['34 nested nulls and emptiness', { a: null, b: [null, [null], {}], c: { d: null }, '': '' }],
    ['numbers', { n: [0, -1, 0.1, 1e-7, 5e-324, 9007199254740991, -9007199254740991, 123456.789] }],
    ['controls and quotes', { s: '\u0001\t\n"\\/\u007f' }],
    ['a key of every prototype', { constructor: 1, toString: 'x', hasOwnProperty: null }],
  ])('keeps %s', async (_, data) => {
    expect(await roundTrip(data)).toEqual(data);
  });

  it('keeps whatever JSON can say', async () => {
    const character = fc
      .integer({ min: 1, max: 0x10ffff })
      .map((point) => (point >= 0xd800 && point < 0xe000 ? 'é' : String.fromCodePoint(point)));
    const text = fc.string({ unit: character, maxLength: 20 });
    const number = fc.double({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true });
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        number.map((n) => (Object.is(n, -0) ? 0 : n)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (data) => {
        expect(await roundTrip({ data })).toEqual({ data });
      }),
      { numRuns: 100 },
    );
  });

  it('leaves out what is undefined, as JSON does', async () => {
    const stream = newStream();
    const event = newEvent({ kept: 1 });
    const meta = { ...event.meta, operation: undefined };
    await given.store.append({ stream, expected: 'no-stream', events: [{ ...event, meta }] });
    const [read] = await collect(given.store.read(stream));
    expect(Object.keys(read?.meta ?? {})).not.toContain('operation');
    expect(read?.contentHash).toBe(contentHash(event));
  });

  it('shares nothing with the writer or another reader', async () => {
    const stream = newStream();
    const data = { list: [1] };
    await given.store.append({ stream, expected: 'no-stream', events: [newEvent(data)] });
    data.list.push(2);
    const [first] = await collect(given.store.read(stream));
    if (Array.isArray(first?.data['list'])) first.data['list'].push(3);
    expect((await collect(given.store.read(stream)))[0]?.data).toEqual({ list: [1] });
  });

  it.each<[string, Partial<NewEvent>]>([
    ['32 U+0000 in a text', { data: { s: 'a\0b' } }],
    ['32 U+0000 in a key', { data: { 'a\0': 1 } }],
    ['32 a lone surrogate', { data: { s: ['\ud800'] } }],
    ['32 a lone surrogate in a type', { type: 'T\udc00' }],
    ['a number that is not one', { data: { n: Number.NaN } }],
    ['an infinite number', { data: { n: Number.POSITIVE_INFINITY } }],
    ['34 a number beyond 2^53', { data: { n: 2 ** 53 } }],
    ['an event id that is no UUID', { id: 'event-1' }],
    ['an event id in upper case', { id: crypto.randomUUID().toUpperCase() }],
    ['an empty type', { type: '' }],
    ['a schema version below 1', { schemaVersion: 0 }],
    ['a fractional schema version', { schemaVersion: 1.5 }],
    ['an author without a name', { meta: { actor: '', at: '2026-01-01T00:00:00Z' } }],
    ['a moment that is none', { meta: { actor: 'a', at: 'yesterday' } }],
  ])('refuses %s', async (_, part) => {
    const stream = newStream();
    const work = given.store.append({
      stream,
      expected: 'no-stream',
      events: [newEvent(), newEvent({}, part)],
    });
    expect(await fate(work)).toBe('invalid');
    expect(await given.store.head(stream)).toBeNull();
  });

  it('refuses nesting that would break a stack', async () => {
    let data: JsonObject = {};
    for (let level = 0; level < 5_000; level++) data = { data };
    expect(
      await fate(given.store.append({ stream: newStream(), expected: -1n, events: [newEvent(data)] })),
    ).toBe('invalid');
  });

  it('33 takes 1 MiB in one append and not a byte more', async () => {
    const [stream, tooLarge] = [newStream(), newStream()];
    const events = [eventOfSize(MAX_APPEND_BYTES / 2), eventOfSize(MAX_APPEND_BYTES / 2)];
    await given.store.append({ stream, expected: 'no-stream', events });
    expect(await collect(given.store.read(stream))).toMatchObject(events);
    const one = [eventOfSize(MAX_APPEND_BYTES / 2), eventOfSize(MAX_APPEND_BYTES / 2 + 1)];
    expect(await fate(given.store.append({ stream: tooLarge, expected: 'no-stream', events: one }))).toBe(
      'too-large',
    );
    expect(await given.store.head(tooLarge)).toBeNull();
  });

  it.each([
    'a b',
    '100%',
    `'; drop table es.event; --`,
    '"quoted"',
    'a-b-c',
    '\\',
    'ñandú/日本',
    'x$y',
    'x'.repeat(255),
  ])('35 takes the stream name %s', async (name) => {
    await given.store.append({ stream: name, expected: 'no-stream', events: [newEvent()] });
    expect(await collect(given.store.read(name))).toMatchObject([{ stream: name, version: 0n }]);
  });

  it.each(['', '$all', '$', 'x'.repeat(256), 'a\0b', '\ud800'])(
    '35 refuses the stream name %j',
    async (name) => {
      expect(await fate(given.store.append({ stream: name, expected: 'any', events: [newEvent()] }))).toBe(
        'invalid',
      );
      expect(await fate(given.store.confirm(name, -1n, []))).toBe('invalid');
    },
  );

  it('refuses events, and commands, that share an id', async () => {
    const event = newEvent();
    const command = { id: newStream('command'), intentHash: 'h' };
    const request = { stream: newStream(), expected: 'no-stream' } as const;
    expect(await fate(given.store.append({ ...request, events: [event, event] }))).toBe('invalid');
    expect(
      await fate(given.store.append({ ...request, events: [event], commands: [command, command] })),
    ).toBe('invalid');
  });
}
