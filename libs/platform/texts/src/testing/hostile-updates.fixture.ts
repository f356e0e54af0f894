import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/** A position: client id and clock. */
type At = readonly [client: number, clock: number];

/** A struct to be encoded, whether or not an editor would make it. */
interface StructSpec {
  readonly origin?: At;
  readonly right?: At;
  /** Name of a root, or the enclosing element; for structs without neighbours. */
  readonly parent?: string | At;
  readonly key?: string;
  /** Text; one character by default. */
  readonly text?: string;
  readonly element?: string;
  readonly format?: readonly [name: string, value: string];
  /** Number of garbage-collected clocks. */
  readonly gone?: number;
  readonly skip?: number;
}

type Deleted = readonly (readonly [
  client: number,
  ...ranges: (readonly [clock: number, length: number])[],
])[];

const LEFT = 0x80;
const RIGHT = 0x40;
const KEY = 0x20;

/** Encodes an update (Yjs, version 1): clients in the order given, each from its clock. */
export function encodeStructs(
  clients: readonly (readonly [client: number, clock: number, structs: readonly StructSpec[]])[],
  deleted: Deleted = [],
): Uint8Array {
  const to = encoding.createEncoder();
  const number = (value: number) => encoding.writeVarUint(to, value);
  const place = ([client, clock]: At) => (number(client), number(clock));
  number(clients.length);
  for (const [client, clock, structs] of clients) {
    number(structs.length);
    number(client);
    number(clock);
    for (const said of structs) writeStruct(to, said, place);
  }
  number(deleted.length);
  for (const [client, ...ranges] of deleted) {
    number(client);
    number(ranges.length);
    for (const range of ranges) place(range);
  }
  return encoding.toUint8Array(to);
}

function writeStruct(to: encoding.Encoder, said: StructSpec, place: (at: At) => void): void {
  const { origin, right, parent, key, text = 'a', element, format, gone, skip } = said;
  if (gone !== undefined || skip !== undefined) {
    encoding.writeUint8(to, skip === undefined ? 0 : 10);
    return encoding.writeVarUint(to, skip ?? gone ?? 0);
  }
  const kind = element !== undefined ? 7 : format ? 6 : key !== undefined ? 8 : 4;
  const bits = (origin ? LEFT : 0) | (right ? RIGHT : 0) | (key !== undefined ? KEY : 0);
  encoding.writeUint8(to, kind | bits);
  if (origin) place(origin);
  if (right) place(right);
  if (!origin && !right) {
    encoding.writeVarUint(to, typeof parent === 'string' ? 1 : 0);
    if (typeof parent === 'string') encoding.writeVarString(to, parent);
    else if (parent) place(parent);
    if (key !== undefined) encoding.writeVarString(to, key);
  }
  if (element !== undefined) {
    encoding.writeVarUint(to, element === '' ? 6 : 3);
    if (element !== '') encoding.writeVarString(to, element);
  } else if (format) {
    encoding.writeVarString(to, format[0]);
    encoding.writeVarString(to, JSON.stringify(format[1]));
  } else if (key !== undefined) {
    encoding.writeVarUint(to, 1);
    encoding.writeAny(to, 1);
  } else encoding.writeVarString(to, text);
}

/** A series of updates of a given size that together make a document extremely expensive. */
export interface HostileShape {
  readonly name: string;
  /** Updates applied before, all acceptable. */
  readonly before?: (bytes: number) => readonly Uint8Array[];
  readonly update: (bytes: number) => Uint8Array;
  /** An honest editor could have made it: it may be accepted if it is cheap. */
  readonly mayPass?: boolean;
}

const ROOT = 'body';
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const upTo = (bytes: number, each: number): number => Math.max(2, Math.floor(bytes / each));
/** Text in the root; client 1, letters from clock 1. */
const text = (letters: string): Uint8Array =>
  encodeStructs([
    [
      1,
      0,
      [
        { parent: ROOT, element: '' },
        { parent: [1, 0], text: letters },
      ],
    ],
  ]);
/** Items inserted one by one, each before the previous one, so that they are not merged. */
const backwards = (
  client: number,
  many: number,
  first: StructSpec = { parent: ROOT, element: 'p' },
): StructSpec[] => range(many).map((n) => (n === 0 ? first : { right: [client, n - 1], element: 'p' }));
const shuffled = (many: number): number[] =>
  range(many).sort((a, b) => ((a * 7919) % many) - ((b * 7919) % many));

export const hostileShapes: readonly HostileShape[] = [
  {
    name: 'no origin, distinct right origins',
    update: (bytes) => {
      const many = upTo(bytes, 9);
      const half = many >> 1;
      const conflicting = range(many - half).map((n): StructSpec => ({ right: [1, n], element: 'p' }));
      return encodeStructs([
        [2, 0, conflicting],
        [1, 0, backwards(1, half)],
      ]);
    },
  },
  {
    name: 'no origin, distinct right origins, the last first',
    update: (bytes) => {
      const half = upTo(bytes, 9) >> 1;
      const conflicting = range(half).map((n): StructSpec => ({ right: [1, half - 1 - n], element: 'p' }));
      return encodeStructs([
        [1, 0, range(half).map((n) => (n === 0 ? { parent: ROOT, element: 'p' } : { origin: [1, n - 1], element: 'p' }))],
        [2, 0, conflicting],
      ]); // prettier-ignore
    },
  },
  {
    name: 'one left origin, distinct right origins',
    update: (bytes) => {
      const half = upTo(bytes, 11) >> 1;
      const list = range(half).map((n): StructSpec => (n === 0 ? { parent: ROOT, element: 'p' } : { origin: [1, 0], ...(n > 1 && { right: [1, n - 1] }), element: 'p' })); // prettier-ignore
      const conflicting = range(half).map((n): StructSpec => ({ origin: [1, 0], right: [1, (n % (half - 1)) + 1], element: 'p' })); // prettier-ignore
      return encodeStructs([[1, 0, list], [2, 0, conflicting]]); // prettier-ignore
    },
  },
  {
    name: 'conflicts brought by many small updates',
    before: (bytes) => {
      const half = upTo(bytes, 9);
      return [encodeStructs([[1, 0, backwards(1, half)]])];
    },
    update: (bytes) => {
      const half = upTo(bytes, 9);
      return encodeStructs([[2, 0, range(half).map((n): StructSpec => ({ right: [1, n], element: 'p' }))]]);
    },
  },
  {
    name: 'sixty clients at one place, in the order of rising ids',
    update: (bytes) => {
      const each = Math.max(1, Math.floor(upTo(bytes, 12) / 60));
      const clients = range(60).map((n): [number, number, StructSpec[]] => [
        n + 2,
        0,
        range(each).map((m) => ({ right: [1, (m * 61 + n) % (each * 30)], element: 'p' })),
      ]);
      return encodeStructs([[1, 0, backwards(1, each * 30)], ...clients]);
    },
  },
  {
    name: 'conflicts within conflicts',
    update: (bytes) => {
      const many = upTo(bytes, 12) >> 1;
      const chain = range(many).map((n): StructSpec => (n === 0 ? { parent: ROOT, element: 'p' } : { origin: [1, n - 1], element: 'p' })); // prettier-ignore
      const other = range(many).map((n): StructSpec => ({ origin: [1, n >> 1], element: 'p' }));
      return encodeStructs([[2, 0, other], [1, 0, chain]]); // prettier-ignore
    },
  },
  {
    name: 'siblings that all say one left neighbour and none to the right',
    update: (bytes) => {
      const many = upTo(bytes, 8);
      return encodeStructs([
        [3, 0, [{ parent: ROOT, element: 'p' }]],
        [2, 0, range(many).map((): StructSpec => ({ origin: [3, 0], element: 'p' }))],
      ]);
    },
  },
  {
    name: 'values of one key, none of which knows another',
    update: (bytes) =>
      encodeStructs([[1, 0, [{ parent: ROOT, element: 'p' }, ...range(upTo(bytes, 9)).map((): StructSpec => ({ parent: [1, 0], key: 'k' }))]]]), // prettier-ignore
  },
  {
    name: 'a value overwritten again and again',
    mayPass: true,
    update: (bytes) =>
      encodeStructs([[1, 0, [{ parent: ROOT, element: 'p' }, ...range(upTo(bytes, 7)).map((n): StructSpec => (n === 0 ? { parent: [1, 0], key: 'k' } : { origin: [1, n], key: 'k' }))]]]), // prettier-ignore
  },
  {
    name: 'every second letter of a long text deleted, from its end',
    before: (bytes) => [text('a'.repeat(bytes))],
    update: (bytes) => {
      const many = Math.min(upTo(bytes, 4), bytes >> 1);
      return encodeStructs(
        [],
        [[1, ...range(many).map((n): [number, number] => [1 + 2 * (many - 1 - n), 1])]],
      );
    },
  },
  {
    name: 'every second letter of a long text deleted, mixed',
    before: (bytes) => [text('a'.repeat(bytes))],
    update: (bytes) => {
      const many = Math.min(upTo(bytes, 4), bytes >> 1);
      return encodeStructs([], [[1, ...shuffled(many).map((n): [number, number] => [1 + 2 * n, 1])]]);
    },
  },
  {
    name: 'every second letter deleted before a long tail',
    before: (bytes) => [
      text('a'.repeat(bytes)),
      encodeStructs([
        [1, bytes + 1, range(upTo(bytes, 8)).map((): StructSpec => ({ origin: [1, 0], element: 'p' }))],
      ]),
    ],
    update: (bytes) => {
      const many = Math.min(upTo(bytes, 4), bytes >> 1);
      return encodeStructs([], [[1, ...range(many).map((n): [number, number] => [1 + 2 * n, 1])]]);
    },
  },
  {
    name: 'a long text cut by what is inserted, mixed',
    before: (bytes) => [text('a'.repeat(bytes))],
    update: (bytes) =>
      encodeStructs([[2, 0, shuffled(Math.min(upTo(bytes, 9), bytes - 2)).map((n): StructSpec => ({ origin: [1, n + 1], right: [1, n + 2] }))]]), // prettier-ignore
  },
  {
    name: 'ranges that overlap',
    before: (bytes) => [text('a'.repeat(bytes))],
    update: (bytes) =>
      encodeStructs([], [[1, ...range(upTo(bytes, 5)).map((n): [number, number] => [n % bytes, 40])]]),
  },
  {
    name: 'an element deleted whose children lie two by two',
    before: (bytes) => {
      const pairs = range(upTo(bytes, 12));
      const children = pairs.flatMap((n): StructSpec[] => {
        const parent: At = [1, n % 2];
        return [{ parent, element: 'p' }, { parent, element: 'p' }]; // prettier-ignore
      });
      return [encodeStructs([[1, 0, [{ parent: ROOT, element: 'p' }, { parent: ROOT, element: 'p' }, ...children]]])]; // prettier-ignore
    },
    update: () => encodeStructs([], [[1, [0, 1]]]),
  },
  {
    name: 'a gap of deleted letters walked through for each that is deleted in it',
    before: (bytes) => {
      const many = upTo(bytes, 9);
      const letters = range(many).map((n): StructSpec => (n === 0 ? { parent: [1, 0] } : { right: [1, n] }));
      return [
        encodeStructs([[1, 0, [{ parent: ROOT, element: '' }, ...letters, { parent: [1, 0], format: ['bold', 'b'] }]]]),
        encodeStructs([], [[1, ...range(many >> 1).map((n): [number, number] => [1 + 2 * n, 1])]]),
      ]; // prettier-ignore
    },
    update: (bytes) => {
      const many = upTo(bytes, 9);
      return encodeStructs([], [[1, ...range(many >> 1).map((n): [number, number] => [2 + 2 * n, 1])]]);
    },
  },
  {
    name: 'many marks open over many letters',
    update: (bytes) => {
      const many = upTo(bytes, 24);
      const marks = range(many).map((n): StructSpec => ({ ...(n === 0 ? { parent: [1, 0] } : { origin: [1, n] }), format: [`m${n}`, 'x'] })); // prettier-ignore
      const letters = range(many).map((n): StructSpec => ({ origin: [1, many + n] }));
      return encodeStructs([[1, 0, [{ parent: ROOT, element: '' }, ...marks, ...letters]]]);
    },
  },
  {
    name: 'a mark set and ended around each letter',
    mayPass: true,
    update: (bytes) => {
      const many = upTo(bytes, 30);
      const runs = range(many).flatMap((n): StructSpec[] => [
        { ...(n === 0 ? { parent: [1, 0] } : { origin: [1, 3 * n] }), format: ['bold', 'b'] },
        { origin: [1, 3 * n + 1] },
        { origin: [1, 3 * n + 2], format: ['bold', 'e'] },
      ]);
      return encodeStructs([[1, 0, [{ parent: ROOT, element: '' }, ...runs]]]);
    },
  },
  {
    name: 'elements in elements',
    update: (bytes) =>
      encodeStructs([[1, 0, range(upTo(bytes, 6)).map((n): StructSpec => ({ parent: n === 0 ? ROOT : [1, n - 1], element: 'p' }))]]), // prettier-ignore
  },
  {
    name: 'clocks that are gone, one by one',
    update: (bytes) => encodeStructs([[1, 0, range(upTo(bytes, 2)).map((): StructSpec => ({ gone: 1 }))]]),
  },
  {
    name: 'clocks that are skipped',
    update: (bytes) => encodeStructs([[1, 0, range(upTo(bytes, 2)).map((): StructSpec => ({ skip: 1 }))]]),
  },
  {
    name: 'what waits for ever',
    update: (bytes) =>
      encodeStructs([[1, 9, range(upTo(bytes, 8)).map((n): StructSpec => ({ origin: [1, 8 + n] }))]]),
  },
  {
    name: 'runs of two clients that take turns',
    mayPass: true,
    update: (bytes) => {
      const half = upTo(bytes, 10) >> 1;
      const one = range(half).map((n): StructSpec => (n === 0 ? { parent: ROOT, element: 'p' } : { origin: [2, n - 1], element: 'p' })); // prettier-ignore
      const two = range(half).map((n): StructSpec => ({ origin: [1, n], element: 'p' }));
      return encodeStructs([[1, 0, one], [2, 0, two]]); // prettier-ignore
    },
  },
  {
    name: 'as many clients as letters',
    update: (bytes) =>
      encodeStructs(range(upTo(bytes, 12)).map((n): [number, number, StructSpec[]] => [n + 1, 0, [{ parent: ROOT, element: 'p' }]])), // prettier-ignore
  },
];

/** All updates merged into one. */
export const wholeOf = (updates: readonly Uint8Array[]): Uint8Array => Y.mergeUpdates([...updates]);
