import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';

/** Wrong attempts at one name, in a row. Kept alike for names that exist and names that do not. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
  readonly lockedUntil: Date | null;
}

const LOCK = SIGN_IN_LIMITS.lockMinutes * 60_000;

/**
 * One more wrong attempt. A pause as long as a lock starts the count anew; the tenth in a row, and each one after
 * it, locks for a quarter of an hour.
 */
export function afterFailure(before: Failures | null, now: Date): Failures {
  const paused = before === null || now.getTime() - before.lastAt.getTime() > LOCK;
  const count = paused ? 1 : before.count + 1;
  const locks = count >= SIGN_IN_LIMITS.failuresToLock;
  return { count, lastAt: now, lockedUntil: locks ? new Date(now.getTime() + LOCK) : null };
}

/** Until when nobody gets in under the name; null when they may try. */
export const lockedUntil = (failures: Failures | null, now: Date): Date | null =>
  failures?.lockedUntil && failures.lockedUntil > now ? failures.lockedUntil : null;
