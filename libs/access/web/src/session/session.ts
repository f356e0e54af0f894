import {
  accessCalls,
  DEFAULT_PACKAGE,
  isDutyRefusal,
  LOGOUT_RESET_DELAY,
  type LoginAnswer,
  type SessionData,
  type UserProfile,
} from '@cotejo/access-contracts';
import { ApiError, createApiClient, perform, type ApiClient } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';
import type { createStore } from 'jotai';
import { forgetLastPage } from './last-page.ts';
import { isUnheard, logOutLater } from './log-out-later.ts';
import { pageAddress } from './page-address.ts';
import { sessionAtom } from './session-atom.ts';
import type { SignIn } from './sign-in.ts';
import {
  clearSession,
  readSession,
  writeProfile,
  writeSession,
  type SessionStorage,
} from './stored-session.ts';

const { signIn: signInCalls, oneself } = accessCalls;

export interface SessionOptions {
  readonly storage: SessionStorage;
  readonly store: ReturnType<typeof createStore>;
  readonly language: () => string;
  /** Called when the server ended the session, to notify the user. */
  readonly onExpired: () => void;
  /** Drops cached user data: 2000 ms after logout, or before the next sign-in if that is sooner. */
  readonly onReset: () => void;
  readonly pageUrl?: () => string;
}

type Unsent = () => number | Promise<number>;
type SignedOut = (user: UserProfile) => void | Promise<void>;

export interface Session extends SignIn {
  readonly api: ApiClient;
  /** Loads the stored session and its profile from the server; resolves after the server's answer. */
  load(): Promise<void>;
  /** Reloads the profile, after a duty was fulfilled or a preference changed. */
  refresh(): Promise<void>;
  /** Number of unsent changes that signing out now would lose; ask the user before if there are any. */
  unsentWork(): Promise<number>;
  signOut(): Promise<void>;
  /** Ticket that opens one socket within 30 s. Null without a session. */
  getTicket(): Promise<string | null>;
  /** Registers a source of unsent changes, which returns their number; returns the unregister function. */
  registerBeforeLogout(unsent: Unsent): () => void;
  /** Called as soon as the user has signed out, e.g. to wipe caches; the server may not have the logout yet. */
  onSignedOut(listener: SignedOut): () => void;
  /** Follows sign-in and sign-out in other tabs. */
  followOtherTabs(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void;
}

/** Session of the user: stored in the browser, published to components through `sessionAtom`. */
export function createSession(options: SessionOptions): Session {
  const { storage, store } = options;
  const pageUrl = () => pageAddress(options.pageUrl?.() ?? location.href);
  const unsent = new Set<Unsent>();
  const signedOut = new Set<SignedOut>();
  let resetTimer: ReturnType<typeof setTimeout> | null = null;

  const api = createApiClient({
    baseUrl: API_BASE,
    getToken: () => storage.getItem('token'),
    language: options.language,
    onUnauthorized: () => {
      // Several concurrent requests may be refused; only the first ends the session.
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
    store.set(sessionAtom, { status: 'signed-out', reason });
    resetTimer ??= setTimeout(reset, LOGOUT_RESET_DELAY);
  };
  const enter = (session: SessionData) => {
    if (resetTimer !== null) reset();
    writeSession(storage, session);
    store.set(sessionAtom, { status: 'signed-in', user: session.user });
  };
  const entered = (answer: LoginAnswer): LoginAnswer => {
    if (answer[0]) enter(answer[2]);
    return answer;
  };
  /** Loads the profile; ignored when another user has signed in meanwhile. */
  const ask = async (token: string | null) => {
    const profile = await perform(api, oneself.me, { query: { pageUrl: pageUrl() } });
    if (storage.getItem('token') !== token) return;
    writeProfile(storage, profile);
    store.set(sessionAtom, { status: 'signed-in', user: profile });
  };

  return {
    api,
    async load() {
      const stored = readSession(storage);
      if (stored === null) {
        // Remains of a malformed session must not be sent with requests.
        clearSession(storage);
        return;
      }
      // The page opens at once with the stored user; the server's answer corrects it.
      store.set(sessionAtom, { status: 'signed-in', user: stored.user });
      try {
        await ask(stored.token);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'unauthorized_ip') store.set(sessionAtom, { status: 'unauthorized-ip' });
        // A network or server error is no refusal: the user continues with the stored profile.
        else if (error.status === 401 || error.status === 403) leave('expired');
      }
    },
    refresh: () => ask(storage.getItem('token')),
    async validateUsername(username) {
      const { method, methods } = await perform(api, signInCalls.validateUsername, { body: { u: username } });
      return methods ?? [method];
    },
    async signIn(username, password, account, pkg = DEFAULT_PACKAGE) {
      const answer = await perform(api, signInCalls.login, {
        body: { username, password, pkg, ...(account === undefined ? {} : { account }) },
      });
      if (answer[0] && 'token' in answer[2]) enter(answer[2]);
      return answer;
    },
    proveCode: async (username, code, w, pkg = DEFAULT_PACKAGE) =>
      entered(
        await perform(api, signInCalls.validateCode, {
          body: { u: username, code, w, pkg },
        }),
      ),
    sendCode: (w) => perform(api, signInCalls.sendCode, { body: { w } }),
    finishExternal: async (w) => entered(await perform(api, signInCalls.externalFinish, { body: { w } })),
    async forgotPassword(email, pkg) {
      await perform(api, signInCalls.forgotPassword, { body: { email, pkg } });
    },
    async unsentWork() {
      const counts = await Promise.all([...unsent].map((count) => count()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async signOut() {
      const before = store.get(sessionAtom);
      const token = storage.getItem('token');
      const told = perform(api, signInCalls.logout, {}).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        // Signing out works offline, too; the server gets the logout once it is reachable.
        if (isUnheard(error) && token !== null) logOutLater(token, options.language);
      });
      // Before the answer: requests sent with the ending session would only be refused.
      leave('logout');
      forgetLastPage(storage);
      const left = before.status === 'signed-in' ? [...signedOut].map((tell) => tell(before.user)) : [];
      await Promise.all([told, ...left]);
    },
    async getTicket() {
      if (store.get(sessionAtom).status !== 'signed-in') return null;
      try {
        return (await perform(api, oneself.ticket, {})).ticket;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 401) return null;
        // The user has a new duty, such as a password change: the page for it takes over.
        if (isDutyRefusal(error.code)) await ask(storage.getItem('token'));
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
        // The tab that ended the session decides about the last page: `logout` leaves the stored one unchanged here.
        if (event.newValue === null) leave('logout');
        else location.reload();
      };
      target.addEventListener('storage', follow);
      return () => target.removeEventListener('storage', follow);
    },
  };
}
