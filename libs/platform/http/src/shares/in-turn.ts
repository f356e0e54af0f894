import { httpErrors, Refusal } from '../contracts.ts';
import { TooMuchQueued, type Asker } from './work-limiter.ts';

/**
 * @throws Refusal `too_many_requests` when the asker has too many reads pending; `unavailable` when the
 * request was aborted, where the answer reaches no client
 */
export async function inTurn<T>({ signal }: Asker, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TooMuchQueued)
      throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter: 1 } });
    throw signal.aborted ? new Refusal(httpErrors, 'unavailable') : error;
  }
}
