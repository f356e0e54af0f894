import type { AnswerFrame } from '../protocol.ts';

type Place = Pick<AnswerFrame, 'session' | 'seq'>;

const keyOf = ({ session, seq }: Place): string => `${session} ${seq}`;

/** Intents of one connection that wait for their answers, by bytes: above the limit its socket is read no further. */
export class UnansweredIntents {
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;
  private whenRoom: (() => void) | null = null;

  /** @param most bytes */
  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.bytes > this.most;
  }

  add(place: Place, bytes: number): void {
    const key = keyOf(place);
    this.bytes += bytes - (this.bytesOf.get(key) ?? 0);
    this.bytesOf.set(key, bytes);
  }

  settle(place: Place): void {
    const key = keyOf(place);
    this.bytes -= this.bytesOf.get(key) ?? 0;
    this.bytesOf.delete(key);
    if (!this.isFull) this.release();
  }

  async untilRoom(): Promise<void> {
    await new Promise<void>((resolve) => (this.whenRoom = resolve));
    this.whenRoom = null;
  }

  /** Lets a reader that waits go on: there is room again, or the connection was closed. */
  release(): void {
    this.whenRoom?.();
  }
}
