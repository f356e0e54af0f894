import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@cotejo/database/connections';
import type pg from 'pg';
import { z } from 'zod';
import { TEXT_CHANNEL, type TextKey } from './text-store.ts';

const CONNECT_MS = 5_000;
const CHECK_MS = 10_000;
const MOST_BACKOFF_MS = 3_000;

const notification = z.tuple([z.string(), z.string(), z.string()]);

/** Called with the document that changed; null when any may have changed. */
export type OnTextChange = (key: TextKey | null) => void;

/** A node's LISTEN connection. Nothing is lost while it is down: nodes also poll. */
export class TextNotifications {
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly connectionString: string,
    /** This node's id, to ignore its own notifications. */
    private readonly node: string,
    private readonly listener: OnTextChange,
  ) {}

  /** Settles once it listens, or the first attempt failed; reconnects until stopped. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.running ??= this.run(resolve);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(started: () => void): Promise<void> {
    const { signal } = this.stopping;
    for (let backoff = 50; !signal.aborted; backoff = Math.min(backoff * 2, MOST_BACKOFF_MS)) {
      if (await this.listen(started)) backoff = 50;
      started();
      await delay(backoff, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost; returns whether it was established. */
  private async listen(started: () => void): Promise<boolean> {
    const { signal } = this.stopping;
    const lost = new AbortController();
    const client = createClient(
      {
        connectionString: this.connectionString,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: CHECK_MS,
        keepAlive: true,
        application_name: 'cotejo-texts-listen',
      },
      () => lost.abort(),
    );
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => this.heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${TEXT_CHANNEL}`);
      this.client = client;
      this.listener(null);
      started();
      const over = AbortSignal.any([signal, lost.signal]);
      while (!over.aborted) {
        await delay(CHECK_MS, undefined, { signal: over }).catch(() => undefined);
        if (!over.aborted) await client.query('select 1');
      }
      return true;
    } catch {
      return this.client !== null;
    } finally {
      this.client = null;
      await client.end().catch(() => undefined);
    }
  }

  private heard(payload: string | undefined): void {
    const parsed = notification.safeParse(readJson(payload));
    if (!parsed.success) return this.listener(null);
    const [account, document, node] = parsed.data;
    if (node !== this.node) this.listener({ account, document });
  }
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
