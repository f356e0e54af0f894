import { EventStoreError } from '@cotejo/event-store';

const FIRST_WAIT = 20;
const LONGEST_WAIT = 500;

/**
 * Retries an operation that failed with a `transient` error (outcome unknown), for up to `patience`
 * milliseconds; then throws that error. Other errors are thrown at once.
 */
export async function retryTransient<T>(attempt: () => Promise<T>, patience: number): Promise<T> {
  const start = performance.now();
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await attempt();
    } catch (error) {
      const isTransient = error instanceof EventStoreError && error.kind === 'transient';
      if (!isTransient || performance.now() - start + wait > patience) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
