import {
  accessCalls,
  DEFAULT_PACKAGE,
  isDutyRefusal,
  LOGOUT_RESET_DELAY,
  type AuthenticationMethod,
  type CodeChallenge,
  type LoginAnswer,
  type LoginStepAnswer,
  type SessionData,
  type UserProfile,
} from '@cotejo/access-contracts';
import { ApiError, createApiClient, perform, type ApiClient } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';
import { atom, type createStore } from 'jotai';
import { forgetLastPage } from './last-page.ts';
import { isUnheard, logOutLater } from './log-out-later.ts';
import { pageAddress } from './page-address.ts';
import {
  clearSession,
  readSession,
  writeProfile,
  writeSession,
  type SessionStorage,
} from './stored-session.ts';

const { signIn: signInCalls, oneself } = accessCalls;

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
  /** Asks the server again who this is: after a duty was done, or a preference changed. */
  refresh(): Promise<void>;
  /** First step of signing in: the ways that this installation offers to everybody. Raises `ApiError`. */
  validateUsername(username: string): Promise<readonly AuthenticationMethod[]>;
  /** Second step; a refusal is answered, not raised, and so is that a code is due (`CodeChallenge`). */
  signIn(username: string, password: string, account?: string, pkg?: string): Promise<LoginStepAnswer>;
  /** The code that a challenge asks for, or a recovery code. A refusal is answered. */
  proveCode(username: string, code: string, w: string, pkg?: string): Promise<LoginAnswer>;
  /** Another code by e-mail. Raises `ApiError`. */
  sendCode(w: string): Promise<CodeChallenge>;
  /** Takes the session that a directory's word opened. A refusal is answered. */
  finishExternal(w: string): Promise<LoginAnswer>;
  /** Changes that would be lost by signing out now; ask before when there are any. */
  unsentWork(): Promise<number>;
  signOut(): Promise<void>;
  /** Opens one socket within 30 s. Null when nobody is signed in (any more). */
  getTicket(): Promise<string | null>;
  /** Somebody who holds work not yet sent says how much; answers the way to take it back. */
  registerBeforeLogout(unsent: Unsent): () => void;
  /** Called as soon as the person has left, e.g. to wipe caches; the server may still have to hear of it. */
  onSignedOut(listener: SignedOut): () => void;
  /** Another tab signed in or out: follow it. */
  followOtherTabs(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void;
}

/** The person's session: stored in the browser, told to components through `sessionAtom`. */
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
  /** What the server says of the person, unless another one signed in meanwhile. */
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
        // What is left of a malformed one is not sent with anything.
        clearSession(storage);
        return;
      }
      // The page opens at once as the person it was; the server's word corrects it.
      store.set(sessionAtom, { status: 'signed-in', user: stored.user });
      try {
        await ask(stored.token);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'unauthorized_ip') store.set(sessionAtom, { status: 'unauthorized-ip' });
        // Without an answer nobody said no: the person goes on with what is here.
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
    async unsentWork() {
      const counts = await Promise.all([...unsent].map((count) => count()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async signOut() {
      const before = store.get(sessionAtom);
      const token = storage.getItem('token');
      const told = perform(api, signInCalls.logout, {}).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        // Signing out works offline too; the server hears of it once it is there again.
        if (isUnheard(error) && token !== null) logOutLater(token, options.language);
      });
      // Before the answer: what still asks in the name of a session that is ending would only be refused.
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
        // A duty was laid on the person while they worked: the page that fulfils it takes over.
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
        // Whether it ended there on purpose is that tab's to know: what it remembers stays.
        if (event.newValue === null) leave('logout');
        else location.reload();
      };
      target.addEventListener('storage', follow);
      return () => target.removeEventListener('storage', follow);
    },
  };
}
