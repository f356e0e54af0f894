import { z } from 'zod';

/**
 * Protocol of the live feed over socket.io (namespace `/live`, ticket in `auth.ticket`).
 *
 * A topic is a name and a key ("change-log", audit id). A client follows it from its cursor; frames carry `(from, to]`
 * and rows. A frame whose `from` is not the client's cursor reveals a gap: the client follows again from its cursor.
 */
export const LIVE_NAMESPACE = '/live';

export const topicName = z.string().regex(/^[a-z][a-z-]{0,40}$/);
export const topicKey = z.string().min(1).max(80);

/** Client → server, event `follow`; acknowledged with `followAnswer`. Cursor -1 = from the beginning. */
export const followRequest = z.object({ topic: topicName, key: topicKey, cursor: z.number().int().min(-1) });
export type FollowRequest = z.infer<typeof followRequest>;

/** `ok` with the cursor from which frames follow, or refused with a code. */
export const followAnswer = z.union([
  z.object({ ok: z.literal(true), cursor: z.number().int() }),
  z.object({ ok: z.literal(false), code: z.string() }),
]);
export type FollowAnswer = z.infer<typeof followAnswer>;

/** Client → server, event `unfollow`. */
export const unfollowRequest = z.object({ topic: topicName, key: topicKey });

/** Server → client, event `frame`. */
export const feedFrame = z.object({
  topic: topicName,
  key: topicKey,
  from: z.number().int(),
  to: z.number().int(),
  rows: z.array(z.unknown()),
});
export type FeedFrame = z.infer<typeof feedFrame>;

/**
 * Server → client, event `closing`, just before the server disconnects: the session ended (get a new ticket, or sign
 * in), a limit was exceeded, or the node is shutting down (reconnect).
 */
export const closingNotice = z.object({ code: z.enum(['session_ended', 'limit_passed', 'going_away']) });

/**
 * Server → client, event `waiting`: the node lags behind its event log and sends nothing until it has caught up.
 * Requests made meanwhile are answered then.
 */
export const waitingNotice = z.object({ waiting: z.boolean() });

/** Server → client, event `revoked`: the user may no longer follow this topic. */
export const revokedNotice = z.object({ topic: topicName, key: topicKey, code: z.string() });
export type RevokedNotice = z.infer<typeof revokedNotice>;

/** `message` of the refused handshake when the ticket is unknown, used or expired. */
export const TICKET_REFUSED = 'ticket_refused';
/** Codes of a refused `follow`. */
export const followRefusal = {
  invalid: 'invalid_request',
  unknownTopic: 'unknown_topic',
  forbidden: 'access_not_authorized',
  tooMany: 'too_many_topics',
  unavailable: 'unavailable',
} as const;

/** Topics per connection; bytes per client message. */
export const MAX_TOPICS = 50;
export const MAX_CLIENT_MESSAGE_BYTES = 16 * 1024;

/** Maximum rows per frame; a longer absence is sent as several frames. */
export const MAX_FRAME_ROWS = 500;
