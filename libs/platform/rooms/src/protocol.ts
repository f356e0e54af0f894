import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { z } from 'zod';

/**
 * Protocol of a room's connection (y-websocket at `/rooms/<kind>/<id>?ticket=…`), version 2. Also raise it when the
 * schema of the documents changes: clients of the previous release then keep the document they show instead of reading
 * the new one as empty.
 *
 * Message types 0 (sync), 1 (awareness) and 3 (query awareness) are y-websocket's own; the server never sends SyncStep1
 * for a document it alone writes, and a client that writes such a document is closed with 4403. Type 4 carries one JSON
 * frame of the unions below. Type 5 carries committed changes: versions and at most one Yjs update, so that a base
 * always knows its version.
 *
 * Rooms of documents that clients write (texts) send their own SyncStep1 right after the first SyncStep2. The client
 * replies, and sends all later writes, with type 6: a sequence number and a Yjs update. Each is answered once: `stored`
 * when it is durable, or `refused`.
 */
export const ROOM_PROTOCOL = 2;
export const ROOM_PATH = '/rooms';

export const messageType = {
  sync: 0,
  awareness: 1,
  queryAwareness: 3,
  frame: 4,
  advance: 5,
  write: 6,
} as const;

/** Close codes; depending on the code the client fetches a new ticket, gives up, or resets. */
export const closeCode = {
  ticketRefused: 4401,
  forbidden: 4403,
  notFound: 4404,
  protocolError: 4400,
  tooBusy: 4429,
  /** The room's stored state can't be read: an error, never to be shown as an empty document. */
  unreadable: 4500,
  /** Outcome unknown for too long, or the server is going down: reconnect. */
  tryAgain: 1013,
  goingAway: 1001,
} as const;

/** Identity of a document: store incarnation, projection version and last compaction, hashed. */
export const documentId = z.string().min(1).max(64);

/** First frame of a connection, from the server. */
export const helloFrame = z.object({
  t: z.literal('hello'),
  protocol: z.literal(ROOM_PROTOCOL),
  document: documentId,
  /** Version that the document holds once the sync that follows is applied. */
  version: z.number().int(),
  /** Chain link at `version`; a base that claims the same version with another link is reset. */
  link: z.string(),
  user: z.object({ id: z.string(), name: z.string(), initials: z.string(), color: z.number().int() }),
  mode: z.enum(['edit', 'read']),
  /** Reason code when the room shows a substitute instead of its own document; absent otherwise. */
  notice: z.string().max(60).optional(),
});
export type HelloFrame = z.infer<typeof helloFrame>;

export const outcome = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);
export type Outcome = z.infer<typeof outcome>;

/** Answer to one intent, sent once the connection's document holds `version`. */
export const answerFrame = z.object({
  t: z.literal('answer'),
  session: z.string(),
  seq: z.number().int().nonnegative(),
  outcome,
  version: z.number().int(),
});
export type AnswerFrame = z.infer<typeof answerFrame>;

/** The client's base is not of this document: drop it, keep the outbox, sync anew. */
export const resetFrame = z.object({
  t: z.literal('reset'),
  document: documentId,
  version: z.number().int(),
});

/** The user's rights in this room changed while connected. */
export const modeFrame = z.object({ t: z.literal('mode'), mode: z.enum(['edit', 'read']) });

/** The write with this number, on this connection, is durable; `version` contains it. */
export const storedFrame = z.object({
  t: z.literal('stored'),
  write: z.number().int().nonnegative(),
  version: z.number().int(),
});

/**
 * The write with this number was rejected: none of it is in the document, and later writes that depend on it will be
 * refused too. `again`: a retry may succeed a little later.
 */
export const refusedFrame = z.object({
  t: z.literal('refused'),
  write: z.number().int().nonnegative(),
  code: z.string().min(1).max(60),
  again: z.boolean(),
});
export type RefusedFrame = z.infer<typeof refusedFrame>;

export const serverFrame = z.discriminatedUnion('t', [
  helloFrame,
  answerFrame,
  resetFrame,
  modeFrame,
  storedFrame,
  refusedFrame,
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/**
 * First frame from the client: the base it holds. `version` is -1 and `document` null when it holds nothing. The server
 * answers with hello (and reset when they do not match) before it syncs.
 */
export const helloClientFrame = z.object({
  t: z.literal('hello'),
  protocol: z.number().int(),
  document: documentId.nullable(),
  version: z.number().int(),
  link: z.string().nullable(),
  /**
   * Awareness id (the Y.Doc's clientID) of this client: the only id for which the server takes presence from this
   * connection. Without it, the first id used counts. A client that was reset says hello again before it sends
   * SyncStep1 of its new document (or reconnects).
   */
  awareness: z.number().int().nonnegative().optional(),
});

/** One intent of the outbox. (session, seq) identifies it permanently; `session` is a client-made UUID. */
export const intentFrame = z.object({
  t: z.literal('intent'),
  session: z.uuid(),
  seq: z.number().int().nonnegative(),
  base: z.number().int(),
  /** Schema version of the intent when it was made, which may be long ago; absent = 1. */
  schema: z.number().int().positive().optional(),
  intent: z.looseObject({ kind: z.string().min(1).max(60) }),
});
export type IntentFrame = z.infer<typeof intentFrame>;

/** The client has stored these answers; the server may forget them. */
export const confirmFrame = z.object({
  t: z.literal('confirm'),
  session: z.uuid(),
  upTo: z.number().int().nonnegative(),
});

/** The user stopped writing for now (left the field, hid the page). */
export const restFrame = z.object({ t: z.literal('rest') });

export const clientFrame = z.discriminatedUnion('t', [
  helloClientFrame,
  intentFrame,
  confirmFrame,
  restFrame,
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** Bytes of a message that carries an intent; a larger one is answered with `INTENT_TOO_LARGE`. */
export const MAX_INTENT_BYTES = 256 * 1024;
/** Code for an intent that exceeds one message, or whose events exceed one append. */
export const INTENT_TOO_LARGE = 'intent_too_large';
/** Bytes of any message from a client; larger ones close the connection. */
export const MAX_CLIENT_MESSAGE_BYTES = 1024 * 1024;
/** Unanswered intents per connection; more close it. */
export const MAX_INTENTS_IN_FLIGHT = 1_000;

/** Unanswered writes per connection; more close it. */
export const MAX_WRITES_IN_FLIGHT = 64;

const structId = z.object({ client: z.number().int().nonnegative(), clock: z.number().int().nonnegative() });
/** Yjs relative position in its JSON form. */
const relativePosition = z.object({
  type: structId.nullish(),
  tname: z.string().max(100).nullish(),
  item: structId.nullish(),
  assoc: z.number().int().optional(),
});

/** Presence of one connection: the user is set by the server, the rest by the client. */
export const presence = z.object({
  user: z
    .object({ id: z.string(), name: z.string(), initials: z.string(), color: z.number().int() })
    .optional(),
  /** Row or worksheet that the user is on. */
  item: z.string().max(64).nullish(),
  field: z.string().max(64).nullish(),
  /** Cursor in a document of texts. */
  cursor: z.object({ anchor: relativePosition, head: relativePosition }).nullish(),
});
export type Presence = z.infer<typeof presence>;

/**
 * Message type 5, after its type number: the changes committed in (from, to]. Sent only after the first SyncStep2 of a
 * connection, in order and without gaps; a client that sees `from` above its own version reconnects, one that sees `to`
 * at or below it ignores the message.
 */
export interface Advance {
  readonly from: number;
  readonly to: number;
  /** Chain link at `to`. */
  readonly link: string;
  /** Null when the commit changed nothing that the document shows. */
  readonly update: Uint8Array | null;
}

/** Whole message, type number included: varUint 5, varInt from, varInt to, string link, bytes update. */
export function encodeAdvance(advance: Advance): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.advance);
  encoding.writeVarInt(encoder, advance.from);
  encoding.writeVarInt(encoder, advance.to);
  encoding.writeVarString(encoder, advance.link);
  encoding.writeVarUint8Array(encoder, advance.update ?? new Uint8Array());
  return encoding.toUint8Array(encoder);
}

/** Reads what follows the type number. Throws on truncated bytes. */
export function readAdvance(decoder: decoding.Decoder): Advance {
  const from = decoding.readVarInt(decoder);
  const to = decoding.readVarInt(decoder);
  const link = decoding.readVarString(decoder);
  const update = decoding.readVarUint8Array(decoder);
  return { from, to, link, update: update.length === 0 ? null : update };
}

/** A client's write: its number on this connection, rising from 0, and a Yjs update. */
export interface Write {
  readonly write: number;
  readonly update: Uint8Array;
}

/** Whole message, type number included: varUint 6, varUint number, bytes update. */
export function encodeWrite({ write, update }: Write): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.write);
  encoding.writeVarUint(encoder, write);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder);
}

/** Reads what follows the type number. Throws on truncated bytes. */
export function readWrite(decoder: decoding.Decoder): Write {
  return { write: decoding.readVarUint(decoder), update: decoding.readVarUint8Array(decoder) };
}

/** Whole message of type 4: varUint 4, then the frame's JSON as a string. */
export function encodeFrame(frame: ServerFrame | ClientFrame): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.frame);
  encoding.writeVarString(encoder, JSON.stringify(frame));
  return encoding.toUint8Array(encoder);
}

/** JSON value that follows the type number; parse it with `serverFrame` or `clientFrame`. */
export function readFrame(decoder: decoding.Decoder): unknown {
  return JSON.parse(decoding.readVarString(decoder)) as unknown;
}

/** Start of an intent frame as all clients serialize it: session and number come first. */
const INTENT_HEAD = /^\{"t":"intent","session":"([0-9a-f-]{36})","seq":(\d{1,15}),/;
const HEAD_BYTES = 100;

/**
 * Reads only the name of an intent frame, after the type number: for frames that are too large to be parsed. Null when
 * the frame is no intent, or has another key order.
 */
export function readIntentName(decoder: decoding.Decoder): Pick<IntentFrame, 'session' | 'seq'> | null {
  const text = decoding.readVarUint8Array(decoder).subarray(0, HEAD_BYTES);
  const [, session = '', seq = ''] = INTENT_HEAD.exec(new TextDecoder().decode(text)) ?? [];
  return (
    intentFrame.pick({ session: true, seq: true }).safeParse({ session, seq: Number(seq || -1) }).data ?? null
  );
}
