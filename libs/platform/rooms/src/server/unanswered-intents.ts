import type { AnswerFrame } from '../protocol.ts';
import type { Holder, IntentShares } from './intent-shares.ts';

type Place = Pick<AnswerFrame, 'session' | 'seq'>;

const keyOf = ({ session, seq }: Place): string => `${session} ${seq}`;
/** Milliseconds for which unanswered intents of a closed connection still count: they may still be queued. */
const AFTERMATH_MS = 60_000;

/**
 * Bytes of one connection's unanswered intents: above the connection's limit, or that of its user or account, its
 * socket is not read.
 */
export class UnansweredIntents {
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;
  private whenRoom: (() => void) | null = null;

  /** @param most bytes */
  constructor(
    private readonly most: number,
    private readonly shares: IntentShares,
    private readonly holder: Holder,
  ) {}

  get isFull(): boolean {
    return this.bytes > this.most || this.shares.isFull(this.holder);
  }

  add(place: Place, bytes: number): void {
    const key = keyOf(place);
    const more = bytes - (this.bytesOf.get(key) ?? 0);
    this.bytesOf.set(key, bytes);
    this.count(more);
  }

  settle(place: Place): void {
    const key = keyOf(place);
    const bytes = this.bytesOf.get(key);
    if (bytes === undefined) return;
    this.bytesOf.delete(key);
    this.count(-bytes);
    if (!this.isFull) this.release();
  }

  async untilRoom(): Promise<void> {
    let stop: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      this.whenRoom = resolve;
      stop = this.shares.onRoom(this.holder, () => !this.isFull && resolve());
    });
    stop();
    this.whenRoom = null;
  }

  /** Resumes a waiting reader: there is room again, or the connection was closed. */
  release(): void {
    this.whenRoom?.();
  }

  /** The connection was closed: its unanswered intents stop counting after `AFTERMATH_MS`. */
  end(): void {
    this.release();
    if (this.bytes === 0) return;
    setTimeout(() => {
      this.bytesOf.clear();
      this.count(-this.bytes);
    }, AFTERMATH_MS).unref();
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    this.shares.add(this.holder, bytes);
  }
}
