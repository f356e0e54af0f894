import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import type { BenchRun } from '../run-bench.ts';
import { makeEvent } from './make-event.ts';
import type { BenchDatabase } from './open-database.ts';
import { sized } from '../measure/sized.ts';

const PER_SECOND = 500;
const SECONDS = sized(8, 1);
const STREAMS = 50;

/**
 * Milliseconds from the call of an append on one node to the event's arrival at a follower on another, at a constant
 * rate independent of the answers.
 */
export async function measureFollowing(run: BenchRun, { appUrl }: BenchDatabase): Promise<readonly number[]> {
  const [writing, reading] = [1, 2].map(() => createPostgresEventStore({ connectionString: appUrl }));
  if (!writing || !reading) throw new RangeError('two nodes');
  const asked = new Map<string, number>();
  const latencies: number[] = [];
  const following = await reading.subscribe({
    after: 'head',
    onEvents: (events) => {
      const now = performance.now();
      for (const { id } of events) {
        const then = asked.get(id);
        if (then !== undefined) latencies.push(now - then);
      }
    },
  });
  const streams = Array.from({ length: STREAMS }, () => `follow-${randomUUID()}`);
  const began = performance.now();
  const appends: Promise<unknown>[] = [];
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const due = began + (n * 1_000) / PER_SECOND;
    if (performance.now() < due) await delay(due - performance.now(), undefined, { signal: run.signal });
    const event = makeEvent(n);
    asked.set(event.id, performance.now());
    appends.push(writing.append({ stream: streams[n % STREAMS] ?? '', expected: 'any', events: [event] }));
  }
  await Promise.all(appends);
  await following.caughtUp();
  await Promise.all([writing.close(), reading.close()]);
  if (latencies.length !== appends.length)
    throw new Error(`${latencies.length} of ${appends.length} arrived`);
  return latencies;
}
