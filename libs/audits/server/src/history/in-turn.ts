import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { TooManyTurns, type Asker } from '../history/turns.ts';

/** @throws Refusal `too_many_requests` for one who asks for too much at once; `unavailable` for nobody's ears */
export async function inTurn<T>({ signal }: Asker, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TooManyTurns)
      throw new Refusal(httpErrors, 'too_many_requests', { details: { retryAfter: 1 } });
    throw signal.aborted ? new Refusal(httpErrors, 'unavailable') : error;
  }
}
