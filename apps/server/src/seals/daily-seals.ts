import type { EventStore } from '@cotejo/event-store';
import { readLastSeal, sealLog, type LogArchive, type LogSigner } from '@cotejo/event-store/archive';
import { TIME_ZONE } from '@cotejo/i18n';
import type { Logger } from 'pino';
import { copySeals } from './seal-copies.ts';
import { makeSigningKey, SigningKeyError, type KeyPlace } from './signing-key.ts';
import { readTrustedKeys, trustKey } from './trusted-keys.ts';

export interface DailySealsOptions {
  readonly store: EventStore;
  readonly archive: LogArchive;
  readonly place: KeyPlace;
  readonly clock: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const HOUR_MS = 3_600_000;

const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });

/**
 * Seals the log once a day, when something was written since: looks at the start and every hour, so that a
 * server that slept does it when it wakes. Nodes may all do so: the first seals, the others copy.
 */
export class DailySeals {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: DailySealsOptions) {}

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
    this.timer = setInterval(() => this.run(), HOUR_MS);
    this.timer.unref();
    this.run();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** One look: seals when it is due, and copies what the folder lacks. */
  async look(): Promise<void> {
    const { store, archive, place, clock, log } = this.options;
    const signer = await this.openKey();
    const last = await readLastSeal(store);
    if (!last || day.format(new Date(last.seal.at)) !== day.format(clock())) {
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

  private run(): void {
    this.running ??= this.look()
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          this.options.log.error({ err: error }, 'the log could not be sealed');
      })
      .finally(() => (this.running = null));
  }
}
