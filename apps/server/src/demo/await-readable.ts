import type { EventStore, StreamFilter } from '@cotejo/event-store';
import type { ProjectionRunner } from '@cotejo/projections';

/** Milliseconds; a projection that needs longer is faulty, which is reported elsewhere. */
const MOST_MS = 10_000;

export type Reader = Pick<ProjectionRunner, 'waitFor'> & {
  readonly projector: { readonly filter: StreamFilter };
};

/**
 * Waits until each projection has processed these streams. A projection gets past events that its filter
 * excludes only with delay, so for each one the last event that matches its filter is awaited.
 */
export async function awaitReadable(
  store: Pick<EventStore, 'read'>,
  readers: readonly Reader[],
  streams: readonly string[],
): Promise<void> {
  for (const stream of streams) {
    const last = new Map<Reader, bigint>();
    for await (const { type, version } of store.read(stream))
      for (const reader of readers)
        if (names(reader.projector.filter, stream, type)) last.set(reader, version);
    await Promise.all([...last].map(([reader, version]) => reader.waitFor(stream, version, MOST_MS)));
  }
}

const names = ({ streamPrefixes, types }: StreamFilter, stream: string, type: string): boolean =>
  streamPrefixes?.some((prefix) => stream.startsWith(prefix)) !== false && types?.includes(type) !== false;
