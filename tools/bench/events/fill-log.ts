import type { EventStore } from '@cotejo/event-store';
import { makeEvents } from './make-event.ts';

const AN_APPEND = 250;
const AT_ONCE = 8;
const A_STREAM = 10_000;

/** Appends until the log holds `to` events, in streams of ten thousand. */
export async function fillLog(
  store: EventStore,
  { from, to, signal }: { readonly from: number; readonly to: number; readonly signal: AbortSignal },
): Promise<void> {
  let next = from;
  const write = async () => {
    while (next < to && !signal.aborted) {
      const [first, count] = [next, Math.min(A_STREAM, to - next)];
      next += count;
      for (let written = 0; written < count && !signal.aborted; written += AN_APPEND) {
        const events = makeEvents(Math.min(AN_APPEND, count - written));
        await store.append({ stream: `fill-${first}`, expected: 'any', events });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  signal.throwIfAborted();
}
