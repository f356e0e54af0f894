import type { Pool } from 'pg';

/** Milliseconds by which a machine's clock may differ from the database's before its node stops being ready. */
export const MOST_CLOCK_DIFFERENCE_MS = 5_000;
/** Milliseconds between two readings of the database's clock; the drift in between is far below one millisecond. */
const READ_EVERY_MS = 5_000;
/** Readings before the first use; each narrows the uncertainty left by the previous one. */
const FIRST_READINGS = 3;

export interface ClockLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface DatabaseClockOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly log?: ClockLog;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
  /** The machine's wall clock: monitored, but never used as the time. */
  readonly machine?: (() => Date) | undefined;
}

/**
 * Time by the database's clock, so that all nodes agree on expiry, lockouts and the timestamps of events, independent
 * of their machines' clocks. Between readings it advances by a monotonic clock.
 */
export class DatabaseClock {
  /** Database time minus `elapsed`, in milliseconds. */
  private offset = 0;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | null = null;
  private wasRight = true;

  private constructor(private readonly options: DatabaseClockOptions) {}

  /** Reads the database's clock now and every few seconds. Rejects with the error of `pg` if it cannot be read. */
  static async start(options: DatabaseClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options);
    for (let reading = 0; reading < FIRST_READINGS; reading++) await clock.read();
    clock.timer = setInterval(() => void clock.read().catch(() => undefined), READ_EVERY_MS).unref();
    return clock;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.reading?.catch(() => undefined);
  }

  readonly now = (): Date => new Date(Math.round(this.offset + this.elapsed()));

  /** Milliseconds by which the machine's clock is ahead of the database's; negative when it is behind. */
  get machineAheadMs(): number {
    return this.machine().getTime() - this.now().getTime();
  }

  /** Whether the machine's clock is good enough for its other users: certificates, tokens of other systems. */
  get isMachineRight(): boolean {
    return Math.abs(this.machineAheadMs) <= MOST_CLOCK_DIFFERENCE_MS;
  }

  /** Takes one reading; a slow reading moves the clock only as far as the reading proves necessary. */
  read(): Promise<void> {
    this.reading ??= this.readOnce().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const asked = this.elapsed();
    const { rows } = await this.options.pool.query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
    );
    const answered = this.elapsed();
    const ms = Number(rows[0]?.ms);
    // The database read its clock at some moment between query and answer.
    this.offset = Math.min(Math.max(this.offset, ms - answered), ms - asked);
    this.watchMachine();
  }

  private watchMachine(): void {
    const isRight = this.isMachineRight;
    if (isRight === this.wasRight) return;
    this.wasRight = isRight;
    const details = { aheadSeconds: Math.round(this.machineAheadMs / 1_000) };
    if (isRight) this.options.log?.info(details, "the machine's clock is right again: this node is ready");
    else this.options.log?.warn(details, "the machine's clock is wrong: this node is not ready");
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }

  private machine(): Date {
    return (this.options.machine ?? (() => new Date()))();
  }
}
