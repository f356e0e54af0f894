import type { Principal } from './permissions.ts';
import type { AccountId, SessionId, UserId } from './ids.ts';
import type { Role, UserType } from './roles.ts';

/** Public data of a user of the account; names come from the vault, never from events. */
export interface Person {
  readonly id: UserId;
  readonly accountId: AccountId;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Two or three letters shown in avatars (`sigla`). */
  readonly initials: string;
  readonly role: Role;
  readonly userType: UserType;
  readonly active: boolean;
  /** Position in the firm, e.g. "Jefa de compras". */
  readonly position: string | null;
}

/** Access state of this node: folded from the log in memory, never read from a projection. */
export interface AccessDirectory {
  person(accountId: AccountId, userId: UserId): Person | null;
  people(accountId: AccountId): readonly Person[];
  /** IANA time zone of the account's calendar days. */
  timeZone(accountId: AccountId): string;
  /** Null once the session ended or expired, or its user was locked. */
  principalOfSession(sessionId: string): Principal | null;
  /** The user's rights without a session: for jobs and command-line work done on their behalf. */
  principalOf(accountId: AccountId, userId: UserId): Principal | null;
  /** Called when a session ends for any reason; its sockets must close. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
}

/** Rights may have changed: of one user, or (`user` null) of all users of the account. */
export interface AccessChange {
  readonly account: AccountId;
  readonly user: UserId | null;
  /** Affected live sessions: access of their sockets and rooms must be checked again. */
  readonly sessions: readonly SessionId[];
}

/** Called as soon as the log contains the change; ended sessions are announced by `onSessionEnded`. */
export interface AccessChanges {
  onAccessChanged(listener: (change: AccessChange) => void): () => void;
}

/** Tickets for opening sockets: single use, 30 s, bound to the session. */
export interface TicketOffice {
  /** `ip`: client address of the request. */
  issue(principal: Principal, ip?: string): string;
  /**
   * Null when the ticket is unknown, used (on any node) or older than 30 s, when its session has ended, when the
   * account no longer allows the address it was issued to, or when an action is pending.
   */
  redeem(ticket: string): Promise<Principal | null>;
}
