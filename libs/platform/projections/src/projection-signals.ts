import { createClient } from '@cotejo/database/connections';
import type pg from 'pg';
import { PROJECTED_CHANNEL, type ProjectionLog } from './projector.ts';

/** Told the projector whose rows changed; null when it may have been any (a connection was lost). */
export type ProjectedListener = (projector: string | null) => void;
/** Told what a node of this installation said on a channel; null when something may have been missed. */
export type ChannelListener = (payload: string | null) => void;

/** How long a LISTEN connection may be silent before it is checked, and how long the check may take. */
const CHECK_MS = 15_000;
/** A database that neither answers nor refuses must not hold up a start. */
const CONNECT_MS = 10_000;
const MAX_BACKOFF_MS = 5_000;

/**
 * The one LISTEN connection of a node: tells whoever waits for rows, or follows them, that a batch was
 * committed by any node, and of what nodes tell each other on other channels. A wake-up may be lost with the
 * connection; listeners keep a slow poll as fallback.
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

  /** Settles once the first connection listens, or failed to: it goes on trying either way. */
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

  /** Returns the way to stop listening. */
  onProjected(listener: ProjectedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Hears another channel as well, a word of SQL; before the start. */
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

  /** A peer that vanished without a word is noticed by asking it something now and then. */
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

/** Waits, or less when the signal comes. */
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
