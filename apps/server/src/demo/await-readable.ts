import type { EventStore, StreamFilter } from '@cotejo/event-store';
import type { ProjectionRunner } from '@cotejo/projections';

/** A projection that does not come so far in this time is at fault, which is told elsewhere. */
const MOST_MS = 10_000;

export type Reader = Pick<ProjectionRunner, 'waitFor'> & {
  readonly projector: { readonly filter: StreamFilter };
};

/**
 * Waits until each of the projections has what it reads of these streams. No projection comes to what its filter does
 * not name as soon as it is written, so that it is the last of the others that is waited for.
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
