import {
  Connection,
  type ClientFrame,
  type ServerFrame,
  type SimulatedNode,
} from '@cotejo/audits-domain/simulation';
import type { UserId } from '@cotejo/access-contracts';
import {
  clientFrame,
  encodeAdvance,
  encodeFrame,
  messageType,
  readFrame,
  ROOM_PROTOCOL,
} from '@cotejo/rooms/protocol';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/** Bytes of an empty Yjs update. */
const EMPTY_UPDATE_BYTES = 2;

/**
 * The part of WebSocket that y-websocket uses: the room's binary protocol on the browser's side, frames on
 * the node's. Nothing is delivered automatically.
 */
export class SimulatedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly OPEN = 1;
  readyState = 0;
  binaryType = 'arraybuffer';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: Uint8Array }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  connection: Connection | null = null;

  constructor(
    private readonly user: UserId,
    private readonly onOrphan: (connection: Connection) => void,
  ) {}

  /** The node accepts the connection. */
  open(node: SimulatedNode): void {
    this.connection = new Connection(node, this.user);
    this.readyState = 1;
    this.onopen?.();
  }

  send(message: Uint8Array): void {
    const frame = read(message);
    if (frame) this.connection?.toServer.push(frame);
  }

  /** Closed by the browser: frames it sent may still reach the server, frames sent to it are lost. */
  close(): void {
    this.readyState = 3;
    const { connection } = this;
    this.connection = null;
    if (!connection) return;
    connection.node.connections.delete(connection);
    if (connection.toServer.length > 0) this.onOrphan(connection);
  }

  /** Closed by the server, or by its crash. */
  end(code: number): void {
    this.readyState = 3;
    if (this.connection) this.connection.node.connections.delete(this.connection);
    this.connection = null;
    this.onclose?.({ code, reason: '' });
  }

  deliver(frame: ServerFrame): void {
    if (frame.t === 'close') this.end(frame.code);
    else this.onmessage?.({ data: write(frame, this.user) });
  }
}

function read(message: Uint8Array): ClientFrame | null {
  const decoder = decoding.createDecoder(message);
  const type = decoding.readVarUint(decoder);
  if (type === messageType.sync) {
    const step = decoding.readVarUint(decoder);
    const bytes = decoding.readVarUint8Array(decoder);
    if (step === 0) return { t: 'ask', holds: bytes };
    if (bytes.length > EMPTY_UPDATE_BYTES) throw new Error('INVARIANT no client writes the document');
    return null;
  }
  if (type !== messageType.frame) return null;
  const frame = clientFrame.parse(readFrame(decoder));
  // `rest` (the user stopped typing) concerns only rooms whose clients write the document.
  if (frame.t === 'rest') return null;
  if (frame.t !== 'intent') return frame;
  const { session, seq, intent, base, schema } = frame;
  return { t: 'intent', session, seq, envelope: { intent, base, schemaVersion: schema ?? 1 } };
}

function write(frame: Exclude<ServerFrame, { t: 'close' }>, id: UserId): Uint8Array {
  switch (frame.t) {
    case 'hello':
      return encodeFrame({
        ...frame,
        protocol: ROOM_PROTOCOL,
        user: { id, name: '', initials: '', color: 0 },
      });
    case 'reset':
      return encodeFrame(frame);
    case 'advance':
      return encodeAdvance(frame);
    case 'answer': {
      const { outcome } = frame;
      const { code, params } = outcome.ok ? {} : outcome.rejection;
      return encodeFrame({
        ...frame,
        outcome:
          code === undefined ? { ok: true } : { ok: false, code, ...(params && { params: { ...params } }) },
      });
    }
    case 'sync': {
      const encoder = encoding.createEncoder();
      encoding.writeVarUint(encoder, messageType.sync);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarUint8Array(encoder, frame.update);
      return encoding.toUint8Array(encoder);
    }
  }
}
