import { JournaledMailer, type MailServer } from '@cotejo/mail';
import type { EventStore } from '@cotejo/event-store';
import type { Pool } from 'pg';
import { ExternalIdentityVault } from '../external/external-identity-vault.ts';
import { ExternalSignIn, type OidcProviders } from '../external/external-sign-in.ts';
import type { ServerText } from '../mail-texts/server-texts.ts';
import { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { Oneself } from '../oneself/oneself.ts';
import { InvitePeople } from '../people/invite-people.ts';
import { sealingKey } from '../second-factor/seal-secret.ts';
import { SecondFactor } from '../second-factor/second-factor.ts';
import type { AccessLog, AccessState } from '../state/access-state.ts';
import { ChallengeVault } from '../vault/challenge-vault.ts';
import { CredentialVault } from '../vault/credential-vault.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import { SecondFactorVault } from '../vault/second-factor-vault.ts';
import { serverSecret } from '../vault/server-secret.ts';
import type { SessionVault } from '../vault/session-vault.ts';
import { UserLog } from './append-user-events.ts';
import { CodeStep } from './code-step.ts';
import { NameLock } from './name-lock.ts';
import { PasswordResets } from './password-resets.ts';
import { Passwords } from './passwords.ts';
import { ResetLinks } from './reset-links.ts';
import { Sessions } from './sessions.ts';
import { SignIn } from './sign-in.ts';

/** Settings of the installation needed for sign-in. */
export interface Installation {
  /** Null = mail is stored for administrators to read. */
  readonly mailServer: MailServer | null;
  /** Public URL of the product, without a trailing slash. */
  readonly publicUrl: string;
  /** A key outside of the database, required to open secrets of authenticator apps; null = none. */
  readonly secretsKey?: Buffer | null;
  /** External directories offered for sign-in. */
  readonly providers?: OidcProviders;
}

export interface StartSignInOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly state: AccessState;
  readonly people: PeopleVault;
  readonly sessionVault: SessionVault;
  readonly installation: Installation;
  readonly texts: ServerText;
  readonly log: AccessLog;
  readonly now: () => Date;
}

/** Services of authentication and of users' own access. */
export interface StartedSignIn {
  readonly signIn: SignIn;
  readonly codes: CodeStep;
  readonly sessions: Sessions;
  readonly userLog: UserLog;
  readonly passwords: Passwords;
  readonly resets: PasswordResets;
  readonly links: ResetLinks;
  readonly invitations: InvitePeople;
  readonly secondFactor: SecondFactor;
  readonly external: ExternalSignIn;
  readonly oneself: Oneself;
  readonly mailer: JournaledMailer;
  readonly mail: WriteToPeople;
  /** Periodic cleanup: deletes expired data and ends idle sessions. */
  readonly tidy: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Wires the services and starts sending mail. */
export async function startSignIn(options: StartSignInOptions): Promise<StartedSignIn> {
  const { pool, store, state, people, sessionVault, installation, texts, log, now } = options;
  const { mailServer, publicUrl, providers = {} } = installation;
  const mailer = new JournaledMailer({ pool, server: mailServer, now, log });
  const mail = new WriteToPeople({ state, mailer });
  const userLog = new UserLog({ store, state, now });
  const challenges = new ChallengeVault(pool);
  const nameLock = new NameLock(pool);
  const passwords = new Passwords({ state, credentials: new CredentialVault(pool), now });
  const sessions = new Sessions({ state, sessions: sessionVault, userLog, log, now });
  const ofDatabase = await serverSecret(pool, 'totp');
  const secondFactor = new SecondFactor({
    state,
    kept: new SecondFactorVault(pool),
    challenges,
    userLog,
    mail,
    keys: installation.secretsKey
      ? [sealingKey(installation.secretsKey, ofDatabase), ofDatabase]
      : [ofDatabase],
    now,
  });
  const codes = new CodeStep({ state, challenges, secondFactor, mail, now });
  const links = new ResetLinks({ challenges, state, publicUrl, now });
  const resets = new PasswordResets({
    state,
    people,
    passwords,
    challenges,
    links,
    userLog,
    mail,
    texts,
    log,
    now,
  });
  const signIn = new SignIn({ state, people, passwords, sessions, codes, nameLock, userLog, log, now });
  const external = new ExternalSignIn({
    providers,
    publicUrl,
    state,
    people,
    identities: new ExternalIdentityVault(pool),
    challenges,
    sessions,
    signIn,
    userLog,
    log,
    now,
  });
  mailer.start();
  return {
    signIn,
    external,
    codes,
    sessions,
    userLog,
    passwords,
    resets,
    links,
    invitations: new InvitePeople({ state, passwords, links, mail, texts, publicUrl, now }),
    secondFactor,
    oneself: new Oneself({ state, people, passwords, sessions, secondFactor, links, userLog, mail, now }),
    mailer,
    mail,
    async tidy() {
      await Promise.all([challenges.removeExpired(now()), nameLock.removeOld(now()), mailer.removeOld()]);
    },
    async stop() {
      await Promise.all([resets.settle(), signIn.settle()]);
      await mailer.stop();
    },
  };
}
