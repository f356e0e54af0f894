import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '../backoff.ts';
import type { Position } from '../port.ts';
import { comparePositions } from '../position.ts';
import { Sleepers } from '../sleepers.ts';
import { connect } from './connect.ts';

const HEARTBEAT_MS = 10_000;

export interface CommitListenerOptions {
  readonly connectionString: string;
  readonly connectMs: number;
  /** Longest silence in milliseconds before a follower polls. */
  readonly pollMs: number;
}

/**
 * One LISTEN connection that wakes the followers of this process after a commit by any node. It may be down: then the
 * followers poll.
 */
export class CommitListener {
  private readonly abort = new AbortController();
  private readonly backoff = new Backoff(50, 2_000);
  private readonly sleepers: Sleepers;
  private listening: Promise<void> | undefined;
  /** The highest position notified so far. */
  private notified: Position | null = null;

  constructor(private readonly options: CommitListenerOptions) {
    this.sleepers = new Sleepers(options.pollMs);
  }

  /** Resolves when there may be an event after `after`, at the latest after `pollMs`, or on abort. */
  async waitBeyond(after: Position | null, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (signal.aborted || comparePositions(this.notified, after) > 0) return;
    await this.sleepers.sleep(signal);
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.listening;
  }

  private async listen(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted) {
      try {
        await this.listenOnce(signal);
      } catch {
        // No event is lost while the connection is down: followers poll, and report the errors of their own reads.
      }
      await this.backoff.wait(signal);
    }
  }

  private async listenOnce(signal: AbortSignal): Promise<void> {
    const { connectionString, connectMs } = this.options;
    const lost = new AbortController();
    const connection = await connect({
      connectionString,
      name: 'listen',
      connectMs,
      queryMs: connectMs,
      onLost: () => lost.abort(),
    });
    try {
      connection.client.on('notification', ({ payload }) => this.ring(payload));
      await connection.client.query('listen es_event');
      this.backoff.reset();
      this.sleepers.wakeAll(); // commits before LISTEN took effect caused no notification
      const over = AbortSignal.any([signal, lost.signal]);
      while (!over.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
        if (!over.aborted) await connection.client.query('select 1');
      }
    } finally {
      await connection.end();
    }
  }

  private ring(payload: string | undefined): void {
    if (payload !== undefined && /^\d+$/.test(payload)) {
      const position = payload as Position;
      if (comparePositions(position, this.notified) > 0) this.notified = position;
    }
    this.sleepers.wakeAll();
  }
}
