import type { EventStore } from '@cotejo/event-store';
import { isSealGenuine, readLastSeal } from '@cotejo/event-store/archive';
import type { SealFigures } from '@cotejo/operations-contracts';
import { ZodError } from 'zod';

/** The newest seal on the log and whether its signature holds; null while nothing was ever sealed. */
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
    // Somebody wrote into the stream of seals what is none: worth a word, not the whole page.
    if (error instanceof ZodError) return { state: 'unreadable' };
    throw error;
  }
}
