import { PATIENCE_MS } from '@cotejo/testing/patience-ms';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import {
  encodeFrame,
  encodeWrite,
  messageType,
  readAdvance,
  readFrame,
  ROOM_PROTOCOL,
  serverFrame,
  type Advance,
  type AnswerFrame,
  type ClientFrame,
  type IntentFrame,
  type ServerFrame,
} from '../protocol.ts';

export interface RawClientOptions {
  /** `ws://host:port/rooms/<kind>/<id>?ticket=…` */
  readonly url: string;
  readonly document?: Y.Doc;
  /** Base that the client claims to hold. */
  readonly holds?: { readonly document: string; readonly version: number; readonly link: string };
  readonly awareness?: number;
  /** Say hello and ask for the document as soon as the socket is open; default true. */
  readonly greets?: boolean;
}

/**
 * A room's client without outbox, cache or protocol checks: tests and load generators send exactly the messages they
 * choose, and see exactly what arrives.
 */
export class RawClient {
  readonly document: Y.Doc;
  readonly frames: ServerFrame[] = [];
  readonly advances: Advance[] = [];
  /** Awareness entries as received: id → state, null once gone. */
  readonly presence = new Map<number, unknown>();
  version = -1;
  link = '';
  /** Number of advances whose `from` was above the version: the base has a gap. */
  gaps = 0;
  closeCode: number | null = null;
  /** State vectors of SyncStep1 messages from the server. */
  readonly asked: Uint8Array[] = [];
  private writes = 0;
  readonly socket: WebSocket;
  private waiters: { readonly met: () => boolean; readonly resolve: () => void }[] = [];

  constructor(private readonly options: RawClientOptions) {
    this.document = options.document ?? new Y.Doc();
    this.version = options.holds?.version ?? -1;
    this.socket = new WebSocket(options.url);
    this.socket.binaryType = 'nodebuffer';
    this.socket.on('open', () => {
      if (options.greets === false) return this.notify();
      this.greet();
      this.ask();
    });
    this.socket.on('message', (data) => {
      if (data instanceof Uint8Array) this.read(data);
      this.notify();
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
      this.notify();
    });
    this.socket.on('error', () => undefined);
  }

  get answers(): AnswerFrame[] {
    return this.frames.filter((frame) => frame.t === 'answer');
  }

  greet(): void {
    const { holds, awareness } = this.options;
    const held = holds ?? { document: null, version: -1, link: null };
    this.send({
      t: 'hello',
      protocol: ROOM_PROTOCOL,
      ...held,
      ...(awareness !== undefined && { awareness }),
    });
  }

  /** SyncStep1. */
  ask(stateVector: Uint8Array = Y.encodeStateVector(this.document)): void {
    this.sendBytes(syncMessage(0, stateVector));
  }

  /** Sends a sync update, which is forbidden in a document that the server alone writes. */
  writeDocument(update: Uint8Array): void {
    this.sendBytes(syncMessage(2, update));
  }

  /** Sends one update of a document that clients write; returns its number. */
  write(update: Uint8Array, write = this.writes++): number {
    this.sendBytes(encodeWrite({ write, update }));
    return write;
  }

  /** Server's answer to that write: `stored`, the code of its refusal, or that the connection closed. */
  async written(write: number): Promise<string> {
    const find = () =>
      this.frames.find((one) => (one.t === 'stored' || one.t === 'refused') && one.write === write);
    await this.until(() => find() !== undefined || this.closeCode !== null, `an answer to write ${write}`);
    const frame = find();
    return frame?.t === 'refused' ? frame.code : frame ? 'stored' : `closed ${this.closeCode}`;
  }

  send(frame: ClientFrame): void {
    this.sendBytes(encodeFrame(frame));
  }

  intent(session: string, seq: number, intent: IntentFrame['intent'], base = this.version): void {
    this.send({ t: 'intent', session, seq, base, intent });
  }

  sendPresence(id: number, state: unknown, clock = 1): void {
    const body = encoding.createEncoder();
    encoding.writeVarUint(body, 1);
    encoding.writeVarUint(body, id);
    encoding.writeVarUint(body, clock);
    encoding.writeVarString(body, JSON.stringify(state));
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageType.awareness);
    encoding.writeVarUint8Array(encoder, encoding.toUint8Array(body));
    this.sendBytes(encoding.toUint8Array(encoder));
  }

  sendBytes(message: Uint8Array): void {
    this.socket.send(message);
  }

  /** Resolves as soon as `met` is true, rejects with `what` on timeout. */
  async until(met: () => boolean, what = 'the client to see it', within = PATIENCE_MS): Promise<void> {
    if (met()) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        const end = this.closeCode === null ? '' : `, but it was closed with ${this.closeCode}`;
        reject(new Error(`waited for ${what}${end}`));
      }, within);
      this.waiters.push({
        met,
        resolve: () => {
          clearTimeout(late);
          resolve();
        },
      });
    });
  }

  async synced(): Promise<this> {
    await this.until(() => this.advances.length > 0, 'the first sync');
    return this;
  }

  async closed(): Promise<number> {
    await this.until(() => this.closeCode !== null, 'the connection to close');
    return this.closeCode ?? 0;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }

  /** Simulates a network failure: no close frame, frames in flight are lost. */
  cut(): void {
    this.socket.terminate();
  }

  private notify(): void {
    const waiting = this.waiters;
    this.waiters = waiting.filter((waiter) => !waiter.met());
    for (const waiter of waiting) if (!this.waiters.includes(waiter)) waiter.resolve();
  }

  private read(message: Uint8Array): void {
    const decoder = decoding.createDecoder(message);
    switch (decoding.readVarUint(decoder)) {
      case messageType.sync:
        return this.readSync(decoding.readVarUint(decoder), decoding.readVarUint8Array(decoder));
      case messageType.awareness:
        return this.readPresence(decoding.createDecoder(decoding.readVarUint8Array(decoder)));
      case messageType.frame:
        return this.take(serverFrame.parse(readFrame(decoder)));
      case messageType.advance:
        return this.advance(readAdvance(decoder));
      default:
        throw new Error('a message of no known type');
    }
  }

  private readSync(step: number, bytes: Uint8Array): void {
    if (step === 0) this.asked.push(bytes);
    else if (step === 1) Y.applyUpdate(this.document, bytes, this);
    else throw new Error('the server sends updates with their version only');
  }

  private take(frame: ServerFrame): void {
    this.frames.push(frame);
    if (frame.t !== 'hello') return;
    this.version = Math.max(this.version, frame.version);
    this.link = frame.link;
  }

  private advance(advance: Advance): void {
    this.advances.push(advance);
    if (advance.from > this.version) this.gaps++;
    if (advance.to <= this.version) return;
    if (advance.update) Y.applyUpdate(this.document, advance.update, this);
    this.version = advance.to;
    this.link = advance.link;
  }

  private readPresence(decoder: decoding.Decoder): void {
    for (let count = decoding.readVarUint(decoder); count > 0; count--) {
      const id = decoding.readVarUint(decoder);
      decoding.readVarUint(decoder);
      const state: unknown = JSON.parse(decoding.readVarString(decoder));
      if (state === null) this.presence.delete(id);
      else this.presence.set(id, state);
    }
  }
}

function syncMessage(step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}
