import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { splitUpdate } from '../split-update.ts';

/** Writes under way at once: more would be refused together when one is. */
const MOST_UNDER_WAY = 4;

/**
 * What was written here and the server has not said to be durable. While writes are under way the next ones gather,
 * so that fast typing over a slow line costs few messages.
 */
export class UnsentWrites {
  private gathered: Uint8Array[] = [];
  /** Parts of what goes now: each stands on those before it. */
  private parts: Uint8Array[] = [];
  private readonly underWay = new Set<number>();
  private next = 0;
  /** Anything at all that the server may not have, of earlier pages too. */
  isDirty = false;

  add(update: Uint8Array): void {
    this.gathered.push(update);
    this.isDirty = true;
  }

  /** What goes now, with a number; null when nothing does. */
  take(): { readonly write: number; readonly update: Uint8Array } | null {
    if (this.underWay.size >= MOST_UNDER_WAY) return null;
    if (this.parts.length === 0 && this.gathered.length > 0)
      this.parts = [...splitUpdate(Y.mergeUpdates(this.gathered.splice(0)), MAX_UPDATE_BYTES)];
    const update = this.parts.shift();
    return update ? this.number(update) : null;
  }

  /** From now on everything, instead of what gathered and what is under way. */
  beginWith(update: Uint8Array): void {
    this.forget();
    this.parts = [...splitUpdate(update, MAX_UPDATE_BYTES)];
  }

  /** Whether that write is one that is waited for. */
  answered(write: number): boolean {
    return this.underWay.delete(write);
  }

  get isAnswered(): boolean {
    return this.underWay.size === 0 && this.gathered.length === 0 && this.parts.length === 0;
  }

  /** The connection is gone: the next one begins with everything. */
  forget(): void {
    this.gathered = [];
    this.parts = [];
    this.underWay.clear();
  }

  private number(update: Uint8Array): { readonly write: number; readonly update: Uint8Array } {
    const write = this.next++;
    this.underWay.add(write);
    return { write, update };
  }
}
