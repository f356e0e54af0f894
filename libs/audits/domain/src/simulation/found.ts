import { holds } from './canonical.ts';
import type { JournalEntry } from './simulated-store.ts';

/** Outcome of one intent, as seen by its client. */
export interface Ended {
  readonly key: string;
  readonly ok: boolean;
  readonly code: string | null;
}

/** All intents made in the tabs, with the outcomes reported to their users. */
export class Found {
  /** Intents put into an outbox, by key; true if the client's rules were respected. */
  readonly made = new Map<string, boolean>();
  readonly ended = new Map<string, Ended>();
  readonly discarded = new Set<string>();
  /** Committed intents that a restore removed. */
  readonly undone = new Set<string>();
  private committed = new Set<string>();

  noteMade(key: string, isHonest: boolean): void {
    holds(!this.made.has(key), 'an intent has a name of its own');
    this.made.set(key, isHonest);
  }

  noteEnded(ended: Ended): void {
    holds(!this.ended.has(ended.key), 'an intent ends once');
    this.ended.set(ended.key, ended);
    if (ended.ok) this.committed.add(ended.key);
  }

  noteRestore(journal: ReadonlyMap<string, JournalEntry>): void {
    for (const key of this.committed) if (!journal.has(key)) this.undone.add(key);
    this.committed = new Set([...this.committed].filter((key) => journal.has(key)));
  }
}
