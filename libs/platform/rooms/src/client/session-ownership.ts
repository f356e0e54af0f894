import type { OutboxSession, OutboxStore } from './outbox-store.ts';

/** Subset of `navigator.locks` used here; absent outside secure contexts. */
export type Locks = Pick<LockManager, 'request'>;

/** Decides which open page is responsible for which outbox session. */
export interface SessionOwnership {
  /** Makes a new session this page's own, before anything of it is stored. */
  own(session: string): Promise<void>;
  /** Calls back once, as soon as the page of that session is gone; this page then owns the session. */
  inherit(session: OutboxSession, onGained: () => void): void;
  /** Gives up all sessions: another page may continue them. */
  release(): void;
}

const HEARTBEAT_MS = 10_000;
/**
 * Milliseconds without a heartbeat after which a page counts as closed. Browsers throttle timers of hidden pages to one
 * per minute, so it must be well above that.
 */
const GONE_AFTER_MS = 150_000;

/** Ownership by Web Locks: browsers release a page's locks when it closes or crashes. */
export function ownByLocks(locks: Locks, prefix: string): SessionOwnership {
  const giveUp = new AbortController();
  const hold = new Promise<void>((resolve) => giveUp.signal.addEventListener('abort', () => resolve()));
  const request = (session: string, gained: () => void): void => {
    locks
      .request(`${prefix}:${session}`, { signal: giveUp.signal }, () => {
        gained();
        return hold;
      })
      // Aborted: this page left the room before it got the lock.
      .catch(() => undefined);
  };
  return {
    own: (session) => new Promise((resolve) => request(session, resolve)),
    inherit: (session, onGained) =>
      request(session.session, () => {
        if (!giveUp.signal.aborted) onGained();
      }),
    release: () => giveUp.abort(),
  };
}

/**
 * Ownership without Web Locks: each page writes a heartbeat every 10 s. Two pages may then continue the same session
 * for a while, which is safe: the server gives each (session, seq) one answer.
 */
export function ownByHeartbeat(store: OutboxStore, room: string, now: () => number): SessionOwnership {
  const mine = new Set<string>();
  const timers = new Set<ReturnType<typeof setInterval>>();
  const beat = (aliveAt: number) =>
    void store.write([...mine].map((session) => ({ op: 'put-session', value: { room, session, aliveAt } })));
  const leave = () => beat(0);
  if (typeof globalThis.addEventListener === 'function') globalThis.addEventListener('pagehide', leave);
  return {
    async own(session) {
      mine.add(session);
      timers.add(setInterval(() => beat(now()), HEARTBEAT_MS));
    },
    inherit({ session }, onGained) {
      const look = async () => {
        const record = (await store.sessions(room)).find((one) => one.session === session);
        if (!record || !timers.has(timer)) return stop();
        if (record.aliveAt !== 0 && now() - record.aliveAt < GONE_AFTER_MS) return;
        stop();
        onGained();
      };
      const timer = setInterval(() => void look(), HEARTBEAT_MS);
      const stop = () => {
        clearInterval(timer);
        timers.delete(timer);
      };
      timers.add(timer);
      void look();
    },
    release() {
      for (const timer of timers) clearInterval(timer);
      timers.clear();
      if (typeof globalThis.removeEventListener === 'function')
        globalThis.removeEventListener('pagehide', leave);
      leave();
    },
  };
}
