import type { Principal } from './permissions.ts';
import type { AccountId, SessionId, UserId } from './ids.ts';
import type { Role, UserType } from './roles.ts';

/** A person as others in the account may see them; names come from the vault, never from events. */
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
  /** IANA name of the zone in which the account's days begin and end. */
  timeZone(accountId: AccountId): string;
  /** Null once the session ended, expired, or its person was locked. */
  principalOfSession(sessionId: string): Principal | null;
  /** The person's rights without a session: for jobs and command-line work done in their name. */
  principalOf(accountId: AccountId, userId: UserId): Principal | null;
  /** Called when a session ends for whatever reason; sockets of it must close. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
}

/** Rights may be others from now on: of one person, or (`user` null) of everybody in the account. */
export interface AccessChange {
  readonly account: AccountId;
  readonly user: UserId | null;
  /** Living sessions that it concerns: their sockets and rooms are judged again. */
  readonly sessions: readonly SessionId[];
}

/** Told as soon as the log says so; what ended besides is told by `onSessionEnded`. */
export interface AccessChanges {
  onAccessChanged(listener: (change: AccessChange) => void): () => void;
}

/** Opens sockets: single use, 30 s, bound to the session. */
export interface TicketOffice {
  /** `ip`: of whoever asks for it. */
  issue(principal: Principal, ip?: string): string;
  /**
   * Null when unknown, used (on whichever node), older than 30 s, when its session has ended, the account no longer
   * allows the address that it was given to, or something must be done first.
   */
  redeem(ticket: string): Promise<Principal | null>;
}

/** Nest injection tokens, so that contexts need not import the access server. */
export const ACCESS_DIRECTORY = Symbol('AccessDirectory');
export const TICKET_OFFICE = Symbol('TicketOffice');
