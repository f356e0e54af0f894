import type * as Y from 'yjs';
import type { Advance, AnswerFrame, HelloFrame, IntentFrame } from '../protocol.ts';

/** How a person is shown to the others of a room; set here, never by a client. */
export type RoomUser = HelloFrame['user'];
export type RoomMode = HelloFrame['mode'];

export type Admission =
  | { readonly ok: true; readonly user: RoomUser; readonly mode: RoomMode }
  | { readonly ok: false; readonly code: number; readonly reason: string };

/**
 * One kind of room (`/rooms/<kind>/<id>`). The transport knows connections, frames and limits; who may
 * enter and what an intent does is the host's. `P` is whatever a redeemed ticket stands for.
 */
export interface RoomHost<P> {
  readonly kind: string;
  /**
   * What whoever enters must hold, at least of something of their own; null = being signed in. Declared, so that
   * all doors can be told in one table; `authorize` judges the very room besides.
   */
  readonly permission: string | null;
  /** Policy on entry, for each connection. The close code of a refusal is one of `closeCode`. */
  authorize(principal: P, id: string): Promise<Admission>;
  /** Called for the first connection of a room on this node; throws when the room cannot be had. */
  open(id: string, audience: Audience<P>): Promise<OpenRoom<P>>;
}

/**
 * A room with somebody in it. Document, its id, version and link are read in one tick and belong together; the
 * document may become another one, which `Audience.reset` tells in the same tick.
 */
export interface OpenRoom<P> {
  readonly document: Y.Doc;
  readonly documentId: string;
  readonly version: number;
  readonly link: string;
  /** Why it shows another document than its own, which nobody may write in; told with hello. */
  readonly notice?: string;
  /** Chain link at another version (reads on first when this node is behind it); null when there is none. */
  linkAt(version: number): Promise<string | null>;
  /** Answers through `member.answer`, once, when the document holds the answer's version. */
  submit(member: Member<P>, frame: IntentFrame): void;
  /** How much work an intent causes, in events, about; 1 when absent. */
  costOf?(frame: IntentFrame): number;
  /** The client has stored its answers up to here. */
  confirm(member: Member<P>, session: string, upTo: number): void;
  /**
   * Takes what a client wrote into the document; without it, who writes is closed with 4403. Settles when it is
   * durable, never rejects. The bytes are the room's to keep.
   */
  write?(member: Member<P>, update: Uint8Array): Promise<Written>;
  /** Somebody stopped writing for now. */
  rest?(member: Member<P>): void;
  /** The last connection has left. */
  leave(): void;
}

/** What became of a write; `again`: the same may be taken a little later. */
export type Written =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly code: string; readonly again: boolean };

/** Thrown by `RoomHost.open`: the connection is closed with this code instead of being told to try again. */
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

/** One connection, as the host sees it. All of it is harmless after the connection closed. */
export interface Member<P> {
  readonly principal: P;
  readonly user: RoomUser;
  answer(frame: Omit<AnswerFrame, 't'>): void;
  /** Counts work (in events, about) that the person turned out to cause beyond what the message said. */
  charge(cost: number): void;
  /** Tells the client what it may do from now on; nothing is sent when nothing changed. */
  setMode(mode: RoomMode): void;
  close(code: number, reason: string): void;
}

/** Bounds how much work a person may cause in a time, over all their connections; the unit is an event's. */
export interface WorkPace<P> {
  /** Null when it may be done at once, otherwise resolves when it may. */
  take(principal: P, cost: number): Promise<void> | null;
  /** Counts work that is known only once it is done. */
  charge(principal: P, cost: number): void;
}

/** Everybody in a room on this node. */
export interface Audience<P> {
  members(): Iterable<Member<P>>;
  /** Tells what was committed; in the same tick in which the document took it. */
  advance(advance: Advance): void;
  /** The document is another one from now on: everybody drops the old one and comes back for it. */
  reset(): void;
  /** Closes every connection and forgets the room: the next one opens it anew. */
  close(code: number, reason: string): void;
}

export type RoomLog = (level: 'info' | 'warn' | 'error', message: string, details: object) => void;

/** Bounds of one node; the defaults are for people, tests narrow them. */
export interface RoomLimits {
  /** Bytes that may wait for a slow reader before it is sent away, beside one message that is larger itself. */
  readonly bufferedBytes: number;
  /** Bytes of a client that may wait while it is admitted; more, later, and its socket is read no further. */
  readonly inboxBytes: number;
  readonly intentsInFlight: number;
  /** Bytes of a client's intents that may wait for their answers; beyond, its messages are read no further. */
  readonly unansweredBytes: number;
  /** The same, of all connections of a person, and of an account. */
  readonly personUnansweredBytes: number;
  readonly accountUnansweredBytes: number;
  readonly writesInFlight: number;
  /** Times that one connection may say hello or ask for the document: each may cost a walk through all of it. */
  readonly greetings: number;
  /** Bytes of a message that carries an intent; a larger one is refused with a code. */
  readonly intentBytes: number;
  /** Bytes of any message; a larger one closes the connection. */
  readonly messageBytes: number;
  /** Milliseconds within which presence changes travel together while few people are there. */
  readonly presenceDelay: number;
  /** Milliseconds between signs of life; y-websocket gives up after 30 s without a message. */
  readonly beat: number;
}
