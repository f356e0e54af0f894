import type { WireMessage } from './on-wire.ts';

export interface OutboundOptions {
  /** Stream under the socket: broadcasts are framed once and written to it directly. */
  readonly wire: { readonly writableLength: number; write(message: Uint8Array): unknown };
  /** Bytes that may be buffered for a slow reader, beyond the largest single message. */
  readonly bufferedBytes: number;
  readonly isOpen: () => boolean;
  /** Whether messages are held back. */
  readonly isPaused: () => boolean;
  /** Called when the buffer exceeds its limit: the connection must be closed. */
  readonly onTooSlow: () => void;
}

/** Outgoing messages of one client, in order: sent at once, or after the node's pause. */
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

  /** Sends the messages held back. */
  release(): void {
    this.heldBytes = 0;
    for (const message of this.held.splice(0)) this.write(message);
  }

  /** Discards the messages held back. */
  drop(): void {
    this.held = [];
  }

  /** Sends ahead of held messages; only for messages without data. */
  write(message: WireMessage): void {
    const { wire, isOpen, bufferedBytes, onTooSlow } = this.options;
    if (!isOpen()) return;
    // A single message may exceed the buffer limit (a document's first sync, the end of a large copy). The client gets
    // the time for it; other waiting messages must stay within the limit.
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
