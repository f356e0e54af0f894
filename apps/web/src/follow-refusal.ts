import { isDutyRefusal } from '@cotejo/access-contracts';
import { sessionAtom, type Session } from '@cotejo/access-web';
import { ApiError } from '@cotejo/http/client';
import type { createStore } from 'jotai';

/**
 * Handles refusals that concern the whole page: the IP address is not allowed, or the user has a pending
 * duty. Returns whether it did; then no other message is shown.
 */
export function followRefusal(
  failure: unknown,
  session: Pick<Session, 'refresh'>,
  store: ReturnType<typeof createStore>,
): boolean {
  if (!(failure instanceof ApiError) || failure.status !== 403) return false;
  if (failure.code === 'unauthorized_ip') {
    store.set(sessionAtom, { status: 'unauthorized-ip' });
    return true;
  }
  if (!isDutyRefusal(failure.code)) return false;
  // If the pending duty is already on screen, failing calls do not refresh the session again.
  const state = store.get(sessionAtom);
  if (state.status === 'signed-in' && !state.user.pending) session.refresh().catch(() => undefined);
  return true;
}
