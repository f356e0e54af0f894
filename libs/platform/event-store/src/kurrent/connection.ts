import { setTimeout as delay } from 'node:timers/promises';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { Backoff } from '../backoff.ts';
import { EventStoreError } from '../port.ts';
import type { EventStoreLog } from '../postgres/connect.ts';
import { RecentTimes } from '../recent-times.ts';
import { prepareConnectionUrl, withoutSecrets } from './connection-url.ts';
import { mapKurrentError } from './map-error.ts';

/**
 * Concurrent appends passed to the client. Its batch stream queues more than 16 messages, and when the connection
 * breaks, queued ones end as unhandled rejections, which would end this process.
 */
const MOST_APPENDS = 12;
/** Milliseconds before a discarded client is disposed; until then it may still answer earlier requests. */
const GRACE_MS = 5_000;

export type KurrentModule = Pick<typeof import('@kurrent/kurrentdb-client'), 'KurrentDBClient'>;

/**
 * Loads the official client, an optional dependency with a native part.
 * @throws EventStoreError `fatal` when it is not installed or does not load on this machine
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
 * One client, replaced when it proves broken: a call that fails for lack of a server, or times out, discards the
 * client, and the next call waits with backoff before it creates another. A silent server would otherwise block appends
 * and subscriptions for ever, and reads would never recover.
 */
export class KurrentConnection {
  private readonly url: string;
  private readonly backoff = new Backoff(50, 2_000);
  private readonly closing = new AbortController();
  private current: KurrentDBClient | undefined;
  private pause: Promise<void> = Promise.resolve();
  private module: Promise<KurrentModule> | undefined;
  private appending = 0;
  /** Until a server has answered, reconnections are not logged: the caller that opens the store reports the reason. */
  private hasAnswered = false;
  readonly reads = new RecentTimes();
  readonly appends = new RecentTimes();
  /** Clients given up after a server had answered. */
  reconnections = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: ConnectionOptions) {
    this.url = prepareConnectionUrl(options.url);
  }

  /**
   * Runs a request on the client, limited to `ms` milliseconds.
   * @throws EventStoreError as mapped by `mapKurrentError`; `transient` after the time
   */
  async call<T>(
    what: string,
    ms: number,
    work: (client: KurrentDBClient) => Promise<T>,
    times = this.reads,
  ): Promise<T> {
    // Loaded outside the time limit: loading is slow on a busy machine and says nothing about the server.
    await this.load();
    const deadline = performance.now() + ms;
    const client = await within(ms, what, this.open());
    const start = performance.now();
    try {
      const answer = await within(Math.max(1, deadline - performance.now()), what, work(client));
      this.backoff.reset();
      this.hasAnswered = true;
      times.note(performance.now() - start);
      return answer;
    } catch (error) {
      const mapped = mapKurrentError(error, what);
      if (mapped.kind === 'transient') this.giveUp(client, mapped);
      throw mapped;
    }
  }

  /** Like `call`, limited to `MOST_APPENDS` concurrent calls. */
  async callAppend<T>(what: string, ms: number, work: (client: KurrentDBClient) => Promise<T>): Promise<T> {
    const deadline = performance.now() + ms;
    if (this.appending >= MOST_APPENDS) {
      const turn = new Promise<void>((resume) => this.waiting.push(resume));
      await within(ms, what, turn).catch((error: unknown) => {
        // A turn that arrives after the timeout is passed on to the next caller.
        void turn.then(() => this.endAppend());
        throw error;
      });
    } else {
      this.appending += 1;
    }
    try {
      return await this.call(what, Math.max(1, deadline - performance.now()), work, this.appends);
    } finally {
      this.endAppend();
    }
  }

  /** Discards a client found broken; harmless for one that was replaced already. */
  giveUp(client: KurrentDBClient, reason: EventStoreError): void {
    if (this.current !== client) return;
    this.current = undefined;
    if (this.hasAnswered) {
      this.reconnections += 1;
      this.options.log?.warn({ err: reason, url: withoutSecrets(this.url) }, 'KurrentDB: connecting anew');
    }
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

/** Retries transient faults: a lost connection, a slow server. */
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

/** Rejects as `transient` when the work takes longer; its later result is ignored. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new EventStoreError('transient', `KurrentDB did not answer within ${ms} ms: ${what}`, {
            ofKurrent: true,
          }),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
