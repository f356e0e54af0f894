import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { administrationOf, type Administration } from './administration.ts';
import { serverTexts, type ServerText } from './mail-texts/server-texts.ts';
import { termsOf, type Terms } from './mail-texts/terms.ts';
import { Associates } from './people/associates.ts';
import { WorkYears } from './people/work-years.ts';
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
  /** If absent, mail is stored without being sent, and links point to this machine. */
  readonly installation?: Installation;
  /** Terms that users of demo accounts must accept; null = the product's own text. Absent = no terms. */
  readonly terms?: { readonly text: string | null };
  /** Erases a user's data in other stores: recorded answers of repeatable calls. */
  readonly forgetNaming?: (user: UserId) => Promise<void>;
  /** Chat and telemetry are off without it. */
  readonly shell?: ShellOptions;
  /** Milliseconds by which the access state may lag behind the log; see `FreshnessOptions`. */
  readonly mostLag?: number | undefined;
  readonly mostPause?: number | undefined;
}

/** All access services of a node, started. */
export interface Access extends Omit<StartedSignIn, 'tidy' | 'stop'> {
  readonly state: AccessState;
  readonly tickets: SignedTicketOffice;
  readonly authenticator: SessionAuthenticator;
  /** Prepared answers of `users/@me`. */
  readonly readyProfiles: ReadyProfiles;
  readonly people: RegisterPeople;
  /** Associated users, once another context provides them. */
  readonly associates: Associates;
  /** Year settings, once another context provides them. */
  readonly years: WorkYears;
  /** Use cases that change access on purpose. */
  readonly admin: Administration;
  readonly shell: Shell;
  /** Whether the account's quota allows this many more bytes; to be checked before storing anything. */
  readonly storageAllows: (account: AccountId, bytes: number) => Promise<boolean>;
  /** Localized texts of the server. */
  readonly texts: ServerText;
  readonly terms: Terms;
  /** Records the user's activity, throttled and in the background. */
  seen(principal: Principal, ip?: string): void;
  /** Removes expired rows from the vault; one node at a time is enough. */
  tidy(): Promise<void>;
  stop(): Promise<void>;
}

const SEEN_EVERY_MS = 60_000;
const END_IDLE_EVERY_MS = 10 * 60_000;
/** Milliseconds for which an expired session is kept, so that its token is answered as expired instead of unknown. */
const KEEP_EXPIRED_MS = 30 * 24 * 60 * 60_000;

/** Folds the access log and starts all services; the vault must be migrated. */
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
    // An unknown address must not overwrite a known one, such as that of the sign-in.
    sessions
      .seen(sessionId, moment, ip || null)
      .catch((err: unknown) => log.warn({ err }, 'access: last seen not noted'));
  };

  // A timer on every node instead of a job: idle sessions must end even if the job queues fail.
  const ending = setInterval(() => {
    started.sessions
      .endIdle()
      .catch((err: unknown) => log.warn({ err }, 'access: idle sessions were not ended'));
  }, END_IDLE_EVERY_MS).unref();

  const { tidy, stop: stopSignIn, ...signIn } = started;
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
    years: new WorkYears(),
    admin,
    shell,
    storageAllows: (account, bytes) => admin.account.room.allows(account, bytes),
    seen,
    async tidy() {
      const moment = now();
      await Promise.all([
        sessions.removeExpired(new Date(moment.getTime() - KEEP_EXPIRED_MS)),
        tidy(),
        tickets.removeOld(moment),
        shell.reports.removeOld(moment),
      ]);
    },
    stop: async () => {
      clearInterval(ending);
      await stopSignIn();
      await state.stop();
    },
  };
}
