import { randomUUID } from 'node:crypto';
import type { EventStore, RecordedEvent } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { listParked, versionAt } from './parked-streams.ts';
import { ProjectionError } from './projection-error.ts';

/** Stream of operators' orders to skip an event in a projection, with author and reason. */
export const SKIP_STREAM = 'projection-skips';
export const SKIP_EVENT = 'ProjectionEventSkipped';

/** Events that a projector skips; the log keeps them. */
export interface SkippedEvents {
  has(event: Pick<RecordedEvent, 'stream' | 'version'>): boolean;
}

const keyOf = (stream: string, version: bigint | string): string => `${stream}/${version}`;

/** Reads the skip orders of a projector: few, and read at the beginning of every fold. */
export async function readSkips(store: EventStore, projector: string): Promise<SkippedEvents> {
  const keys = new Set<string>();
  for await (const { type, data } of store.read(SKIP_STREAM)) {
    const { projector: of, stream, version } = data;
    if (type !== SKIP_EVENT || of !== projector) continue;
    if (typeof stream === 'string' && typeof version === 'string') keys.add(keyOf(stream, version));
  }
  return { has: ({ stream, version }) => keys.has(keyOf(stream, version)) };
}

export interface SkipOrder {
  readonly projector: string;
  readonly stream: string;
  readonly version: bigint;
  readonly reason: string;
  /** Author of the order: a user id, or `system:<name>`. */
  readonly by: string;
}

/**
 * Orders a projector to skip the event at which it parked a stream; no other event can be skipped. The order is an
 * event of the log; retries and rebuilds obey it.
 * @throws ProjectionError `not_parked` when the projector is not parked at that event of that stream
 */
export async function orderSkip(
  { store, pool }: { readonly store: EventStore; readonly pool: Pool },
  { projector, stream, version, reason, by }: SkipOrder,
): Promise<void> {
  const parked = await listParked(pool, { projector, stream });
  const standing = await Promise.all(
    parked.map(async ({ position }) => ({ position, at: await versionAt(store, stream, position) })),
  );
  const found = standing.find(({ at }) => at === version);
  if (!found) {
    const where = standing.map(({ at }) => String(at)).join(', ') || '—';
    throw new ProjectionError('not_parked', projector, where);
  }
  const data = { projector, stream, version: String(version), position: found.position, reason };
  await store.append({
    stream: SKIP_STREAM,
    expected: 'any',
    events: [
      {
        id: randomUUID(),
        type: SKIP_EVENT,
        schemaVersion: 1,
        data,
        meta: { actor: by, at: new Date().toISOString() },
      },
    ],
  });
}
