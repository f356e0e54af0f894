import type { Request } from 'express';
import type { DoorPolicy } from '../contracts.ts';
import type { ReadUpload } from './read-upload.ts';

/** What is looked at of a call before anybody knows who asks. */
export type Asking = Pick<Request, 'headers' | 'ip'>;

/** Finds out who asks. Implemented by the access context, injected by the application. */
export interface Authenticator<P = unknown> {
  /** The person behind a token; throws a `Refusal` (token expired, token invalid) when there is none. */
  authenticate(token: string, request: Asking): Promise<P>;
  /** May this person pass a door that asks for this permission? */
  may(principal: P, permission: string): boolean;
  /** The same where a team may lend what the role does not give; as `may` when absent. */
  mayInSomeTeam?(principal: P, permission: string): boolean;
  /**
   * What holds at every door besides: the address the person comes from, what they must do first. Throws a
   * `Refusal`.
   */
  admit?(principal: P, policy: DoorPolicy, request: Asking): void;
}

export const AUTHENTICATOR = Symbol('Authenticator');

/** A request with what the guard learnt about it. */
export interface KnownRequest extends Request {
  principal?: unknown;
  /** The token as sent; for the calls that end or renew its session. */
  token?: string;
  /** The file that came as the body of an upload. */
  upload?: ReadUpload;
}
