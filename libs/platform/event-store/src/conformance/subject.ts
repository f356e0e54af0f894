import { afterAll, beforeAll } from 'vitest';
import type { AppendRequest, EventStore, JsonObject, NewEvent, Position, RecordedEvent } from '../port.ts';
import type { EventStoreErrorKind } from '../port.ts';
import { EventStoreError } from '../port.ts';

/** An adapter as the suite sees it. */
export interface Subject {
  readonly name: string;
  /** Its log survives the nodes that work on it. */
  readonly isDurable: boolean;
  /** For how long the writers of behaviour 22 write; after the first seconds no longer at full speed. */
  readonly writingMs: number;
  /** Makes an empty log. */
  create(): Promise<Log>;
}

export interface Log {
  /**
   * A node working on the log; the suite closes it. Adapters that live in one process give the same store
   * again. `now` stamps what this node writes, where the adapter allows it.
   */
  open(options?: { readonly now?: () => Date }): EventStore;
  drop(): Promise<void>;
}

/** Opens one log for the specifications of a `describe`, and one node on it. */
export function givenLog(subject: Subject): { readonly log: Log; readonly store: EventStore } {
  let log: Log | undefined;
  let store: EventStore | undefined;
  beforeAll(async () => {
    log = await subject.create();
    store = log.open();
  });
  afterAll(async () => {
    await store?.close();
    await log?.drop();
  });
  return {
    get log() {
      if (!log) throw new Error('the log is made in beforeAll');
      return log;
    },
    get store() {
      if (!store) throw new Error('the store is opened in beforeAll');
      return store;
    },
  };
}

/** A stream name that no other specification uses. */
export function newStream(prefix = 'conformance'): string {
  return `${prefix}-${crypto.randomUUID()}`;
}

export function newEvent(data: JsonObject = {}, event: Partial<NewEvent> = {}): NewEvent {
  return {
    id: crypto.randomUUID(),
    type: 'Noted',
    schemaVersion: 1,
    data,
    meta: { actor: 'user-1', at: '2026-03-01T12:00:00.000Z', account: 'account-1' },
    ...event,
  };
}

/** `count` events numbered from 0 in `data.n`. */
export function newEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent({ n }));
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The whole log, or what stands beyond `after`, page by page. */
export async function readWhole(
  store: EventStore,
  { after = null, limit }: { readonly after?: Position | null; readonly limit?: number } = {},
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let page = await store.readAll(after, { limit });
  for (;;) {
    events.push(...page.events);
    if (page.atEnd) return events;
    page = await store.readAll(page.next, { limit });
  }
}

/** What the promise was refused with; an error when it was not. */
export async function refusal(work: Promise<unknown>): Promise<EventStoreError> {
  const error = await work.then(
    () => new Error('expected a refusal'),
    (reason: unknown) => reason,
  );
  if (error instanceof EventStoreError) return error;
  throw error;
}

/** The kind of error that a request is refused with, or 'written'. */
export async function fate(work: Promise<unknown>): Promise<EventStoreErrorKind | 'written'> {
  try {
    await work;
    return 'written';
  } catch (error) {
    if (error instanceof EventStoreError) return error.kind;
    throw error;
  }
}

/** Appends at the stream's head, again and again until nobody was faster. */
export async function appendAtHead(
  store: EventStore,
  request: Omit<AppendRequest, 'expected'>,
): Promise<void> {
  let expected = (await store.head(request.stream))?.version ?? -1n;
  for (;;) {
    try {
      await store.append({ ...request, expected });
      return;
    } catch (error) {
      if (!(error instanceof EventStoreError) || error.details.actual === undefined) throw error;
      expected = error.details.actual;
    }
  }
}
