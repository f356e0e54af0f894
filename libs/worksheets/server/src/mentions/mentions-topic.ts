import type { Principal } from '@cotejo/access-contracts';
import type { Topic } from '@cotejo/live/server';
import { MENTIONS_TOPIC, type MentionList } from '@cotejo/worksheets-contracts';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { MentionCursors } from './mention-cursors.ts';
import { readMentions, type MentionSources } from './read-mentions.ts';

/** Name under which this feed is woken when a user opened mentions. */
export const MENTIONS_WAKE = 'seen-mentions';

/** Milliseconds between two checks: every signed-in user follows this feed, while writes are frequent. */
const REST_MS = 500;

/**
 * A user's mentions, for that user alone. Each new mention, or one opened in another window, sends one row
 * with the whole list. The list is short, and sending it whole spares deletions for mentions that the user
 * may no longer see.
 */
export function mentionsTopic(sources: MentionSources): Topic<Principal, MentionList> {
  const cursors = new MentionCursors(sources.db);
  return {
    name: MENTIONS_TOPIC,
    permission: null,
    wakeOn: [WORKSHEETS_PROJECTOR, MENTIONS_WAKE],
    restMs: REST_MS,
    isWhole: true,
    authorize: (principal, key) => key === principal.userId,
    head: (principal) => cursors.of(principal),
    async readAfter(principal, _key, cursor) {
      // Read before the list: a change in between is sent twice rather than lost.
      const newest = await cursors.of(principal);
      if (newest <= cursor) return { rows: [], cursor };
      return { rows: [await readMentions(sources, principal)], cursor: newest };
    },
  };
}

/** Notifies this node's feeds of opened mentions; other nodes notice at their next check. */
export class SeenMentions {
  private readonly listeners = new Set<() => void>();

  onSeen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  seen(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
