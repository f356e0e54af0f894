import { genesisLink, link } from '../hash-chain.ts';
import { sizeOf, type StoredEvent } from './envelope.ts';
import type { LogPage } from './read-log.ts';

export interface LiveEventsOptions {
  /** Limits of the buffer; bytes are an estimate. */
  readonly mostEvents?: number;
  readonly mostBytes?: number;
  /** Streams whose heads are remembered; the first event of any other stream costs one read of that stream. */
  readonly mostHeads?: number;
}

const MOST_EVENTS = 5_000;
const MOST_BYTES = 8 * 1_048_576;
const MOST_HEADS = 20_000;

/**
 * Reads what the log holds of an event's stream: from `after` (exclusive), or else from the first event beyond the
 * position `beyond`, up to this event, in the order of their versions.
 */
export type ReadStretch = (
  of: StoredEvent,
  since: { readonly after: bigint } | { readonly beyond: bigint },
) => Promise<readonly StoredEvent[]>;

interface Entry {
  readonly stored: StoredEvent;
  /**
   * Place in the order of arrival: the event's own position or, for one that arrived late, the position of the next
   * event in order.
   */
  readonly place: bigint;
  readonly bytes: number;
}

interface Head {
  readonly version: bigint;
  readonly link: string;
  readonly position: bigint;
}

/**
 * Buffer of the events that a subscription brought, complete from `start` (exclusive) to `end` (inclusive). Each event
 * must follow its predecessor in its stream by version and link; where it does not, the stretch is read from the log.
 * An event that turns out to be missing after later ones of other streams were handed over is inserted before the next
 * event in order, so that each reader receives it once and the order within its stream holds.
 */
export class LiveEvents {
  private readonly entries: Entry[] = [];
  /** Heads of streams; those at or before `base` may have moved on before the subscription began. */
  private readonly heads: Map<string, Head>;
  private readonly base: bigint;
  private bytes = 0;
  private late: StoredEvent[] = [];
  /** Of streams without a remembered head, everything up to here was handed over or precedes the subscription. */
  private floor: bigint;
  start: bigint;
  end: bigint;

  /**
   * @param at position from which on the subscription brings everything
   * @param before the buffer that this one replaces; its late events are still to be handed over
   */
  constructor(
    at: bigint | null,
    private readonly options: LiveEventsOptions = {},
    before?: LiveEvents,
  ) {
    this.base = this.floor = this.start = this.end = at ?? -1n;
    this.late = [...(before?.late ?? [])];
    this.heads = new Map(before?.heads);
  }

  /** Adds an event unless it is known; false when the subscription had left something out, or out of order. */
  async add(stored: StoredEvent, readStretch: ReadStretch): Promise<boolean> {
    const { event, position } = stored;
    const head = this.heads.get(event.stream);
    const isCurrent = head !== undefined && head.position > this.base;
    if (head && event.version <= head.version) return true;
    if (!isCurrent && position <= this.floor) return true;
    if (follows(stored, head)) {
      const isInOrder = position > this.end;
      this.put(stored);
      return isInOrder;
    }
    const stretch = await readStretch(stored, isCurrent ? { after: head.version } : { beyond: this.floor });
    // The first event of a stream unknown here proves nothing by itself; a stretch of one shows that it is the next.
    const isComplete = !isCurrent && stretch.length === 1 && position > this.end;
    for (const one of stretch) this.put(one);
    return isComplete;
  }

  /** Events after a position; null when it precedes the buffer. */
  page(after: bigint, limit: number): LogPage | null {
    if (after < this.start) return null;
    const first = this.firstBeyond(after);
    let last = Math.min(first + limit, this.entries.length);
    // A page must end with an event in order: its position is where the next page begins.
    while (last < this.entries.length && this.entries[last]?.place === this.entries[last - 1]?.place)
      last += 1;
    return {
      events: this.entries.slice(first, last).map(({ stored }) => stored),
      atEnd: last === this.entries.length,
    };
  }

  private put(stored: StoredEvent): void {
    const { event, position } = stored;
    this.heads.delete(event.stream);
    this.heads.set(event.stream, { version: event.version, link: event.link, position });
    if (position <= this.end) {
      this.late.push(stored);
      return;
    }
    for (const one of [...this.late, stored]) {
      const bytes = sizeOf(one);
      this.entries.push({ stored: one, place: position, bytes });
      this.bytes += bytes;
    }
    this.late = [];
    this.end = position;
    this.trim();
  }

  private trim(): void {
    const { mostEvents = MOST_EVENTS, mostBytes = MOST_BYTES, mostHeads = MOST_HEADS } = this.options;
    let dropped = 0;
    while (this.entries.length - dropped > mostEvents || this.bytes > mostBytes) {
      const entry = this.entries[dropped++];
      if (!entry) break;
      this.bytes -= entry.bytes;
      this.start = entry.place;
    }
    if (dropped > 0) this.entries.splice(0, dropped);
    for (const [stream, { position }] of this.heads) {
      if (this.heads.size <= mostHeads) break;
      this.heads.delete(stream);
      if (position > this.floor) this.floor = position;
    }
  }

  private firstBeyond(after: bigint): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.entries[middle]?.place ?? 0n) > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function follows({ event, recordedMicros }: StoredEvent, head: Head | undefined): boolean {
  if (event.version !== (head?.version ?? -1n) + 1n) return false;
  const previous = head?.link ?? genesisLink(event.stream);
  return link(previous, event.version, recordedMicros, event.contentHash) === event.link;
}
