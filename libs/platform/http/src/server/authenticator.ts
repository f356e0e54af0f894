import type { Request } from 'express';
import type { AccessPolicy } from '../contracts.ts';
import type { ReadUpload } from './read-upload.ts';

/** Parts of a request needed for authentication. */
export type Asking = Pick<Request, 'headers' | 'ip'>;

/** Identifies the user of a request. Implemented by the access context, injected by the application. */
export interface Authenticator<P = unknown> {
  /** The user of a token; throws a `Refusal` (token expired, token invalid) when there is none. */
  authenticate(token: string, request: Asking): Promise<P>;
  /** Whether the user holds this permission. */
  may(principal: P, permission: string): boolean;
  /** Whether the user holds it by role or through any team; defaults to `may`. */
  mayInSomeTeam?(principal: P, permission: string): boolean;
  /**
   * Checks that apply to every call: allowed IP addresses, pending steps such as a password change. Throws a `Refusal`.
   */
  admit?(principal: P, policy: AccessPolicy, request: Asking): void;
  /**
   * Called before an answer is sent; null = send at once. Otherwise waits until this node's knowledge of rights is
   * current again, and throws a `Refusal` when the user lost access or the wait is too long. `isRead`: the request only
   * reads, so the client can safely repeat it.
   */
  confirm?(principal: P, isRead: boolean): Promise<void> | null;
}

export const AUTHENTICATOR = Symbol('Authenticator');

/** A request with the results of authentication and body parsing. */
export interface KnownRequest extends Request {
  principal?: unknown;
  /** The token as sent; for calls that end or renew its session. */
  token?: string;
  /** Runs work when it is the user's turn; absent where the call does not count (public, streamed, uploads). */
  inTurn?: (work: () => unknown) => Promise<unknown>;
  /** The file in the body of an upload. */
  upload?: ReadUpload;
}
