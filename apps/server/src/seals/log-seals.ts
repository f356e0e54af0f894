import type { EventStore, RecordedEvent } from '@cotejo/event-store';
import {
  readLastSeal,
  SEAL_STREAM,
  sealLog,
  type LogArchive,
  type LogSigner,
} from '@cotejo/event-store/archive';
import { TIME_ZONE } from '@cotejo/i18n';
import type { Logger } from 'pino';
import { copySeals } from './seal-copies.ts';
import { makeSigningKey, SigningKeyError, type KeyPlace } from './signing-key.ts';
import { readTrustedKeys, trustKey } from './trusted-keys.ts';

export interface LogSealsOptions {
  readonly store: EventStore;
  readonly archive: LogArchive;
  readonly place: KeyPlace;
  /** Whether the event closes an audit, whose final state users rely on: the log is then sealed soon. */
  readonly isClosing: (event: Pick<RecordedEvent, 'type' | 'data'>) => boolean;
  readonly clock: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Number of new events after which the log is sealed … */
export const SEAL_EVENTS = 1_000;
/** … or milliseconds since the last seal, if there were new events. */
export const SEAL_EVERY_MS = 3_600_000;
/**
 * Milliseconds between two checks. A seal reads the heads of all streams, so seals are at least this far
 * apart.
 */
const LOOK_EVERY_MS = 30_000;

const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });

/**
 * Seals the log after a thousand events, and hourly and daily if there were new events, at start, and when an
 * audit is closed. All nodes may run this: the first one seals, the others copy.
 */
export class LogSeals {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  /** New events since the last seal or check, as seen by this node. */
  private unsealed = 0;
  private isClosing = false;
  private lookedAt = 0;

  constructor(private readonly options: LogSealsOptions) {}

  /**
   * Creates a missing key; sealing runs in the background.
   * @throws SigningKeyError
   */
  async start(): Promise<void> {
    try {
      await this.openKey();
    } catch (error) {
      // An unwritable folder may recover; an invalid key does not.
      if (error instanceof SigningKeyError) throw error;
      this.options.log.error({ err: error }, 'the log cannot be sealed: there is nowhere to keep its key');
    }
    this.timer = setInterval(() => {
      if (this.isDue()) this.run();
    }, LOOK_EVERY_MS);
    this.timer.unref();
    this.run();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** Counts new events of the log, in order. */
  note(events: readonly Pick<RecordedEvent, 'stream' | 'type' | 'data'>[]): void {
    for (const event of events) {
      if (event.stream === SEAL_STREAM) {
        this.unsealed = 0;
        this.isClosing = false;
      } else {
        this.unsealed += 1;
        this.isClosing ||= this.options.isClosing(event);
      }
    }
  }

  /** One check: seals if due, and copies seals missing in the folder. */
  async look(): Promise<void> {
    const { store, archive, place, clock, log } = this.options;
    const signer = await this.openKey();
    const last = await readLastSeal(store);
    const isDue = this.unsealed >= SEAL_EVENTS || this.isClosing;
    this.lookedAt = clock().getTime();
    if (isDue || !last || isLongAgo(new Date(last.seal.at), clock())) {
      // Events that arrive while sealing count for the next seal.
      this.unsealed = 0;
      this.isClosing = false;
      const seal = await sealLog({ archive, store, signer, now: clock, signal: this.stopping.signal });
      if (seal) log.info({ events: seal.events, root: seal.root, key: seal.key }, 'the log was sealed');
    }
    await copySeals(place.dataDir, store, (await readTrustedKeys(place.dataDir)) ?? []);
  }

  private async openKey(): Promise<LogSigner> {
    const { place, log } = this.options;
    const { signer, isNew } = await makeSigningKey(place);
    const trusted = await readTrustedKeys(place.dataDir);
    if (trusted === null) {
      await trustKey(place.dataDir, signer.key);
      log.info({ key: signer.key }, 'the log is sealed with this key');
    } else if (!trusted.includes(signer.key)) {
      log.warn(
        { key: signer.key, isNew },
        'the key that seals the log has changed, and nobody has trusted the new one',
      );
    }
    return signer;
  }

  private isDue(): boolean {
    const since = this.options.clock().getTime() - this.lookedAt;
    return this.unsealed >= SEAL_EVENTS || this.isClosing || since >= SEAL_EVERY_MS;
  }

  private run(): void {
    this.running ??= this.look()
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          this.options.log.error({ err: error }, 'the log could not be sealed');
      })
      .finally(() => (this.running = null));
  }
}

const isLongAgo = (then: Date, now: Date): boolean =>
  day.format(then) !== day.format(now) || now.getTime() - then.getTime() >= SEAL_EVERY_MS;
