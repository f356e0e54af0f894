import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { splitUpdate } from '../split-update.ts';

/** Writes in flight: if one is refused, those after it are refused too. */
const MOST_UNDER_WAY = 4;

/**
 * Updates that the server has not confirmed as durable. While writes are in flight, later updates are gathered, so that
 * fast typing over a slow connection needs few messages.
 */
export class UnsentWrites {
  private gathered: Uint8Array[] = [];
  /** Parts of the batch being sent; each depends on the ones before it. */
  private parts: Uint8Array[] = [];
  private readonly underWay = new Set<number>();
  private next = 0;
  /** The server may lack updates, including those of earlier pages. */
  isDirty = false;

  add(update: Uint8Array): void {
    this.gathered.push(update);
    this.isDirty = true;
  }

  /** Next update to send, numbered; null when nothing is waiting or the limit in flight is reached. */
  take(): { readonly write: number; readonly update: Uint8Array } | null {
    if (this.underWay.size >= MOST_UNDER_WAY) return null;
    if (this.parts.length === 0 && this.gathered.length > 0)
      this.parts = [...splitUpdate(Y.mergeUpdates(this.gathered.splice(0)), MAX_UPDATE_BYTES)];
    const update = this.parts.shift();
    return update ? this.number(update) : null;
  }

  /** Replaces gathered and in-flight updates by this one, which contains them all. */
  beginWith(update: Uint8Array): void {
    this.forget();
    this.parts = [...splitUpdate(update, MAX_UPDATE_BYTES)];
  }

  /** Whether that write was in flight. */
  answered(write: number): boolean {
    return this.underWay.delete(write);
  }

  get isAnswered(): boolean {
    return this.underWay.size === 0 && this.gathered.length === 0 && this.parts.length === 0;
  }

  /** The connection closed: the next one starts with one update of everything. */
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
