import { setTimeout as delay } from 'node:timers/promises';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { Backoff } from '../backoff.ts';
import { EventStoreError } from '../port.ts';
import type { EventStoreLog } from '../postgres/connect.ts';
import { prepareConnectionUrl, withoutSecrets } from './connection-url.ts';
import { mapKurrentError } from './map-error.ts';

/**
 * Appends handed to the client at once. Its batch stream queues what exceeds 16 messages, and what waits in
 * that queue when the connection breaks ends as an unhandled rejection, which would end this process.
 */
const MOST_APPENDS = 12;
/** A client that was given up may still answer what it was asked before. */
const GRACE_MS = 5_000;

export type KurrentModule = Pick<typeof import('@kurrent/kurrentdb-client'), 'KurrentDBClient'>;

/**
 * The official client, an optional dependency with a native part.
 * @throws EventStoreError `fatal` where it is not installed or does not load on this machine
 */
export async function loadKurrentModule(
  importing: () => Promise<KurrentModule> = () => import('@kurrent/kurrentdb-client'),
): Promise<KurrentModule> {
  try {
    return await importing();
  } catch (cause) {
    throw new EventStoreError(
      'fatal',
      'KURRENTDB_URL is set, but the package @kurrent/kurrentdb-client cannot be loaded here ' +
        '(npm ci --include=optional installs it; it has builds for Linux, macOS and Windows on x64, and arm64)',
      { cause },
    );
  }
}

export interface ConnectionOptions {
  readonly url: string;
  readonly log?: EventStoreLog | undefined;
  readonly load?: () => Promise<KurrentModule>;
}

/**
 * One client, replaced when it proves broken: a call that fails for want of a server, or is not answered in
 * time, gives the client up, and the next call waits a growing while before it makes another. A server that
 * is silent would otherwise hold appends and subscriptions for ever, and reads would never recover.
 */
export class KurrentConnection {
  private readonly url: string;
  private readonly backoff = new Backoff(50, 2_000);
  private readonly closing = new AbortController();
  private current: KurrentDBClient | undefined;
  private pause: Promise<void> = Promise.resolve();
  private module: Promise<KurrentModule> | undefined;
  private appending = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: ConnectionOptions) {
    this.url = prepareConnectionUrl(options.url);
  }

  /**
   * Asks the client something, for `ms` milliseconds at most.
   * @throws EventStoreError as `mapKurrentError` says; `transient` after the time
   */
  async call<T>(what: string, ms: number, work: (client: KurrentDBClient) => Promise<T>): Promise<T> {
    // Loading takes its time on a busy machine, and says nothing about the server.
    await this.load();
    const deadline = performance.now() + ms;
    const client = await within(ms, what, this.open());
    try {
      const answer = await within(Math.max(1, deadline - performance.now()), what, work(client));
      this.backoff.reset();
      return answer;
    } catch (error) {
      const mapped = mapKurrentError(error, what);
      if (mapped.kind === 'transient') this.giveUp(client, mapped);
      throw mapped;
    }
  }

  /** As `call`, with as many at once as the client bears. */
  async callAppend<T>(what: string, ms: number, work: (client: KurrentDBClient) => Promise<T>): Promise<T> {
    const deadline = performance.now() + ms;
    if (this.appending >= MOST_APPENDS) {
      const turn = new Promise<void>((resume) => this.waiting.push(resume));
      await within(ms, what, turn).catch((error: unknown) => {
        // The turn that comes too late is passed on.
        void turn.then(() => this.endAppend());
        throw error;
      });
    } else {
      this.appending += 1;
    }
    try {
      return await this.call(what, Math.max(1, deadline - performance.now()), work);
    } finally {
      this.endAppend();
    }
  }

  /** Gives a client up that somebody found broken; harmless for one that was replaced already. */
  giveUp(client: KurrentDBClient, reason: EventStoreError): void {
    if (this.current !== client) return;
    this.current = undefined;
    this.options.log?.warn({ err: reason, url: withoutSecrets(this.url) }, 'KurrentDB: connecting anew');
    this.pause = this.backoff.wait(this.closing.signal);
    void delay(GRACE_MS, undefined, { signal: this.closing.signal, ref: false })
      .catch(() => undefined)
      .then(() => client.dispose())
      .catch(() => undefined);
  }

  isCurrent(client: KurrentDBClient): boolean {
    return this.current === client;
  }

  async open(): Promise<KurrentDBClient> {
    await this.pause;
    if (this.closing.signal.aborted) throw new EventStoreError('closed', 'the event store is closed');
    const { KurrentDBClient } = await this.load();
    try {
      this.current ??= KurrentDBClient.connectionString(this.url);
    } catch (cause) {
      throw new EventStoreError('fatal', `KURRENTDB_URL is not usable: ${withoutSecrets(this.url)}`, {
        cause,
      });
    }
    return this.current;
  }

  async close(): Promise<void> {
    this.closing.abort();
    const client = this.current;
    this.current = undefined;
    if (client)
      await Promise.race([client.dispose(), delay(500, undefined, { ref: false })]).catch(() => undefined);
  }

  private load(): Promise<KurrentModule> {
    this.module ??= this.options.load ? this.options.load() : loadKurrentModule();
    return this.module;
  }

  private endAppend(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.appending -= 1;
  }
}

/** Repeats what may pass by itself: a lost connection, a server that is slow to answer. */
export async function repeating<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  const backoff = new Backoff(50, 500);
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof EventStoreError && error.kind === 'transient';
      if (!isPassing || attempt === attempts) throw error;
    }
    await backoff.wait();
  }
}

/** Rejects as `transient` when the work takes longer; what becomes of it later concerns nobody. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EventStoreError('transient', `KurrentDB did not answer within ${ms} ms: ${what}`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
