import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';

/** Consecutive failed attempts for one user name. Counted equally for existing and unknown names. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
  readonly lockedUntil: Date | null;
}

const LOCK = SIGN_IN_LIMITS.lockMinutes * 60_000;

/**
 * Counts one more failed attempt. A pause as long as a lock restarts the count; the tenth consecutive failure, and each
 * one after it, locks for a quarter of an hour.
 */
export function afterFailure(before: Failures | null, now: Date): Failures {
  const paused = before === null || now.getTime() - before.lastAt.getTime() > LOCK;
  const count = paused ? 1 : before.count + 1;
  const locks = count >= SIGN_IN_LIMITS.failuresToLock;
  return { count, lastAt: now, lockedUntil: locks ? new Date(now.getTime() + LOCK) : null };
}

/** End of the lock on a user name; null when it is not locked. */
export const lockedUntil = (failures: Failures | null, now: Date): Date | null =>
  failures?.lockedUntil && failures.lockedUntil > now ? failures.lockedUntil : null;
