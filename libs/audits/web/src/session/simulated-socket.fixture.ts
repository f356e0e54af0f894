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

/** Bytes of a Yjs update that says nothing. */
const EMPTY_UPDATE_BYTES = 2;

/**
 * What y-websocket uses of a socket, with the room's protocol in bytes on the browser's side and in frames
 * on the node's. Nothing moves by itself.
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

  /** The node takes the call. */
  open(node: SimulatedNode): void {
    this.connection = new Connection(node, this.user);
    this.readyState = 1;
    this.onopen?.();
  }

  send(message: Uint8Array): void {
    const frame = read(message);
    if (frame) this.connection?.toServer.push(frame);
  }

  /** By the browser: what it sent may still be read by the server, what it was sent is lost. */
  close(): void {
    this.readyState = 3;
    const { connection } = this;
    this.connection = null;
    if (!connection) return;
    connection.node.connections.delete(connection);
    if (connection.toServer.length > 0) this.onOrphan(connection);
  }

  /** By the server, or because it died. */
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
  // Only whoever writes the document itself says that it rests.
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
