import * as encoding from 'lib0/encoding';

/** Constants of Yjs' update encoding, version 1. */
const CONTENT = { gc: 0, deleted: 1, string: 4, format: 6, type: 7, skip: 10 } as const;
const XML_ELEMENT = 3;
const XML_TEXT = 6;
const HAS_ORIGIN = 0x80;
const HAS_RIGHT = 0x40;
const HAS_KEY = 0x20;

type Id = readonly [client: number, clock: number];

interface Struct {
  readonly origin?: Id;
  readonly right?: Id;
  /** Set if neither neighbour implies the parent: a root, or an item that is a type. */
  readonly parent?: string | Id;
  readonly key?: string;
  readonly content: (encoder: encoding.Encoder) => void;
  readonly kind: number;
}

interface Run {
  readonly client: number;
  readonly clock: number;
  readonly structs: readonly Struct[];
}

const text = (words: string): Pick<Struct, 'kind' | 'content'> => ({
  kind: CONTENT.string,
  content: (encoder) => encoding.writeVarString(encoder, words),
});
const xmlText: Pick<Struct, 'kind' | 'content'> = {
  kind: CONTENT.type,
  content: (encoder) => encoding.writeVarUint(encoder, XML_TEXT),
};
const element = (name: string): Pick<Struct, 'kind' | 'content'> => ({
  kind: CONTENT.type,
  content: (encoder) => {
    encoding.writeVarUint(encoder, XML_ELEMENT);
    encoding.writeVarString(encoder, name);
  },
});
const format = (key: string): Pick<Struct, 'kind' | 'content'> => ({
  kind: CONTENT.format,
  content: (encoder) => {
    encoding.writeVarString(encoder, key);
    encoding.writeVarString(encoder, 'true');
  },
});
const length = (kind: number, count: number): Struct => ({
  kind,
  content: (encoder) => encoding.writeVarUint(encoder, count),
});

function writeId(encoder: encoding.Encoder, [client, clock]: Id): void {
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
}

function writeStruct(encoder: encoding.Encoder, { origin, right, parent, key, content, kind }: Struct): void {
  const info = kind | (origin ? HAS_ORIGIN : 0) | (right ? HAS_RIGHT : 0) | (key === undefined ? 0 : HAS_KEY);
  encoding.writeUint8(encoder, info);
  if (kind === CONTENT.gc || kind === CONTENT.skip) return content(encoder);
  if (origin) writeId(encoder, origin);
  if (right) writeId(encoder, right);
  if (!origin && !right) {
    const isRoot = typeof parent === 'string';
    encoding.writeVarUint(encoder, isRoot ? 1 : 0);
    if (isRoot) encoding.writeVarString(encoder, parent);
    else writeId(encoder, parent ?? [0, 0]);
    if (key !== undefined) encoding.writeVarString(encoder, key);
  }
  content(encoder);
}

type Deletions = readonly (readonly [client: number, ranges: readonly Id[]])[];

function updateOf(runs: readonly Run[], deletions: Deletions = []): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, runs.length);
  for (const { client, clock, structs } of runs) {
    encoding.writeVarUint(encoder, structs.length);
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    for (const struct of structs) writeStruct(encoder, struct);
  }
  encoding.writeVarUint(encoder, deletions.length);
  for (const [client, ranges] of deletions) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, ranges.length);
    for (const range of ranges) writeId(encoder, range);
  }
  return encoding.toUint8Array(encoder);
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Builds an update of about `bytes` bytes in the root `field`, under the client id `client`. */
type Shape = (bytes: number, field: string, client: number) => Uint8Array;

/** A row of letters to which other structs refer. */
const row = (client: number, field: string, count: number): Run => ({
  client,
  clock: 0,
  structs: [
    { parent: field, ...xmlText },
    ...times(count, (index): Struct =>
      index === 0 ? { parent: [client, 0], ...text('a') } : { origin: [client, index], ...text('a') },
    ),
  ],
});

/** Updates whose integration takes more time, or memory, than their size suggests. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'null origin, distinct right origins': (bytes, field, client) => {
    const count = Math.floor(bytes / 16);
    return updateOf([
      row(client, field, count),
      {
        client: client + 1,
        clock: 0,
        structs: times(count, (index) => ({
          right: [client, 1 + ((index * 7_919) % count)] as Id,
          ...text('b'),
        })),
      },
    ]);
  },
  'null origin, right origins from the end': (bytes, field, client) => {
    const count = Math.floor(bytes / 16);
    return updateOf([
      row(client, field, count),
      {
        client: client + 1,
        clock: 0,
        structs: times(count, (index) => ({ right: [client, count - index] as Id, ...text('b') })),
      },
    ]);
  },
  'null origin in the root, distinct right origins': (bytes, field, client) => {
    const count = Math.floor(bytes / 18);
    const first: Struct[] = times(count, (index) =>
      index === 0 ? { parent: field, ...xmlText } : { origin: [client, index - 1] as Id, ...xmlText },
    );
    return updateOf([
      { client, clock: 0, structs: first },
      {
        client: client + 1,
        clock: 0,
        structs: times(count, (index) => ({ right: [client, (index * 104_729) % count] as Id, ...xmlText })),
      },
    ]);
  },
  'one left origin, many clients': (bytes, field, client) =>
    updateOf([
      row(client, field, 2),
      ...times(Math.floor(bytes / 14), (index): Run => ({
        client: client + 1 + index,
        clock: 0,
        structs: [{ origin: [client, 1], right: [client, 2], ...text('b') }],
      })),
    ]),
  'null origin, many clients': (bytes, field, client) =>
    updateOf([
      row(client, field, 1),
      ...times(Math.floor(bytes / 12), (index): Run => ({
        client: client + 1 + index,
        clock: 0,
        structs: [{ right: [client, 1], ...text('b') }],
      })),
    ]),
  'one client, one left origin': (bytes, field, client) => {
    const count = Math.floor(bytes / 9);
    return updateOf([
      row(client, field, 1),
      {
        client: client + 1,
        clock: 0,
        structs: times(count, () => ({ origin: [client, 1] as Id, ...text('b') })),
      },
    ]);
  },
  'deep nesting': (bytes, field, client) => {
    const count = Math.min(60_000, Math.floor(bytes / 22));
    return updateOf([
      {
        client,
        clock: 0,
        structs: times(count, (index) => ({
          parent: index === 0 ? field : ([client, index - 1] as Id),
          ...element('blockquote'),
        })),
      },
    ]);
  },
  'a root for each client': (bytes, field, client) =>
    updateOf(
      times(Math.floor(bytes / 20), (index): Run => ({
        client: client + index,
        clock: 0,
        structs: [{ parent: field, ...xmlText }],
      })),
    ),
  'deletions of nothing': (bytes, _field, client) =>
    updateOf(
      [],
      times(Math.floor(bytes / 10), (index) => [client + index, [[index * 2, 1]]] as const),
    ),
  'deletions without end': (bytes, field, client) =>
    updateOf(
      [row(client, field, 4)],
      [[client, times(Math.floor(bytes / 6), (index): Id => [index * 2, 1])]],
    ),
  'a deletion of everything': (_bytes, field, client) =>
    updateOf([row(client, field, 4)], [[client, [[0, 2 ** 31 - 1]]]]),
  'pending on what never comes': (bytes, field, client) =>
    updateOf(
      times(Math.floor(bytes / 20), (index): Run => ({
        client: client + index,
        clock: 1_000,
        structs: [{ parent: field, ...xmlText }],
      })),
    ),
  'pending on clients that are not there': (bytes, _field, client) =>
    updateOf(
      times(Math.floor(bytes / 18), (index): Run => ({
        client: client + index,
        clock: 0,
        structs: [{ origin: [client + 1_000_000 + index, 5], ...text('b') }],
      })),
    ),
  'a text of one piece': (bytes, field, client) =>
    updateOf([
      {
        client,
        clock: 0,
        structs: [
          { parent: field, ...xmlText },
          { parent: [client, 0], ...text('x'.repeat(bytes)) },
        ],
      },
    ]),
  'marks without letters': (bytes, field, client) => {
    const count = Math.floor(bytes / 18);
    return updateOf([
      {
        client,
        clock: 0,
        structs: [
          { parent: field, ...xmlText },
          ...times(count, (index): Struct =>
            index === 0
              ? { parent: [client, 0], ...format('bold') }
              : { origin: [client, index], ...format(index % 2 ? 'italic' : 'bold') },
          ),
        ],
      },
    ]);
  },
  'keys of attributes': (bytes, field, client) => {
    const count = Math.floor(bytes / 22);
    return updateOf([
      {
        client,
        clock: 0,
        structs: [
          { parent: field, ...element('paragraph') },
          ...times(count, (index): Struct => ({ parent: [client, 0], key: `k${index}`, ...text('v') })),
        ],
      },
    ]);
  },
  'one key written again and again': (bytes, field, client) => {
    const count = Math.floor(bytes / 14);
    return updateOf([
      {
        client,
        clock: 0,
        structs: [
          { parent: field, ...element('paragraph') },
          ...times(count, (): Struct => ({ parent: [client, 0], key: 'k', ...text('v') })),
        ],
      },
    ]);
  },
  'a gap of two billions': (_bytes, field, client) =>
    updateOf([
      {
        client,
        clock: 0,
        structs: [length(CONTENT.skip, 2 ** 31 - 10), { parent: field, ...xmlText }],
      },
    ]),
  'rubbish of two billions': (_bytes, _field, client) =>
    updateOf([{ client, clock: 0, structs: [length(CONTENT.gc, 2 ** 31 - 10)] }]),
  'clocks at the end of numbers': (_bytes, field, client) =>
    updateOf([{ client, clock: 2 ** 53 - 3, structs: [{ parent: field, ...xmlText }] }]),
};
