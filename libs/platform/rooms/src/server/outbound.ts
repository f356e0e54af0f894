import type { WireMessage } from './on-wire.ts';

export interface OutboundOptions {
  /** What the socket writes to: messages for many are framed once and written past it. */
  readonly wire: { readonly writableLength: number; write(message: Uint8Array): unknown };
  /** Bytes that may wait for a slow reader, beside one message that is larger itself. */
  readonly bufferedBytes: number;
  readonly isOpen: () => boolean;
  /** Whether nothing may be let out now. */
  readonly isPaused: () => boolean;
  /** More waits than may: the connection is to be closed. */
  readonly onTooSlow: () => void;
}

/** What goes out to one client, in order: at once, or when the pause of its node is over. */
export class Outbound {
  private held: WireMessage[] = [];
  private heldBytes = 0;
  /** Bytes of the largest message since the buffer was last within its limit. */
  private largest = 0;

  constructor(private readonly options: OutboundOptions) {}

  post(message: WireMessage): void {
    if (this.held.length > 0 || this.options.isPaused()) this.hold(message);
    else this.write(message);
  }

  /** Sends what was kept back. */
  release(): void {
    this.heldBytes = 0;
    for (const message of this.held.splice(0)) this.write(message);
  }

  /** Whatever was kept back is never sent. */
  drop(): void {
    this.held = [];
  }

  /** Past what is kept back: for what says nothing of anybody. */
  write(message: WireMessage): void {
    const { wire, isOpen, bufferedBytes, onTooSlow } = this.options;
    if (!isOpen()) return;
    // A message may be larger than all that may wait: a document's first sync, or the end of a large copy. Whoever
    // is sent one is given the time for it; what waits beside it stays within the limit.
    const waiting = wire.writableLength;
    if (waiting <= bufferedBytes) this.largest = 0;
    else if (waiting > bufferedBytes + this.largest) return onTooSlow();
    this.largest = Math.max(this.largest, message.length);
    wire.write(message);
  }

  private hold(message: WireMessage): void {
    this.held.push(message);
    this.heldBytes += message.length;
    this.largest = Math.max(this.largest, message.length);
    if (this.heldBytes > this.options.bufferedBytes + this.largest) this.options.onTooSlow();
  }
}
