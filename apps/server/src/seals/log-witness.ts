import type { EventStore, Position, RecordedEvent, StoreIdentity, Subscription } from '@cotejo/event-store';
import { readLastSeal } from '@cotejo/event-store/archive';
import type { Logger } from 'pino';
import { WitnessFile, witnessFolder, type WitnessLine, type WitnessPlace } from './witness-file.ts';

/** Milliseconds until witnessed events are synced to disk: at most this much is lost in a power failure. */
export const WITNESS_SYNC_MS = 1_000;

export interface LogWitnessOptions {
  readonly store: EventStore;
  readonly place: WitnessPlace;
  /** Called with the witnessed events. */
  readonly onEvents: (events: readonly RecordedEvent[]) => void;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Follows the log and records the seen events outside of the database, so that events cut off after the last
 * seal are detected. Uses a subscription; no append waits for it.
 */
export class LogWitness {
  private subscription: Subscription | null = null;
  private file: WitnessFile | null = null;
  private timer: NodeJS.Timeout | undefined;
  private syncing: Promise<void> = Promise.resolve();
  private isBroken = false;

  constructor(private readonly options: LogWitnessOptions) {}

  async start(): Promise<void> {
    const { store, place, log } = this.options;
    const identity = await store.identity();
    this.file = new WitnessFile(witnessFolder(place), identity.storeId);
    const last = await this.file.last().catch((error: unknown) => {
      log.error({ err: error }, 'what was witnessed of the log cannot be read');
      return null;
    });
    const isThere = last === null || (await this.isThere(last));
    if (!isThere) log.error({ ...last }, 'the log lacks events that were witnessed: npm run log -- verify');
    this.subscription = await store.subscribe({
      after: isThere ? await this.placeAfter(last, identity) : 'head',
      onEvents: (events) => this.take(events, identity),
      onFault: (error) => this.tell(error),
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.syncing;
    await this.sync();
  }

  /** Resolves once all events committed before the call have been witnessed. */
  async caughtUp(): Promise<void> {
    await this.subscription?.caughtUp();
  }

  private async isThere({ stream, version, link }: WitnessLine): Promise<boolean> {
    const [from, to] = [BigInt(version), BigInt(version)];
    for await (const event of this.options.store.read(stream, { from, to })) return event.link === link;
    // A purge removes the content but keeps the stream's head.
    return ((await this.options.store.head(stream))?.version ?? -1n) >= to;
  }

  /** Position to resume from; earlier events are sealed or few. */
  private async placeAfter(
    last: WitnessLine | null,
    { incarnation }: StoreIdentity,
  ): Promise<Position | null> {
    if (last?.incarnation === incarnation) return last.position as Position;
    const sealed = await readLastSeal(this.options.store).catch(() => null);
    return sealed?.seal.incarnation === incarnation ? (sealed.seal.position as Position | null) : null;
  }

  private async take(events: readonly RecordedEvent[], { incarnation }: StoreIdentity): Promise<void> {
    await this.file?.append(
      events.map(({ position, stream, version, link }) => ({
        position,
        stream,
        version: Number(version),
        link,
        incarnation,
      })),
    );
    this.isBroken = false;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.syncing = this.sync();
    }, WITNESS_SYNC_MS).unref();
    this.options.onEvents(events);
  }

  private async sync(): Promise<void> {
    await this.file?.sync().catch((error: unknown) => this.tell(error));
  }

  /** The write is retried until it succeeds, without skipping events. */
  private tell(error: unknown): void {
    if (!this.isBroken) this.options.log.warn({ err: error }, 'the log is not witnessed for the moment');
    this.isBroken = true;
  }
}
