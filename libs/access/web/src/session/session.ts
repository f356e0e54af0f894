import {
  loginAnswer,
  ticketAnswer,
  userProfile,
  validateUsernameAnswer,
  type LoginAnswer,
  type SessionData,
  type UserProfile,
} from '@cotejo/access-contracts';
import { ApiError, createApiClient, type ApiClient } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';
import { atom, type createStore } from 'jotai';
import { z } from 'zod';
import { forgetLastPage } from './last-page.ts';
import {
  clearSession,
  readSession,
  writeProfile,
  writeSession,
  type SessionStorage,
} from './stored-session.ts';

/** After logout, what the session left in memory is dropped this many milliseconds later. */
export const RESET_DELAY = 2000;

export type SessionState =
  /** `logout` = on purpose, so where the person was is not to be returned to. */
  | { readonly status: 'signed-out'; readonly reason: 'none' | 'logout' | 'expired' }
  /** Refused from this address; no way to the sign-in page. */
  | { readonly status: 'unauthorized-ip' }
  | { readonly status: 'signed-in'; readonly user: UserProfile };

/** Who is signed in, for every component. Written by the session alone. */
export const sessionAtom = atom<SessionState>({ status: 'signed-out', reason: 'none' });

export interface SessionOptions {
  readonly storage: SessionStorage;
  readonly store: ReturnType<typeof createStore>;
  readonly language: () => string;
  /** The server ended the session: say so. */
  readonly onExpired: () => void;
  /** Drops what is cached of the person; 2000 ms after logout, or before somebody signs in sooner. */
  readonly onReset: () => void;
  readonly pageUrl?: () => string;
}

type Unsent = () => number | Promise<number>;
type SignedOut = (user: UserProfile) => void | Promise<void>;

export interface Session {
  readonly api: ApiClient;
  /** Takes up the stored session and asks the server who that is; resolves when it answered. */
  load(): Promise<void>;
  /** First step of signing in. Raises `ApiError`. */
  validateUsername(username: string): Promise<void>;
  /** Second step; a refusal is answered, not raised. */
  signIn(username: string, password: string): Promise<LoginAnswer>;
  /** Changes that would be lost by signing out now; ask before when there are any. */
  unsentWork(): Promise<number>;
  signOut(): Promise<void>;
  /** Opens one socket within 30 s. Null when nobody is signed in (any more). */
  getTicket(): Promise<string | null>;
  /** Somebody who holds work not yet sent says how much; answers the way to take it back. */
  registerBeforeLogout(unsent: Unsent): () => void;
  /** Called once the person is signed out, e.g. to wipe caches. */
  onSignedOut(listener: SignedOut): () => void;
  /** Another tab signed in or out: follow it. */
  followOtherTabs(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void;
}

/** The person's session: stored in the browser, told to components through `sessionAtom`. */
export function createSession(options: SessionOptions): Session {
  const { storage, store } = options;
  const pageUrl = options.pageUrl ?? (() => location.href);
  const unsent = new Set<Unsent>();
  const signedOut = new Set<SignedOut>();
  let resetTimer: ReturnType<typeof setTimeout> | null = null;

  const api = createApiClient({
    baseUrl: API_BASE,
    getToken: () => storage.getItem('token'),
    language: options.language,
    onUnauthorized: () => {
      // Several calls may be refused at once: the first ends the session.
      if (store.get(sessionAtom).status !== 'signed-in') return;
      options.onExpired();
      leave('expired');
    },
  });

  const reset = () => {
    if (resetTimer !== null) clearTimeout(resetTimer);
    resetTimer = null;
    options.onReset();
  };
  const leave = (reason: 'logout' | 'expired') => {
    clearSession(storage);
    if (reason === 'logout') forgetLastPage(storage);
    store.set(sessionAtom, { status: 'signed-out', reason });
    resetTimer ??= setTimeout(reset, RESET_DELAY);
  };
  const enter = (session: SessionData) => {
    if (resetTimer !== null) reset();
    writeSession(storage, session);
    store.set(sessionAtom, { status: 'signed-in', user: session.user });
  };

  return {
    api,
    async load() {
      const stored = readSession(storage);
      if (stored === null) return;
      // The page opens at once as the person it was; the server's word corrects it.
      store.set(sessionAtom, { status: 'signed-in', user: stored.user });
      try {
        const profile = await api.get('/users/@me/', { schema: userProfile, query: { pageUrl: pageUrl() } });
        if (storage.getItem('token') !== stored.token) return;
        writeProfile(storage, profile);
        store.set(sessionAtom, { status: 'signed-in', user: profile });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'unauthorized_ip') store.set(sessionAtom, { status: 'unauthorized-ip' });
        // Without an answer nobody said no: the person goes on with what is here.
        else if (error.status === 401 || error.status === 403) leave('expired');
      }
    },
    async validateUsername(username) {
      await api.post(
        '/login/validate-username/',
        { u: username },
        { schema: validateUsernameAnswer, anonymous: true },
      );
    },
    async signIn(username, password) {
      const answer = await api.post(
        '/login/',
        { username, password, pkg: 'audit' },
        { schema: loginAnswer, raw: true, anonymous: true },
      );
      if (answer[0]) enter(answer[2]);
      return answer;
    },
    async unsentWork() {
      const counts = await Promise.all([...unsent].map((count) => count()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async signOut() {
      const before = store.get(sessionAtom);
      try {
        await api.post('/logout/', {}, { schema: z.unknown() });
      } catch (error) {
        // Signing out works offline too; the server ends the session at its expiry.
        if (!(error instanceof ApiError)) throw error;
      }
      leave('logout');
      if (before.status === 'signed-in') await Promise.all([...signedOut].map((tell) => tell(before.user)));
    },
    async getTicket() {
      if (store.get(sessionAtom).status !== 'signed-in') return null;
      try {
        return (await api.post('/users/@me/ticket/', {}, { schema: ticketAnswer })).ticket;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    registerBeforeLogout(count) {
      unsent.add(count);
      return () => void unsent.delete(count);
    },
    onSignedOut(listener) {
      signedOut.add(listener);
      return () => void signedOut.delete(listener);
    },
    followOtherTabs(target) {
      const follow = (event: StorageEvent) => {
        if (event.key !== 'token' || event.newValue === event.oldValue) return;
        if (event.newValue === null) leave('logout');
        else location.reload();
      };
      target.addEventListener('storage', follow);
      return () => target.removeEventListener('storage', follow);
    },
  };
}
