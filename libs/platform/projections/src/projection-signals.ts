import { createClient } from '@cotejo/database/connections';
import type pg from 'pg';
import { PROJECTED_CHANNEL, type ProjectionLog } from './projector.ts';

/** Receives the projector whose rows changed; null when it may be any (the connection was lost). */
export type ProjectedListener = (projector: string | null) => void;
/** Receives the payload of a notification on a channel; null when notifications may have been missed. */
export type ChannelListener = (payload: string | null) => void;

/** Milliseconds of silence before a LISTEN connection is checked, and time limit of that check. */
const CHECK_MS = 15_000;
/** Milliseconds. A database that neither answers nor refuses must not block the start. */
const CONNECT_MS = 10_000;
const MAX_BACKOFF_MS = 5_000;

/**
 * The node's single LISTEN connection: notifies listeners of batches committed by any node, and of messages on other
 * channels. A wake-up may be lost with the connection; listeners keep a slow poll as fallback.
 */
export class ProjectionSignals {
  private readonly listeners = new Set<ProjectedListener>();
  private readonly others = new Map<string, ChannelListener>();
  private client: pg.Client | null = null;
  private running: Promise<void> | null = null;
  private stopping = new AbortController();

  constructor(
    private readonly connectionString: string,
    private readonly log: ProjectionLog,
  ) {}

  /** Settles once the first connection attempt succeeded or failed; attempts continue either way. */
  async start(): Promise<void> {
    if (this.running) return;
    this.stopping = new AbortController();
    let started: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (started = resolve));
    this.running = this.run(started);
    await first;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
    this.running = null;
  }

  /** Returns a function that removes the listener. */
  onProjected(listener: ProjectedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Listens on a further channel (an SQL identifier); call before `start`. */
  alsoHear(channel: string, listener: ChannelListener): void {
    this.others.set(channel, listener);
  }

  private async run(started: () => void): Promise<void> {
    let backoff = 100;
    while (!this.stopping.signal.aborted) {
      const client = createClient(
        {
          connectionString: this.connectionString,
          keepAlive: true,
          connectionTimeoutMillis: CONNECT_MS,
          query_timeout: CHECK_MS,
        },
        (error) => this.log.warn({ error: error.message }, 'wake-up connection lost'),
      );
      try {
        const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
        client.on('notification', ({ channel, payload }) => this.heard(channel, payload ?? null));
        await client.connect();
        await client.query(
          [PROJECTED_CHANNEL, ...this.others.keys()].map((each) => `listen ${each}`).join(';'),
        );
        this.client = client;
        backoff = 100;
        this.tell(null);
        for (const listener of this.others.values()) listener(null);
        started();
        await this.watch(client, ended);
      } catch (error) {
        this.log.warn({ error: String(error) }, 'no wake-up connection; trying again');
        started();
      } finally {
        this.client = null;
        await client.end().catch(() => undefined);
      }
      await pause(backoff, this.stopping.signal);
      backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
    }
  }

  /** Detects a dead peer by a periodic query. */
  private async watch(client: pg.Client, ended: Promise<void>): Promise<void> {
    const silent = new AbortController();
    void ended.then(() => silent.abort());
    while (!silent.signal.aborted && !this.stopping.signal.aborted) {
      await pause(CHECK_MS, AbortSignal.any([silent.signal, this.stopping.signal]));
      if (silent.signal.aborted || this.stopping.signal.aborted) return;
      const answered = client.query('select 1').then(
        () => true,
        () => false,
      );
      const late = pause(CHECK_MS, silent.signal).then(() => false);
      if (!(await Promise.race([answered, late]))) return;
    }
  }

  private heard(channel: string, payload: string | null): void {
    if (channel === PROJECTED_CHANNEL) this.tell(payload);
    else this.others.get(channel)?.(payload);
  }

  private tell(projector: string | null): void {
    for (const listener of [...this.listeners]) listener(projector);
  }
}

/** Waits `ms` milliseconds, or until the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
