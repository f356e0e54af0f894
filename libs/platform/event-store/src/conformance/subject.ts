import { afterAll, beforeAll } from 'vitest';
import type { AppendRequest, EventStore, JsonObject, NewEvent, Position, RecordedEvent } from '../port.ts';
import type { EventStoreErrorKind } from '../port.ts';
import { EventStoreError } from '../port.ts';

/** An adapter under test. */
export interface Subject {
  readonly name: string;
  /** Whether the log survives its nodes. */
  readonly isDurable: boolean;
  /** Duration of the writing in behaviour 22, in milliseconds; slower after the first seconds. */
  readonly writingMs: number;
  /** Creates an empty log. */
  create(): Promise<Log>;
}

export interface Log {
  /**
   * Opens a node on the log; the suite closes it. Adapters inside one process return the same store each time. `now`
   * stamps this node's events if the adapter allows it.
   */
  open(options?: { readonly now?: () => Date }): EventStore;
  drop(): Promise<void>;
}

/** Opens one log for the tests of a `describe`, and one node on it. */
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

/** A stream name that no other test uses. */
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

/** The whole log, or the part after `after`, page by page. */
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

/** The error that the promise rejected with; if it resolved, another error. */
export async function refusal(work: Promise<unknown>): Promise<EventStoreError> {
  const error = await work.then(
    () => new Error('expected a refusal'),
    (reason: unknown) => reason,
  );
  if (error instanceof EventStoreError) return error;
  throw error;
}

/** The kind of error that the request failed with, or 'written'. */
export async function fate(work: Promise<unknown>): Promise<EventStoreErrorKind | 'written'> {
  try {
    await work;
    return 'written';
  } catch (error) {
    if (error instanceof EventStoreError) return error.kind;
    throw error;
  }
}

/** Appends at the stream's head, retried until no other writer was faster. */
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
