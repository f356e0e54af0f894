import type { Principal } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { RegisterPeople } from './people/register-people.ts';
import { NameLock } from './sign-in/name-lock.ts';
import { SessionAuthenticator } from './sign-in/session-authenticator.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { SignedTicketOffice } from './sign-in/ticket-office.ts';
import { AccessState, type AccessLog } from './state/access-state.ts';
import { PeopleVault } from './vault/people-vault.ts';
import { serverSecret } from './vault/server-secret.ts';
import { SessionVault } from './vault/session-vault.ts';

export interface AccessOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly log: AccessLog;
  readonly now?: () => Date;
}

/** Everything of access that a node needs, started. */
export interface Access {
  readonly state: AccessState;
  readonly tickets: SignedTicketOffice;
  readonly authenticator: SessionAuthenticator;
  readonly signIn: SignIn;
  readonly people: RegisterPeople;
  /** Notes, now and then and in the background, that the person is here. */
  seen(principal: Principal): void;
  stop(): Promise<void>;
}

/** Nest token of `Access`, for the controllers of this lib. */
export const ACCESS = Symbol('Access');

const SEEN_EVERY_MS = 60_000;
const HOUSEKEEPING_MS = 10 * 60_000;
/** So long an old token is still told that it expired, rather than that it is unknown. */
const KEEP_EXPIRED_MS = 30 * 24 * 60 * 60_000;

/** Folds the log of access and gives what stands on it; the vault must be migrated. */
export async function startAccess({
  pool,
  store,
  log,
  now = () => new Date(),
}: AccessOptions): Promise<Access> {
  const people = new PeopleVault(pool);
  const sessions = new SessionVault(pool);
  const nameLock = new NameLock(pool);
  const key = await serverSecret(pool, 'socket-ticket');
  const state = new AccessState({ store, people, now, log });
  await state.start();
  const tickets = new SignedTicketOffice({ pool, key, directory: state, now });

  const lastSeen = new Map<string, number>();
  state.onSessionEnded((id) => void lastSeen.delete(id));
  const seen = (principal: Principal): void => {
    const { sessionId } = principal;
    const moment = now();
    if (sessionId === null || moment.getTime() - (lastSeen.get(sessionId) ?? 0) < SEEN_EVERY_MS) return;
    lastSeen.set(sessionId, moment.getTime());
    sessions
      .seen(sessionId, moment)
      .catch((err: unknown) => log.warn({ err }, 'access: last seen not noted'));
  };

  const housekeeping = setInterval(() => {
    const moment = now();
    Promise.all([
      sessions.removeExpired(new Date(moment.getTime() - KEEP_EXPIRED_MS)),
      nameLock.removeOld(moment),
      tickets.removeOld(moment),
    ]).catch((err: unknown) => log.warn({ err }, 'access: housekeeping failed'));
  }, HOUSEKEEPING_MS).unref();

  return {
    state,
    tickets,
    authenticator: new SessionAuthenticator({ state, sessions, now }),
    signIn: new SignIn({ store, state, people, sessions, nameLock, now }),
    people: new RegisterPeople({ store, people, now }),
    seen,
    stop: async () => {
      clearInterval(housekeeping);
      await state.stop();
    },
  };
}
