import type { Principal } from '@cotejo/access-contracts';
import type { Topic } from '@cotejo/live/server';
import { MENTIONS_TOPIC, type MentionList } from '@cotejo/worksheets-contracts';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { MentionCursors } from './mention-cursors.ts';
import { readMentions, type MentionSources } from './read-mentions.ts';

/** Name under which this feed is woken when somebody opened what names them. */
export const MENTIONS_WAKE = 'seen-mentions';

/** Time between two looks: everybody who is signed in follows this, while people write all the time. */
const REST_MS = 500;

/**
 * Where a person was named, for that person alone: whenever somebody names them, or they open a mention in another
 * window, one row with the whole list. It is short, and so nothing has to be told that is no longer theirs to see.
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
      // Before the list: what changes in between comes once more, never not at all.
      const newest = await cursors.of(principal);
      if (newest <= cursor) return { rows: [], cursor };
      return { rows: [await readMentions(sources, principal)], cursor: newest };
    },
  };
}

/** Tells this node's feeds that somebody opened mentions; other nodes notice with their next look. */
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
