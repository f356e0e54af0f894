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

/** Milliseconds before a failed revision is retried. */
const AGAIN_MS = 5_000;

/**
 * Cuts revisions of a document: after a pause in writing, at the latest some time after the first change, at rest, and
 * on request. Of all nodes that have the document open only one cuts a revision; the others find it done.
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

  /** Cuts a revision of everything written so far, unless another node does. Never rejects. */
  async revise(): Promise<void> {
    // A running revision may have started before the last write.
    await this.running;
    this.running ??= this.run().finally(() => (this.running = null));
    await this.running;
  }

  /** Stops the timers and waits for a running revision. */
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

  /** False when another node is doing it, or has done it. */
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
      // Rows and `covered` are read in one snapshot: otherwise rows written and covered in between would be pruned
      // unread.
      const { rows, covered: upTo } = await store.load(key);
      const whole = await wholeOf(rows.filter(({ seq }) => seq <= upTo));
      if (whole) await store.prune(key, upTo, whole);
      // Also reset if the rows could not be merged: they stay, and counting starts anew.
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

/** Merges rows into one; null when the merged row could not be read back. */
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
