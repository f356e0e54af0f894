import { LOGOUT_RESET_DELAY } from '@cotejo/access-contracts';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberLastPage, takeLastPage } from './last-page.ts';
import { aSession, memoryStorage } from './session-samples.fixture.ts';
import { createSession } from './session.ts';
import { sessionAtom } from './session-atom.ts';
import { writeSession } from './stored-session.ts';

const PAGE = 'https://cotejo.example/auditorias/plan/?auditoria-id=7';
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const success = (data: unknown) => answer(200, { data, status: 200 });

const fetched = vi.fn<typeof fetch>();
const onExpired = vi.fn();
const onReset = vi.fn();

function begin({ stored = true } = {}) {
  const storage = memoryStorage();
  if (stored) writeSession(storage, aSession);
  const store = createStore();
  const session = createSession({
    storage,
    store,
    language: () => 'es',
    onExpired,
    onReset,
    pageUrl: () => PAGE,
  });
  return { session, storage, state: () => store.get(sessionAtom) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  onExpired.mockReset();
  onReset.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('loading the page', () => {
  it('opens at once as the stored person and takes over what the server says', async () => {
    fetched.mockResolvedValue(success({ ...aSession.user, last_name: 'Pérez' }));
    const { session, storage, state } = begin();
    const loaded = session.load();
    expect(state()).toEqual({ status: 'signed-in', user: aSession.user });
    await loaded;
    expect(state()).toMatchObject({ user: { last_name: 'Pérez' } });
    expect(storage.getItem('user')).toContain('Pérez');
    const [address, request] = fetched.mock.calls[0] ?? [];
    expect(String(address)).toContain(`/api/users/@me/?pageUrl=${encodeURIComponent(PAGE)}`);
    expect(new Headers(request?.headers).get('Authorization')).toBe('Token secret');
  });

  it('asks nothing without a stored session', async () => {
    const { session, state } = begin({ stored: false });
    await session.load();
    expect(fetched).not.toHaveBeenCalled();
    expect(state()).toEqual({ status: 'signed-out', reason: 'none' });
  });

  it.each(['token_expired', 'token_invalid'])(
    'ends a session refused with %s, and says so once',
    async (code) => {
      fetched.mockResolvedValue(answer(401, { error: 'The Token is expired', code }));
      const { session, storage, state } = begin();
      await session.load();
      expect(state()).toEqual({ status: 'signed-out', reason: 'expired' });
      expect([...storage.keys()]).toEqual([]);
      expect(onExpired).toHaveBeenCalledOnce();
    },
  );

  it('takes a malformed session for none, and sends nothing of it', async () => {
    const { session, storage, state } = begin();
    storage.removeItem('expires_in');
    vi.spyOn(console, 'warn').mockReturnValueOnce(undefined);
    await session.load();
    expect(state()).toEqual({ status: 'signed-out', reason: 'none' });
    expect(storage.getItem('token')).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('tells an unauthorized address apart, which no sign-in would help', async () => {
    fetched.mockResolvedValue(answer(403, { error: 'No', code: 'unauthorized_ip' }));
    const { session, state } = begin();
    await session.load();
    expect(state()).toEqual({ status: 'unauthorized-ip' });
  });

  it.each([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'while the server restarts',
      () => Promise.resolve(answer(503, { error: 'Espere', code: 'unavailable' })),
    ],
  ])('keeps the person %s: nobody said no', async (_, reply) => {
    fetched.mockImplementation(reply);
    const { session, state } = begin();
    await session.load();
    expect(state()).toMatchObject({ status: 'signed-in' });
  });
});

describe('signing in', () => {
  it('stores the five items', async () => {
    fetched.mockResolvedValue(answer(200, [true, null, aSession]));
    const { session, storage, state } = begin({ stored: false });
    await session.signIn('claudia.restrepo', 'x');
    expect([...storage.keys()].sort()).toEqual(['expires_in', 'logged_in_at', 'token', 'type', 'user']);
    expect(state()).toMatchObject({ status: 'signed-in' });
    const request = fetched.mock.calls[0]?.[1];
    expect(new Headers(request?.headers).has('Authorization')).toBe(false);
    expect(JSON.parse(String(request?.body))).toEqual({
      username: 'claudia.restrepo',
      password: 'x',
      pkg: 'audit',
    });
  });

  it('answers a refusal without raising', async () => {
    const refusal = { error: 'No son correctos.', code: 'invalid_credentials' };
    fetched.mockResolvedValue(answer(200, [false, refusal, null]));
    const { session, state } = begin({ stored: false });
    expect(await session.signIn('claudia.restrepo', 'x')).toEqual([false, refusal, null]);
    expect(state()).toMatchObject({ status: 'signed-out' });
  });
});

describe('a code as second step', () => {
  const challenge = { w: 'w'.repeat(24), factor: 'totp', expires_in: 600, sent_to: null };

  it('opens nothing while a code is due, and the session once it was right', async () => {
    fetched.mockResolvedValueOnce(answer(200, [true, null, challenge]));
    const { session, state } = begin({ stored: false });
    const [, , due] = await session.signIn('claudia.restrepo', 'x', 'Frailejón');
    expect(due).toEqual(challenge);
    expect(state()).toMatchObject({ status: 'signed-out' });
    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toMatchObject({ account: 'Frailejón' });

    fetched.mockResolvedValueOnce(answer(200, [true, null, aSession]));
    await session.proveCode('claudia.restrepo', '123456', challenge.w);
    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toEqual({
      u: 'claudia.restrepo',
      code: '123456',
      w: challenge.w,
      pkg: 'audit',
    });
    expect(state()).toMatchObject({ status: 'signed-in' });
  });
});

describe('a duty laid on somebody who works', () => {
  it('is learnt when no ticket is given, so that its page can take over', async () => {
    fetched.mockResolvedValueOnce(success(aSession.user));
    const { session, state } = begin();
    await session.load();
    fetched.mockResolvedValueOnce(answer(403, { error: 'Cambie…', code: 'password_reset_required' }));
    fetched.mockResolvedValueOnce(success({ ...aSession.user, pending: 'password_reset' }));
    await expect(session.getTicket()).rejects.toMatchObject({ status: 403 });
    expect(state()).toMatchObject({ user: { pending: 'password_reset' } });
  });
});

describe('signing out', () => {
  const signedIn = async () => {
    fetched.mockImplementation(() => Promise.resolve(success(aSession.user)));
    const begun = begin();
    await begun.session.load();
    return begun;
  };

  it('tells the server, forgets the person at once and what was cached 2000 ms later', async () => {
    const { session, storage, state } = await signedIn();
    const left = vi.fn();
    session.onSignedOut(left);
    await session.signOut();
    expect(String(fetched.mock.lastCall?.[0])).toContain('/api/logout/');
    expect(state()).toEqual({ status: 'signed-out', reason: 'logout' });
    expect([...storage.keys()]).toEqual([]);
    expect(left).toHaveBeenCalledExactlyOnceWith(aSession.user);
    vi.advanceTimersByTime(LOGOUT_RESET_DELAY - 1);
    expect(onReset).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('is over for the page before the server answers, so that nobody asks in its name meanwhile', async () => {
    const { session, state } = await signedIn();
    let answerNow: (response: Response) => void = () => undefined;
    fetched.mockReset().mockReturnValue(new Promise((resolve) => (answerNow = resolve)));
    const left = vi.fn();
    session.onSignedOut(left);
    const leaving = session.signOut();
    expect(state()).toEqual({ status: 'signed-out', reason: 'logout' });
    expect(left).toHaveBeenCalledOnce();
    // The server closes the session's sockets first, and these request new tickets.
    expect(await session.getTicket()).toBeNull();
    expect(fetched).toHaveBeenCalledOnce();
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('Authorization')).toBe('Token secret');
    answerNow(success(null));
    await leaving;
  });

  it('works without a network', async () => {
    const { session, state } = await signedIn();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await session.signOut();
    expect(state()).toMatchObject({ status: 'signed-out' });
  });

  it.each([
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['from a server that cannot now', () => Promise.resolve(answer(503, { error: 'Luego', code: 'x' }))],
  ])('%s tells the server of it as soon as it hears, and then no more', async (_, unheard) => {
    const { session, storage } = await signedIn();
    fetched.mockImplementation(unheard);
    await session.signOut();
    expect(storage.getItem('token')).toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    fetched.mockReset().mockResolvedValue(success(null));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledOnce();
    const [address, request] = fetched.mock.calls[0] ?? [];
    expect(String(address)).toContain('/logout/');
    expect(new Headers(request?.headers).get('Authorization')).toBe('Token secret');
  });

  it('in another tab leaves the page to return to as that tab left it', async () => {
    const { session, storage, state } = await signedIn();
    session.followOtherTabs(window);
    rememberLastPage(storage, PAGE);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: 'secret', newValue: null }));
    expect(state()).toMatchObject({ status: 'signed-out' });
    expect(takeLastPage(storage, new URL(PAGE).origin)).not.toBe('/');
  });

  it('drops what was cached before somebody else signs in sooner, and not again after', async () => {
    const { session } = await signedIn();
    await session.signOut();
    fetched.mockResolvedValue(answer(200, [true, null, aSession]));
    await session.signIn('laura.pineda', 'x');
    expect(onReset).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(LOGOUT_RESET_DELAY * 2);
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('counts the work that would be lost', async () => {
    const { session } = await signedIn();
    session.registerBeforeLogout(() => 2);
    const stop = session.registerBeforeLogout(() => Promise.resolve(3));
    expect(await session.unsentWork()).toBe(5);
    stop();
    expect(await session.unsentWork()).toBe(2);
  });
});

describe('tickets', () => {
  it('gives none to nobody', async () => {
    expect(await begin({ stored: false }).session.getTicket()).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('gives none once the session ended, and raises while the server is away', async () => {
    fetched.mockResolvedValueOnce(success(aSession.user));
    const { session } = begin();
    await session.load();
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(session.getTicket()).rejects.toMatchObject({ status: 0 });
    fetched.mockResolvedValueOnce(success({ ticket: 'once' }));
    expect(await session.getTicket()).toBe('once');
    fetched.mockResolvedValueOnce(answer(401, { error: 'Invalid Token', code: 'token_invalid' }));
    expect(await session.getTicket()).toBeNull();
  });
});
