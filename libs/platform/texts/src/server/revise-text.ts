import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { LiveText } from './live-text.ts';
import type { TextHost, TextLimits, TextTimes } from './text-host.ts';
import { applyStored, Reading } from './stored-rows.ts';
import type { TextRow, TextStore } from './text-store.ts';

type RevisionLog = (level: 'info' | 'warn' | 'error', message: string, details: object) => void;

export interface ReviserOptions<P> {
  readonly host: TextHost<P>;
  readonly store: TextStore;
  readonly times: TextTimes;
  readonly limits: TextLimits;
  readonly log: RevisionLog;
}

/** Milliseconds after which a revision that could not be kept is tried again. */
const AGAIN_MS = 5_000;

/**
 * Has a document's revisions cut: when its people pause, at the latest so long after the first change, at rest,
 * and when asked. Of all nodes that have it open one does it; the others find that it is done.
 */
export class Reviser<P> {
  private idle: NodeJS.Timeout | null = null;
  private most: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isClosed = false;
  private rows: number;

  constructor(
    private readonly text: LiveText<P>,
    private readonly options: ReviserOptions<P>,
    base: number,
  ) {
    this.rows = Math.max(0, text.fold.covered - base);
    if (!text.fold.isCovered) this.touched();
  }

  /** Something was written. */
  touched(): void {
    if (this.isClosed || this.text.fold.isCovered) return;
    const { idle, most } = this.options.times;
    if (this.idle) clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.revise(), idle);
    this.most ??= setTimeout(() => void this.revise(), most);
  }

  /** Cuts a revision of all that was written so far, unless another node does. Never rejects. */
  async revise(): Promise<void> {
    // One that runs may have begun before what was written last.
    await this.running;
    this.running ??= this.run().finally(() => (this.running = null));
    await this.running;
  }

  /** No more of it by itself; what is being cut is ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopTimers();
    await this.running;
  }

  private async run(): Promise<void> {
    const { text } = this;
    this.stopTimers();
    if (text.fold.isCovered) return;
    try {
      if (await this.cut()) await this.pruneIfWorth();
      else if (!text.fold.isCovered) this.touched();
    } catch (error) {
      this.options.log('error', 'a text could not be revised', { ...text.key, error });
      if (!this.isClosed) this.idle = setTimeout(() => void this.revise(), AGAIN_MS);
    }
  }

  /** False when another node does it, or has done it. */
  private async cut(): Promise<boolean> {
    const { text } = this;
    const { store, times, host } = this.options;
    const token = randomUUID();
    const span = await store.takeRevision(text.key, token, times.lease);
    if (!span) {
      await text.catchUp();
      return false;
    }
    let covered = span.covered;
    try {
      text.fold.cover(covered);
      if (text.fold.head < span.head) await text.catchUp();
      const revision = text.fold.revision();
      if (revision) {
        if (revision.fields.length > 0) await host.revise(revision);
        this.rows += revision.covers[1] - revision.covers[0] + 1;
        covered = revision.covers[1];
      }
    } finally {
      await store.endRevision(text.key, token, covered);
    }
    text.fold.cover(covered);
    return true;
  }

  private async pruneIfWorth(): Promise<void> {
    if (this.rows < this.options.limits.coveredRows) return;
    const { store, log } = this.options;
    const { key } = this.text;
    try {
      // Of one picture: rows that others wrote and covered since would be pruned without having been read.
      const { rows, covered: upTo } = await store.load(key);
      const whole = await wholeOf(rows.filter(({ seq }) => seq <= upTo));
      if (whole) await store.prune(key, upTo, whole);
      // Rows that can't become one stay, and are counted anew.
      this.rows = 0;
    } catch (error) {
      log('warn', 'rows of a text could not be made one', { ...key, error });
    }
  }

  private stopTimers(): void {
    for (const timer of [this.idle, this.most]) if (timer) clearTimeout(timer);
    this.idle = null;
    this.most = null;
  }
}

/** Rows as one; null when that one could not be read again as those could. */
async function wholeOf(rows: readonly TextRow[]): Promise<Uint8Array | null> {
  const [document, again] = [new Y.Doc(), new Y.Doc()];
  try {
    const reading = new Reading();
    for (const { update } of rows) if (await applyStored(document, update, reading)) return null;
    const whole = Y.encodeStateAsUpdate(document);
    return (await applyStored(again, whole, reading)) ? null : whole;
  } finally {
    document.destroy();
    again.destroy();
  }
}
