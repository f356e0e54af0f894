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
  /** Whether the event closes something that people then rely on: it is sealed soon. */
  readonly isClosing: (event: Pick<RecordedEvent, 'type' | 'data'>) => boolean;
  readonly clock: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** A seal is made when so many events came since the last one … */
export const SEAL_EVENTS = 1_000;
/** … or when so many milliseconds went by in which something was written. */
export const SEAL_EVERY_MS = 3_600_000;
/** Milliseconds between two looks: a seal reads the heads of all streams, and comes no more often than this. */
const LOOK_EVERY_MS = 30_000;

const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });

/**
 * Seals the log every thousand events, every hour and every day in which something was written, at the start of the
 * server, and when an audit has been closed. Nodes may all do so: the first seals, the others copy.
 */
export class LogSeals {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  /** Since the last seal or look, as this node has seen. */
  private unsealed = 0;
  private isClosing = false;
  private lookedAt = 0;

  constructor(private readonly options: LogSealsOptions) {}

  /**
   * Makes the key where there is none; sealing itself goes on in the background.
   * @throws SigningKeyError
   */
  async start(): Promise<void> {
    try {
      await this.openKey();
    } catch (error) {
      // A folder that cannot be written now may be later; a key that is wrong stays wrong.
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

  /** Events that came into the log, in order. */
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

  /** One look: seals when it is due, and copies what the folder lacks. */
  async look(): Promise<void> {
    const { store, archive, place, clock, log } = this.options;
    const signer = await this.openKey();
    const last = await readLastSeal(store);
    const isDue = this.unsealed >= SEAL_EVENTS || this.isClosing;
    this.lookedAt = clock().getTime();
    if (isDue || !last || isLongAgo(new Date(last.seal.at), clock())) {
      // What comes while the seal is made counts for the next one.
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
