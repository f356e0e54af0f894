import type { AccessEvent, AccountId, Role, SessionId, UserId, UserType } from '@cotejo/access-contracts';

export interface AccountFacts {
  readonly edition: 'internal' | 'firm';
  readonly demo: boolean;
}

export interface UserFacts {
  readonly id: UserId;
  readonly accountId: AccountId;
  readonly role: Role;
  readonly userType: UserType;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
}

export interface SessionFacts {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly expiresAt: Date;
}

/** What the log says of accounts, people and sessions. Only `foldAccess` changes it. */
export class AccessFacts {
  readonly accounts = new Map<AccountId, AccountFacts>();
  readonly users = new Map<UserId, UserFacts>();
  readonly sessions = new Map<SessionId, SessionFacts>();
}

/** Folds one event in. No clock, no validation: sessions past their time stay until somebody drops them. */
export function foldAccess(facts: AccessFacts, event: AccessEvent): void {
  switch (event.type) {
    case 'AccountOpened':
      facts.accounts.set(event.data.account, { edition: event.data.edition, demo: event.data.demo });
      return;
    case 'UserRegistered': {
      const { user, account, role, userType, isSuperuser, groups } = event.data;
      facts.users.set(user, { id: user, accountId: account, role, userType, isSuperuser, groups });
      return;
    }
    case 'SignedIn': {
      const { session, user, expiresAt } = event.data;
      facts.sessions.set(session, { id: session, userId: user, expiresAt: new Date(expiresAt) });
      return;
    }
    case 'SignedOut':
      facts.sessions.delete(event.data.session);
      return;
  }
}
