import type { PreparedAppend } from '../validate.ts';
import type { IndexedHead } from './side-tables.ts';

const STREAMS = 2_000;
const IDS = 20_000;
/**
 * Events that may be written ahead of the index before appends wait for it; the index catches up on so many in seconds.
 */
const MOST_AHEAD = 2_000;
/** Correct positions that must have been observed before the next one is trusted. */
const PROOFS = 3;

/**
 * The last writes of this node: the heads of its streams, and ids of events that the index may not hold yet. If a
 * stream still ends at such a head, no other node has written to it since; KurrentDB's version check proves that.
 */
export class OwnWrites {
  private readonly heads = new Map<string, IndexedHead>();
  private readonly ids = new Set<string>();
  /** Writes that the index does not hold yet, and the number of their events. */
  private readonly unindexed: { readonly position: bigint; readonly events: number }[] = [];
  private ahead = 0;

  /** The head of this node's last write, if the request may follow it and does not repeat events of this node. */
  headFor({ stream, expected, events }: PreparedAppend): IndexedHead | undefined {
    const head = this.heads.get(stream);
    const follows = expected === 'any' || expected === 'exists' || expected === head?.version;
    if (head === undefined || !follows) return undefined;
    if (this.ahead > MOST_AHEAD) return undefined;
    return events.some(({ event }) => this.ids.has(event.id)) ? undefined : head;
  }

  /** Call when the index holds the log up to a position. */
  indexed(position: bigint): void {
    for (let [first] = this.unindexed; first && first.position <= position; [first] = this.unindexed) {
      this.unindexed.shift();
      this.ahead -= first.events;
    }
  }

  note({ stream, events }: PreparedAppend, head: IndexedHead, position: bigint): void {
    this.heads.delete(stream);
    this.heads.set(stream, head);
    this.unindexed.push({ position, events: events.length });
    this.ahead += events.length;
    for (const { event } of events) this.ids.add(event.id);
    dropOldest(this.heads, STREAMS);
    dropOldest(this.ids, IDS);
  }

  forget(stream: string): void {
    this.heads.delete(stream);
  }
}

function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}

/**
 * Decides whether the position in the server's answer to an append can be trusted. The protocol does not promise it, so
 * it is compared with the stored position until it was correct a few times; after one wrong answer it is never trusted
 * again.
 */
export class AnsweredPositions {
  private readonly proofs = { one: 0, several: 0 };
  private wasWrong = false;

  believes(events: number): boolean {
    return !this.wasWrong && this.proofs[kindOf(events)] >= PROOFS;
  }

  compare(events: number, told: bigint | undefined, stored: bigint): void {
    if (told === stored) this.proofs[kindOf(events)] += 1;
    else this.wasWrong = true;
  }
}

const kindOf = (events: number): 'one' | 'several' => (events === 1 ? 'one' : 'several');
