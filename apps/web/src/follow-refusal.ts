import { isDutyRefusal } from '@cotejo/access-contracts';
import { sessionAtom, type Session } from '@cotejo/access-web';
import { ApiError } from '@cotejo/http/client';
import type { createStore } from 'jotai';

/**
 * Some refusals concern the whole page rather than the call that met them: the address is not allowed (any
 * more), or the person must do something first. Answers whether this was one: then nobody speaks of it.
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
  // Whoever has the duty on screen already is not asked again at each of its calls.
  const state = store.get(sessionAtom);
  if (state.status === 'signed-in' && !state.user.pending) session.refresh().catch(() => undefined);
  return true;
}
