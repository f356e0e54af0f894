import type { Outcome } from '@cotejo/rooms/protocol';

/** Outcome of an intent as recorded in the command journal of the event store. */
export interface SettledIntent {
  readonly intentHash: string;
  readonly outcome: Outcome;
  readonly version: number;
}

/** Position of an intent in a user's outbox. */
export interface OutboxPlace {
  readonly user: string;
  readonly session: string;
  readonly seq: number;
}

interface Session {
  last: number;
  readonly answers: Map<number, SettledIntent>;
}

const MAX_SESSIONS = 256;
const MAX_ANSWERS = 1_024;

/**
 * In-memory cache of answers that clients have not confirmed yet. It saves a journal query for intents that
 * cannot have been settled before. The store's journal stays authoritative, also for intents settled on
 * another node.
 */
export class AnswerMemory {
  private readonly sessions = new Map<string, Session>();

  remember(place: OutboxPlace, settled: SettledIntent): void {
    const key = keyOf(place);
    const session = this.sessions.get(key) ?? { last: -1, answers: new Map<number, SettledIntent>() };
    this.sessions.delete(key);
    this.sessions.set(key, session);
    session.last = Math.max(session.last, place.seq);
    session.answers.set(place.seq, settled);
    dropOldest(session.answers, MAX_ANSWERS);
    dropOldest(this.sessions, MAX_SESSIONS);
  }

  recall(place: OutboxPlace): SettledIntent | undefined {
    return this.sessions.get(keyOf(place))?.answers.get(place.seq);
  }

  /**
   * False only when this node has settled an earlier number of the session and none from `place` on: sessions
   * are ordered, so such an intent is new or was settled on another node.
   */
  mayBeSettled(place: OutboxPlace): boolean {
    return place.seq <= (this.sessions.get(keyOf(place))?.last ?? Infinity);
  }

  /**
   * Drops the answers up to `place` (the client has stored them) and returns the numbers that were dropped.
   */
  confirm(place: OutboxPlace): readonly number[] {
    const answers = this.sessions.get(keyOf(place))?.answers;
    const confirmed = [...(answers?.keys() ?? [])].filter((seq) => seq <= place.seq);
    for (const seq of confirmed) answers?.delete(seq);
    return confirmed;
  }
}

const keyOf = ({ user, session }: OutboxPlace): string => `${user}/${session}`;

function dropOldest(map: Map<unknown, unknown>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return;
    map.delete(key);
  }
}
