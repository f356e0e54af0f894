import type { AuditState } from '@cotejo/audits-domain';
import type { RecordedEvent } from '@cotejo/event-store';

/** A state of the past that was read lately; nobody changes it. */
export interface Kept {
  readonly state: AuditState;
  /** The event at its version. */
  readonly event: RecordedEvent;
  readonly line: Line;
}

/** States folded from one another: they share the items that are the same in them. */
export interface Line {
  readonly audit: string;
  readonly states: Map<number, Kept>;
  /** Versions at which there is a rung already. */
  readonly rungs: Set<number>;
  usedAt: number;
}

export interface KeptStatesOptions {
  /** Items of all that is kept, about; one line is kept whatever its size. */
  readonly mostItems?: number;
  /** Milliseconds after which what nobody asked for is let go. */
  readonly restMs?: number;
  readonly now?: () => number;
}

/** Some ten megabytes for each ten thousand. */
const MOST_ITEMS = 60_000;
const REST_MS = 60_000;
/** States of a line, besides the first, that take as much as one whole: what is the same in them is shared. */
const SHARED = 12;
/** States of one line; the oldest read goes first. */
const OF_A_LINE = 40;

/**
 * States of the past that somebody looks through: who goes on to a version nearby has only what lies between to be
 * folded. Lost with the process, and any of it at any time.
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

  /** The newest one at or below a version, when no more than so many events lie between. */
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

  /** A line of its own, that begins with a state which nothing here led to. */
  line(audit: string): Line {
    return { audit, states: new Map(), rungs: new Set(), usedAt: this.now() };
  }

  /** Keeps a state that its caller will not change any more. */
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
