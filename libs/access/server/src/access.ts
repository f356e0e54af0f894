import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { administrationOf, type Administration } from './administration.ts';
import { serverTexts, type ServerText } from './mail-texts/server-texts.ts';
import { termsOf, type Terms } from './mail-texts/terms.ts';
import { Associates } from './people/associates.ts';
import { ReadyProfiles } from './people/ready-profiles.ts';
import { RegisterPeople } from './people/register-people.ts';
import { PLAIN_SHELL, shellOf, type Shell, type ShellOptions } from './shell/shell.ts';
import { SessionAuthenticator } from './sign-in/session-authenticator.ts';
import { startSignIn, type Installation, type StartedSignIn } from './sign-in/start-sign-in.ts';
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
  /** Without one, mail is kept and links lead to this machine. */
  readonly installation?: Installation;
  /** What people of demo accounts accept first; null = the product's own text. Absent = nothing is asked. */
  readonly terms?: { readonly text: string | null };
  /** Forgets what else names a person who is to be forgotten: answers that were kept to be repeated. */
  readonly forgetNaming?: (user: UserId) => Promise<void>;
  /** Chat and telemetry are off without it. */
  readonly shell?: ShellOptions;
  /** Milliseconds by which what is known of access may be behind; see `FreshnessOptions`. */
  readonly mostLag?: number | undefined;
  readonly mostPause?: number | undefined;
}

/** Everything of access that a node needs, started. */
export interface Access extends Omit<StartedSignIn, 'tidy' | 'stop'> {
  readonly state: AccessState;
  readonly tickets: SignedTicketOffice;
  readonly authenticator: SessionAuthenticator;
  /** Answers of `users/@me`, ready to be given. */
  readonly readyProfiles: ReadyProfiles;
  readonly people: RegisterPeople;
  /** Whom people work with, once somebody tells. */
  readonly associates: Associates;
  /** Whatever changes access on purpose. */
  readonly admin: Administration;
  readonly shell: Shell;
  /** Whether the account may store so many bytes more: for whoever stores something of it, before they do. */
  readonly storageAllows: (account: AccountId, bytes: number) => Promise<boolean>;
  /** Words that the server itself says. */
  readonly texts: ServerText;
  readonly terms: Terms;
  /** Notes, now and then and in the background, that the person is here. */
  seen(principal: Principal, ip?: string): void;
  stop(): Promise<void>;
}

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
  installation = { mailServer: null, publicUrl: 'http://localhost:3000' },
  terms: asked,
  forgetNaming = () => Promise.resolve(),
  shell: shellOptions = PLAIN_SHELL,
  mostLag,
  mostPause,
}: AccessOptions): Promise<Access> {
  const people = new PeopleVault(pool);
  const sessions = new SessionVault(pool);
  const key = await serverSecret(pool, 'socket-ticket');
  const texts = serverTexts();
  const terms = termsOf(texts, asked?.text ?? null);
  const termsVersion = asked === undefined ? null : terms.version;
  const state = new AccessState({ store, people, now, log, termsVersion, mostLag, mostPause });
  await state.start();
  const tickets = new SignedTicketOffice({
    pool,
    key,
    directory: state,
    now,
    onRedeemed: (principal) => seen(principal),
  });
  const started = await startSignIn({
    pool,
    store,
    state,
    people,
    sessionVault: sessions,
    installation,
    texts,
    log,
    now,
  });

  const register = new RegisterPeople({ store, people, now });
  const admin = administrationOf({ pool, store, state, signIn: started, register, forgetNaming, now });
  const shell = shellOf(shellOptions, { pool, log, now });

  const lastSeen = new Map<string, number>();
  state.onSessionEnded((id) => void lastSeen.delete(id));
  const seen = (principal: Principal, ip?: string): void => {
    const { sessionId } = principal;
    const moment = now();
    if (sessionId === null || moment.getTime() - (lastSeen.get(sessionId) ?? 0) < SEEN_EVERY_MS) return;
    lastSeen.set(sessionId, moment.getTime());
    // An address that nobody can tell takes no other's place: least that of where the session was opened.
    sessions
      .seen(sessionId, moment, ip || null)
      .catch((err: unknown) => log.warn({ err }, 'access: last seen not noted'));
  };

  const housekeeping = setInterval(() => {
    const moment = now();
    Promise.all([
      sessions.removeExpired(new Date(moment.getTime() - KEEP_EXPIRED_MS)),
      started.tidy(),
      tickets.removeOld(moment),
      shell.reports.removeOld(moment),
    ]).catch((err: unknown) => log.warn({ err }, 'access: housekeeping failed'));
  }, HOUSEKEEPING_MS).unref();

  const { tidy: _tidy, stop: stopSignIn, ...signIn } = started;
  return {
    ...signIn,
    texts,
    terms,
    state,
    tickets,
    authenticator: new SessionAuthenticator({ state, sessions, now, onSeen: seen }),
    readyProfiles: new ReadyProfiles(state),
    people: register,
    associates: new Associates(now),
    admin,
    shell,
    storageAllows: (account, bytes) => admin.account.room.allows(account, bytes),
    seen,
    stop: async () => {
      clearInterval(housekeeping);
      await stopSignIn();
      await state.stop();
    },
  };
}
