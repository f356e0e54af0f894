import { setImmediate as pause } from 'node:timers/promises';
import type { Member } from '@cotejo/rooms/server';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { splitUpdate } from '../split-update.ts';
import { LiveText } from '../server/live-text.ts';
import { defaultTextLimits, defaultTextTimes } from '../server/text-defaults.ts';
import type { StoredText, TextKey, TextRow, TextStore } from '../server/text-store.ts';
import type { HostileShape } from './hostile-updates.fixture.ts';
import { MEMO_ACCOUNT, memoKinds, memoTextHost, type Writer } from './memo-text-host.fixture.ts';

const KEY: TextKey = { account: MEMO_ACCOUNT, document: 'memo' };
const AUTHOR = 'mal';

export interface ShapeRun {
  /** Bytes of the update. */
  readonly bytes: number;
  /** `stored`, or the code of the refusal. */
  readonly answer: string;
}

/** Existing rows, and the largest update of a shape that may be sent. */
export interface SizedShape {
  readonly before: readonly Uint8Array[];
  readonly update: Uint8Array;
}

/** An update of this shape with at most `most` bytes, on a document `grown` times that size. */
export function sizedShape({ before, update }: HostileShape, most: number, grown = 1): SizedShape {
  let bytes = most;
  let made = update(bytes);
  while (made.length > most && bytes > 16) {
    bytes = Math.floor(bytes * 0.9);
    made = update(bytes);
  }
  const rows = (before?.(bytes * grown) ?? []).flatMap((one) => splitUpdate(one, MAX_UPDATE_BYTES));
  return { before: rows, update: made };
}

/** Opens a document whose rows were merged into one, as happens after a long time without writes. */
export async function openShape({ before, update }: SizedShape): Promise<string> {
  const whole = Y.mergeUpdates([...before, update]);
  const text = await opened([whole]);
  return text instanceof Error ? text.name : 'opened';
}

/** Opens a document with the existing rows, writes the update, and returns the answer. */
export async function writeShape({ before, update }: SizedShape): Promise<ShapeRun> {
  const run = (answer: string): ShapeRun => ({ bytes: update.length, answer });
  const text = await opened(before);
  if (text instanceof Error) return run(text.name);
  const written = await text.write(member(), update);
  await pause();
  // A newly joining client needs the whole encoding.
  Y.encodeStateAsUpdate(text.document);
  return run(written.ok ? 'stored' : written.code);
}

/** Opens a document with these rows on an in-memory store; returns the error if that fails. */
function opened(updates: readonly Uint8Array[]): Promise<LiveText<Writer> | Error> {
  const rows = updates.map((update, seq): TextRow => ({ seq, update, author: AUTHOR }));
  const head = rows.length - 1;
  const bytes = updates.reduce((sum, { length }) => sum + length, 0);
  const options = {
    key: KEY,
    id: KEY.document,
    documentId: 'one',
    host: memoTextHost(),
    store: memoryStore(head),
    kinds: memoKinds,
    times: defaultTextTimes,
    limits: defaultTextLimits,
    onRows: () => undefined,
    onBroken: () => undefined,
  };
  const stored: StoredText = { epoch: 1, covered: -1, base: -1, bytes, head, isQuarantined: false, rows };
  return LiveText.open<Writer>(options, stored).catch((error: Error) => error);
}

const member = (): Member<Writer> => ({
  user: { id: AUTHOR, name: AUTHOR, initials: 'ma', color: 1 },
  principal: { name: AUTHOR, session: AUTHOR },
  close: () => undefined,
} as unknown as Member<Writer>); // prettier-ignore

/** Answers in a later turn of the event loop, as a database does. */
function memoryStore(last: number): TextStore {
  let head = last;
  const later = <T>(value: () => T): Promise<T> =>
    new Promise((resolve) => setImmediate(() => resolve(value())));
  const store: Partial<TextStore> = {
    append: (_, updates) => later(() => (head += updates.length)),
    claim: (_, author, clients) => later(() => new Map(clients.map((client) => [client, author]))),
    readAfter: () => later(() => ({ covered: -1, rows: [] })),
  };
  return store as TextStore;
}
