import type { AccessEvent, AccountId, SessionId, UserId } from '@cotejo/access-contracts';
import { newAccount, newUser, type AccessFacts, type UserFacts } from './access-facts.ts';
import { foldAccount, type AccountEvent } from './fold-account.ts';

/** Effect of an event on connected clients. */
export interface Consequence {
  /** Ended sessions: their sockets and rooms must be closed. */
  readonly ended: readonly SessionId[];
  /** Rights may have changed: of one user, or (`user` null) of all users of the account. */
  readonly changed: { readonly account: AccountId; readonly user: UserId | null } | null;
}

const NOTHING: Consequence = { ended: [], changed: null };

/**
 * Folds one event into the facts. No clock and no validation: expired sessions stay until they are dropped. `at` is the
 * event's time (ISO 8601).
 */
export function foldAccess(facts: AccessFacts, event: AccessEvent, at: string): Consequence {
  switch (event.type) {
    case 'AccountOpened': {
      const { account, edition, demo } = event.data;
      facts.accounts.set(account, newAccount(account, edition, demo, at));
      return NOTHING;
    }
    case 'UserRegistered': {
      const { user, account, role, userType, isSuperuser, groups } = event.data;
      facts.users.set(user, newUser({ id: user, accountId: account, role, userType, isSuperuser, groups }));
      return { ended: [], changed: { account, user } };
    }
    case 'SignedIn': {
      const { session, user, expiresAt } = event.data;
      facts.sessions.set(session, {
        id: session,
        userId: user,
        expiresAt: new Date(expiresAt),
        secondFactor: null,
      });
      const own = facts.sessionsOf.get(user) ?? new Set();
      facts.sessionsOf.set(user, own.add(session));
      change(facts, user, (known) => ({ ...known, lastSignIn: at, throttledUntil: null }));
      return NOTHING;
    }
    case 'SecondFactorProved': {
      const { session: id, user, factor } = event.data;
      const session = facts.sessions.get(id);
      // Ignored for a session of another user, or one that has ended.
      if (session?.userId === user) facts.sessions.set(id, { ...session, secondFactor: factor });
      return NOTHING;
    }
    case 'SignedOut':
      return { ended: dropSession(facts, event.data.session), changed: null };
    default:
      return 'account' in event.data && 'because' in event.data
        ? foldOfAccount(facts, event as AccountEvent)
        : foldOfUser(facts, event as UserEvent, at);
  }
}

/** Removes a session, as on its expiry; returns its id if it existed. */
export function dropSession(facts: AccessFacts, id: SessionId): readonly SessionId[] {
  const session = facts.sessions.get(id);
  if (session === undefined) return [];
  facts.sessions.delete(id);
  const own = facts.sessionsOf.get(session.userId);
  own?.delete(id);
  if (own?.size === 0) facts.sessionsOf.delete(session.userId);
  return [id];
}

function foldOfAccount(facts: AccessFacts, event: AccountEvent): Consequence {
  const { account: id } = event.data;
  const account = facts.accounts.get(id);
  if (account === undefined) return NOTHING;
  const next = foldAccount(account, event);
  facts.accounts.set(id, next);
  switch (event.type) {
    case 'AccountSuspended': {
      const everybody = [...facts.users.values()].filter(({ accountId }) => accountId === id);
      return {
        ended: everybody.flatMap((user) => dropSessionsOf(facts, user.id)),
        changed: { account: id, user: null },
      };
    }
    case 'ConsultantRevoked':
    case 'SlotReleased':
    case 'SlotUnassigned': {
      const { user } = event.data;
      // Also in the log accounts are isolated: a slot must not end a session of a user of another account.
      const isOwn = facts.users.get(user)?.accountId === id;
      const isOut = event.type === 'ConsultantRevoked' || next.unseated.has(user);
      return { ended: isOwn && isOut ? dropSessionsOf(facts, user) : [], changed: { account: id, user } };
    }
    case 'SlotAssigned':
      return { ended: [], changed: { account: id, user: event.data.user } };
    default:
      return { ended: [], changed: { account: id, user: null } };
  }
}

/** Events of the stream `user-<id>`, except its first and those of sessions. */
type UserEvent = Exclude<
  Extract<AccessEvent, { data: { user: unknown } }>,
  { data: { account: unknown } } | { type: 'SignedIn' | 'SecondFactorProved' | 'SignedOut' }
>;

function foldOfUser(facts: AccessFacts, event: UserEvent, at: string): Consequence {
  const { user } = event.data;
  const known = facts.users.get(user);
  if (known === undefined) return NOTHING;
  const next = foldUser(known, event, at);
  facts.users.set(user, next);
  const changed = { account: known.accountId, user };
  switch (event.type) {
    case 'UserLocked':
    case 'UserForgotten':
    case 'AuthenticationMethodChanged':
    case 'PasswordResetForced':
      return { ended: dropSessionsOf(facts, user), changed };
    case 'PasswordChanged':
      // A user who changes the own password stays signed in; other sessions are ended by `SignedOut` events.
      return { ended: event.data.how === 'own' ? [] : dropSessionsOf(facts, user), changed };
    default:
      return { ended: [], changed };
  }
}

function foldUser(user: UserFacts, event: UserEvent, at: string): UserFacts {
  switch (event.type) {
    case 'UserEdited':
    case 'IdentityLinked':
    case 'RecoveryCodesIssued':
    case 'RecoveryCodeUsed':
    case 'PersonalDataExported':
      // The changed data itself is in the vault.
      return user;
    case 'UserRoleChanged':
      return { ...user, role: event.data.role, customRole: event.data.customRole };
    case 'UserTypeChanged':
      return { ...user, userType: event.data.userType };
    case 'UserPrivilegesChanged':
      return { ...user, isSuperuser: event.data.isSuperuser, groups: event.data.groups };
    case 'UserLocked':
      return { ...user, locked: true };
    case 'UserUnlocked':
      return { ...user, locked: false, throttledUntil: null };
    case 'AuthenticationMethodChanged':
      return {
        ...user,
        method: event.data.method,
        mustReset: user.mustReset && event.data.method === 'password',
      };
    case 'PasswordChanged': {
      // A password chosen by an administrator or generated must be replaced at the next sign-in.
      const mustReset = event.data.how === 'by_administrator' || event.data.how === 'generated';
      return { ...user, mustReset, passwordChangedAt: at };
    }
    case 'PasswordResetForced':
      return { ...user, mustReset: true };
    case 'SecondFactorEnrolled':
      return event.data.factor === 'totp' ? { ...user, totp: true } : user;
    case 'SecondFactorRemoved':
      return event.data.factor === 'totp' ? { ...user, totp: false } : user;
    case 'PersonalEventRecorded':
      return { ...user, events: new Map(user.events).set(event.data.event, event.data.version) };
    case 'SignInThrottled':
      return { ...user, throttledUntil: new Date(event.data.until) };
    case 'SignInReleased':
      return { ...user, throttledUntil: null };
    case 'UserForgotten':
      return { ...user, forgotten: true, locked: true, events: new Map() };
  }
}

function change(facts: AccessFacts, id: UserId, to: (user: UserFacts) => UserFacts): void {
  const known = facts.users.get(id);
  if (known !== undefined) facts.users.set(id, to(known));
}

const dropSessionsOf = (facts: AccessFacts, user: UserId): readonly SessionId[] =>
  [...(facts.sessionsOf.get(user) ?? [])].flatMap((session) => dropSession(facts, session));
