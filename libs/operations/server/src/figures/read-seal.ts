import type { EventStore } from '@cotejo/event-store';
import { isSealGenuine, readLastSeal } from '@cotejo/event-store/archive';
import type { SealFigures } from '@cotejo/operations-contracts';
import { ZodError } from 'zod';

/** Newest seal of the log and the check of its signature; null before the first seal. */
export async function readSeal(store: Pick<EventStore, 'read'>): Promise<SealFigures | null> {
  try {
    const last = await readLastSeal(store);
    if (last === null) return null;
    const { at, events, streams, key } = last.seal;
    return {
      state: isSealGenuine(last.seal) ? 'genuine' : 'forged',
      at,
      events,
      streams,
      fingerprint: key,
    };
  } catch (error) {
    // An invalid event in the seal stream is reported as `unreadable` instead of failing the whole page.
    if (error instanceof ZodError) return { state: 'unreadable' };
    throw error;
  }
}
