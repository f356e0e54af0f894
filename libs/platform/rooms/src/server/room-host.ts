import type * as Y from 'yjs';
import type { Advance, AnswerFrame, HelloFrame, IntentFrame } from '../protocol.ts';

/** Public identity of a user in a room; set by the server, never by a client. */
export type RoomUser = HelloFrame['user'];
export type RoomMode = HelloFrame['mode'];

export type Admission =
  | { readonly ok: true; readonly user: RoomUser; readonly mode: RoomMode }
  | { readonly ok: false; readonly code: number; readonly reason: string };

/**
 * One kind of room (`/rooms/<kind>/<id>`). The transport handles connections, frames and limits; the host decides on
 * access and on intents. `P` is the principal that a redeemed ticket yields.
 */
export interface RoomHost<P> {
  readonly kind: string;
  /**
   * Permission required to enter, at least on some object; null = being signed in. Declared here so that one table can
   * list the permissions of all entry points; `authorize` checks the specific room as well.
   */
  readonly permission: string | null;
  /** Access policy, called for each connection. The close code of a refusal is one of `closeCode`. */
  authorize(principal: P, id: string): Promise<Admission>;
  /** Called for the first connection of a room on this node; throws when the room is unavailable. */
  open(id: string, audience: Audience<P>): Promise<OpenRoom<P>>;
}

/**
 * A room with at least one connection. Document, documentId, version and link are consistent within one tick; the
 * document may be replaced, which `Audience.reset` announces in the same tick.
 */
export interface OpenRoom<P> {
  readonly document: Y.Doc;
  readonly documentId: string;
  readonly version: number;
  readonly link: string;
  /** Reason code when the room shows a read-only substitute for its document; sent with hello. */
  readonly notice?: string;
  /** Chain link at another version, reading further events first if this node is behind; null when there is none. */
  linkAt(version: number): Promise<string | null>;
  /** Answers through `member.answer`, once, when the document holds the answer's version. */
  submit(member: Member<P>, frame: IntentFrame): void;
  /** Estimated work of an intent, in events; 1 when absent. */
  costOf?(frame: IntentFrame): number;
  /** The client has stored its answers up to here. */
  confirm(member: Member<P>, session: string, upTo: number): void;
  /**
   * Applies a client's update to the document. If absent, the document is read-only and a writing client is closed with
   * 4403. Settles when the update is durable, never rejects. The room may keep the bytes.
   */
  write?(member: Member<P>, update: Uint8Array): Promise<Written>;
  /** The user stopped writing for now. */
  rest?(member: Member<P>): void;
  /** The last connection has left. */
  leave(): void;
}

/** Result of a write; `again`: a retry may succeed a little later. */
export type Written =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly code: string; readonly again: boolean };

/** Thrown by `RoomHost.open`: the connection is closed with this code instead of `tryAgain`. */
export class RoomRefusal extends Error {
  override readonly name = 'RoomRefusal';

  constructor(
    readonly code: number,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** One connection, as the host sees it. All methods are no-ops after the connection closed. */
export interface Member<P> {
  readonly principal: P;
  readonly user: RoomUser;
  answer(frame: Omit<AnswerFrame, 't'>): void;
  /** Charges work (in events, estimated) that was unknown when the message arrived. */
  charge(cost: number): void;
  /** Sends the client its new mode; nothing is sent when it is unchanged. */
  setMode(mode: RoomMode): void;
  close(code: number, reason: string): void;
}

/** Rate limiter for a user's work over all connections; the unit is the cost of one event. */
export interface WorkPace<P> {
  /** Null when the work may start at once, otherwise resolves when it may. */
  take(principal: P, cost: number): Promise<void> | null;
  /** Charges work whose cost is known only afterwards. */
  charge(principal: P, cost: number): void;
}

/** All connections of a room on this node. */
export interface Audience<P> {
  members(): Iterable<Member<P>>;
  /** Broadcasts a commit; must be called in the tick in which the document took it. */
  advance(advance: Advance): void;
  /** The document was replaced: all clients drop the old one and sync anew. */
  reset(): void;
  /** Closes every connection and removes the room; the next connection opens it anew. */
  close(code: number, reason: string): void;
}

export type RoomLog = (level: 'info' | 'warn' | 'error', message: string, details: object) => void;

/** Writes to a log compatible with pino. */
export const roomLog =
  (log: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>): RoomLog =>
  (level, message, details) =>
    log[level](details, message);

/** Limits of one node; the defaults suit human users, tests narrow them. */
export interface RoomLimits {
  /** Bytes buffered for a slow reader before it is disconnected, beyond the largest single message. */
  readonly bufferedBytes: number;
  /** Unread bytes of a client. While it is being admitted, more closes it; later, more pauses its socket. */
  readonly inboxBytes: number;
  readonly intentsInFlight: number;
  /** Bytes of a connection's unanswered intents; above it, the connection is not read. */
  readonly unansweredBytes: number;
  /** Bytes of unanswered intents over all connections of a user, and of an account. */
  readonly personUnansweredBytes: number;
  readonly accountUnansweredBytes: number;
  readonly writesInFlight: number;
  /** Hellos and SyncStep1 messages per connection: each may cost a walk through the whole document. */
  readonly greetings: number;
  /** Bytes of a message that carries an intent; a larger one is refused with a code. */
  readonly intentBytes: number;
  /** Bytes of any message; a larger one closes the connection. */
  readonly messageBytes: number;
  /** Milliseconds during which presence changes are gathered, in rooms with few connections. */
  readonly presenceDelay: number;
  /** Milliseconds between heartbeats; y-websocket gives up after 30 s without a message. */
  readonly beat: number;
}
