import type { AuditState } from '@cotejo/audits-domain';
import type { RecordedEvent } from '@cotejo/event-store';

/** A cached past state; must not be modified. */
export interface Kept {
  readonly state: AuditState;
  /** Event at the state's version. */
  readonly event: RecordedEvent;
  readonly line: Line;
}

/** States folded from one another, which share equal items in memory. */
export interface Line {
  readonly audit: string;
  readonly states: Map<number, Kept>;
  /** Versions that have a stored snapshot. */
  readonly snapshots: Set<number>;
  usedAt: number;
}

export interface KeptStatesOptions {
  /** Maximum of items in all cached states (estimated); one line is kept whatever its size. */
  readonly mostItems?: number;
  /** Milliseconds without use after which a line is evicted. */
  readonly restMs?: number;
  readonly now?: () => number;
}

/** About ten megabytes per ten thousand items. */
const MOST_ITEMS = 60_000;
const REST_MS = 60_000;
/**
 * States of a line, besides the first, that take as much memory as one full state, because equal items are
 * shared.
 */
const SHARED = 12;
/** Maximum of states per line; the least recently read is evicted first. */
const OF_A_LINE = 40;

/**
 * Cache of past states for users who step through versions: a nearby version needs only the events in
 * between. In process memory; any entry may be evicted at any time.
 */
export class KeptStates {
  private readonly lines = new Set<Line>();
  private readonly mostItems: number;
  private readonly restMs: number;
  private readonly now: () => number;
  private timer: NodeJS.Timeout | null = null;

  constructor({
    mostItems = MOST_ITEMS,
    restMs = REST_MS,
    now = () => performance.now(),
  }: KeptStatesOptions = {}) {
    this.mostItems = mostItems;
    this.restMs = restMs;
    this.now = now;
  }

  /** The newest cached state at or below a version, if at most `within` events lie between. */
  nearest(audit: string, version: number, within: number): Kept | null {
    let best: Kept | null = null;
    for (const line of this.lines) {
      if (line.audit !== audit) continue;
      for (const kept of line.states.values()) {
        const at = kept.state.version;
        if (at <= version && version - at <= within && at > (best?.state.version ?? -1)) best = kept;
      }
    }
    if (best) best.line.usedAt = this.now();
    return best;
  }

  /** A new line, for a state that was not folded from a cached one. */
  line(audit: string): Line {
    return { audit, states: new Map(), snapshots: new Set(), usedAt: this.now() };
  }

  /** Caches a state; the caller must not modify it afterwards. */
  keep(kept: Kept): void {
    const { line, state } = kept;
    line.states.delete(state.version);
    line.states.set(state.version, kept);
    line.usedAt = this.now();
    this.lines.add(line);
    const [oldest] = line.states.keys();
    if (line.states.size > OF_A_LINE && oldest !== undefined) line.states.delete(oldest);
    this.makeRoom(line);
    this.timer ??= setInterval(() => this.letGo(), this.restMs / 2).unref();
  }

  clear(): void {
    this.lines.clear();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  get items(): number {
    return [...this.lines].reduce((sum, line) => sum + sizeOf(line), 0);
  }

  private makeRoom(newest: Line): void {
    const others = [...this.lines].filter((line) => line !== newest).sort((a, b) => a.usedAt - b.usedAt);
    for (const line of others) {
      if (this.items <= this.mostItems) return;
      this.lines.delete(line);
    }
  }

  private letGo(): void {
    for (const line of this.lines) if (this.now() - line.usedAt > this.restMs) this.lines.delete(line);
    if (this.lines.size === 0) this.clear();
  }
}

function sizeOf({ states }: Line): number {
  let most = 0;
  for (const { state } of states.values()) most = Math.max(most, state.count);
  return most * (1 + (states.size - 1) / SHARED);
}
