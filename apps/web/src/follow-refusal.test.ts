import { sessionAtom, type SessionState } from '@cotejo/access-web';
import { ApiError } from '@cotejo/http/client';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import { followRefusal } from './follow-refusal.ts';

const refused = (status: number, code: string) => new ApiError(status, { error: code, code });

function given(pending: 'terms' | null = null) {
  const store = createStore();
  store.set(sessionAtom, { status: 'signed-in', user: { pending } } as SessionState);
  const refresh = vi.fn(() => Promise.resolve());
  return { store, refresh, follow: (error: unknown) => followRefusal(error, { refresh }, store) };
}

describe('a refusal that concerns the whole page', () => {
  it('of the address shows its page, and leads nowhere else', () => {
    const { store, follow } = given();
    expect(follow(refused(403, 'unauthorized_ip'))).toBe(true);
    expect(store.get(sessionAtom)).toEqual({ status: 'unauthorized-ip' });
  });

  it.each(['password_reset_required', 'second_factor_required', 'terms_required'])(
    '%s asks who the person is by now',
    (code) => {
      const { refresh, follow } = given();
      expect(follow(refused(403, code))).toBe(true);
      expect(refresh).toHaveBeenCalledOnce();
    },
  );

  it('is not asked again while the duty is on screen', () => {
    const { refresh, follow } = given('terms');
    expect(follow(refused(403, 'terms_required'))).toBe(true);
    expect(refresh).not.toHaveBeenCalled();
  });

  it.each([
    ['another refusal', refused(403, 'access_not_authorized')],
    ['an ended session', refused(401, 'token_expired')],
    ['no answer', ApiError.network(new Error('x'))],
    ['a fault', new Error('unauthorized_ip')],
  ])('%s is none', (_, error) => {
    const { store, refresh, follow } = given();
    expect(follow(error)).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
    expect(store.get(sessionAtom).status).toBe('signed-in');
  });
});
