import type { PreparedAppend } from '../validate.ts';
import type { IndexedHead } from './side-tables.ts';

const STREAMS = 2_000;
const IDS = 20_000;
/** As far as the index may lag behind our writes before they wait for it: then it can hold the rest in seconds. */
const MOST_AHEAD = 2_000;
/** Answers that must have told the truth before the next one is believed. */
const PROOFS = 3;

/**
 * What this node wrote last: where its streams ended then, and ids of events that the index may not hold yet.
 * A stream that still ends there has seen nobody else since, which KurrentDB's own version check proves.
 */
export class OwnWrites {
  private readonly heads = new Map<string, IndexedHead>();
  private readonly ids = new Set<string>();
  private written = 0;
  private indexed = 0;

  /** The head of our own last write, where this request may follow it and does not repeat events of ours. */
  headFor({ stream, expected, events }: PreparedAppend): IndexedHead | undefined {
    const head = this.heads.get(stream);
    const follows = expected === 'any' || expected === 'exists' || expected === head?.version;
    if (head === undefined || !follows) return undefined;
    if (this.written - this.indexed > MOST_AHEAD) return undefined;
    return events.some(({ event }) => this.ids.has(event.id)) ? undefined : head;
  }

  /** Call before the index reads the log, and what it gives back once the index holds what was read. */
  whenIndexed(): () => void {
    const { written } = this;
    return () => {
      this.indexed = Math.max(this.indexed, written);
    };
  }

  note({ stream, events }: PreparedAppend, head: IndexedHead): void {
    this.heads.delete(stream);
    this.heads.set(stream, head);
    this.written += events.length;
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
 * Whether the server's answer to an append may be believed about the position of the last event. That it tells
 * it is nowhere promised, so it is compared with what was stored until it has been right a few times; one
 * wrong answer, and it is never believed again.
 */
export class ToldPositions {
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
