import * as decoding from 'lib0/decoding';
import type { Duplex } from 'node:stream';
import { WebSocket, type RawData } from 'ws';
import * as Y from 'yjs';
import {
  clientFrame,
  closeCode,
  encodeAdvance,
  encodeFrame,
  INTENT_TOO_LARGE,
  messageType,
  readFrame,
  readIntentName,
  readWrite,
  ROOM_PROTOCOL,
  type AnswerFrame,
  type ClientFrame,
  type HelloFrame,
  type IntentFrame,
  type Write,
} from '../protocol.ts';
import type { Channel } from './channel.ts';
import { onWire, type WireMessage } from './on-wire.ts';
import type { Admitted, Stage } from './connection-stage.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import { Outbound } from './outbound.ts';
import { syncMessage, syncStep } from './sync-messages.ts';
import type { UnansweredIntents } from './unanswered-intents.ts';
import { emptyPresence } from './presence-board.ts';
import { workOfWrite } from './work-of-messages.ts';
import type { Member, RoomLimits, RoomMode, RoomUser } from './room-host.ts';

type ClientHello = Extract<ClientFrame, { t: 'hello' }>;

/** Bytes of an empty Yjs update, which y-websocket may send. */
const EMPTY_UPDATE_BYTES = 2;

/** One client of a room. Messages are handled strictly in order, even when handling one is asynchronous. */
export class Connection<P> implements Member<P> {
  private stage: Stage = 'admitting';
  private channel: Channel<P> | null = null;
  private admitted: Admitted<P> | null = null;
  private mode: RoomMode = 'read';
  private inbox: Uint8Array[] = [];
  private inboxBytes = 0;
  private reading = false;
  /** State vector that the client sent before its hello. */
  private askedEarly: Uint8Array | null = null;
  private heldAnswers: Omit<AnswerFrame, 't'>[] = [];
  private inFlight = 0;
  private writing = 0;
  private greetings = 0;
  private helloVersion = -1;
  private alive = true;
  private silentBeats = 0;
  private readonly outbound: Outbound;
  /** Set by the server that keeps the list of connections. */
  onClosed: (() => void) | null = null;

  constructor(
    private readonly socket: WebSocket,
    wire: Duplex,
    readonly principal: P,
    readonly sessionId: string | null,
    private readonly limits: RoomLimits,
    private readonly unanswered: UnansweredIntents,
    private readonly hooks: ConnectionHooks<P>,
  ) {
    this.outbound = new Outbound({
      wire,
      bufferedBytes: limits.bufferedBytes,
      isOpen: () => this.isOpen && socket.readyState === WebSocket.OPEN,
      isPaused: () => this.hooks.isPaused?.() === true,
      onTooSlow: () => this.close(closeCode.tryAgain, 'too slow'),
    });
    socket.binaryType = 'nodebuffer';
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('pong', () => (this.alive = true));
    socket.on('error', () => undefined); // 'close' follows, with the code
    socket.on('close', () => this.closed());
  }

  get user(): RoomUser {
    if (!this.admitted) throw new Error('this connection has not been admitted');
    return this.admitted.user;
  }

  get isOpen(): boolean {
    return this.stage !== 'closed';
  }

  get isAdmitted(): boolean {
    return this.admitted !== null && this.isOpen;
  }

  /** Sets the room to leave on close, even if the connection is closed before it is admitted. */
  enter(channel: Channel<P>): void {
    this.channel = channel;
  }

  /** From now on messages are read, starting with those that already arrived. */
  admit(admitted: Admitted<P>): void {
    if (this.stage !== 'admitting') return;
    this.admitted = admitted;
    this.mode = admitted.mode;
    this.stage = 'admitted';
    void this.readInbox();
  }

  /** Heartbeat: closes the connection when the client was silent since the last one, or never said hello. */
  beat(): void {
    // A socket whose inbox is full is not read, so silence does not mean that it is dead.
    if (!this.alive && !this.socket.isPaused) return this.socket.terminate();
    this.alive = false;
    this.socket.ping();
    // Carries no data and shows browsers that the connection lives, so it is sent during a pause too.
    if (this.stage === 'synced') this.outbound.write(emptyMessage);
    else if (this.isAdmitted && ++this.silentBeats > 1) this.close(closeCode.protocolError, 'no hello');
  }

  /** Sends to connections that have the document; others get the change with their first sync. */
  postIfSynced(message: WireMessage): void {
    if (this.stage === 'synced') this.post(message);
  }

  /**
   * The room's document was replaced. A synced client drops the old one and syncs anew; a greeted client is
   * disconnected, because it may hold nothing yet that a reset could drop.
   */
  reset(document: string, version: number): void {
    if (this.stage === 'synced') {
      this.send(encodeFrame({ t: 'reset', document, version }));
      this.stage = 'mismatched';
    } else if (this.stage === 'greeted') this.close(closeCode.tryAgain, 'try again');
  }

  answer(frame: Omit<AnswerFrame, 't'>): void {
    this.inFlight--;
    this.unanswered.settle(frame);
    if (this.stage === 'synced') this.send(encodeFrame({ t: 'answer', ...frame }));
    else if (this.isOpen) this.heldAnswers.push(frame);
  }

  charge(cost: number): void {
    this.hooks.pace?.charge(this.principal, cost);
  }

  /** Sends the messages held back. */
  release(): void {
    this.outbound.release();
  }

  setMode(mode: RoomMode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    if (this.stage === 'greeted' || this.stage === 'synced') this.send(encodeFrame({ t: 'mode', mode }));
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.socket.close(code, reason);
    this.closed();
  }

  private closed(): void {
    if (!this.isOpen) return;
    this.stage = 'closed';
    this.inbox = [];
    this.heldAnswers = [];
    this.outbound.drop();
    this.unanswered.end();
    this.channel?.leave(this);
    this.onClosed?.();
  }

  private receive(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return;
    this.alive = true;
    if (!isBinary || !(data instanceof Uint8Array)) return this.close(closeCode.protocolError, 'binary only');
    this.inbox.push(data);
    this.inboxBytes += data.length;
    if (this.inboxBytes > this.limits.inboxBytes) {
      if (!this.admitted) return this.close(closeCode.tooBusy, 'too much at once');
      // Back-pressure: the client continues to send once its messages are read.
      this.socket.pause();
    }
    void this.readInbox();
  }

  private async readInbox(): Promise<void> {
    if (this.reading || !this.admitted) return;
    this.reading = true;
    try {
      for (let message = this.inbox.shift(); message; message = this.inbox.shift()) {
        this.inboxBytes -= message.length;
        if (this.socket.isPaused && this.inboxBytes <= this.limits.inboxBytes / 2) this.socket.resume();
        const waiting = this.handle(this.admitted, message);
        if (waiting) await waiting;
        while (this.isOpen && this.unanswered.isFull) await this.unanswered.untilRoom();
        if (!this.isOpen) return;
      }
    } catch (error) {
      this.admitted.channel.log('warn', 'a client was malformed', { user: this.admitted.user.id, error });
      this.close(closeCode.protocolError, 'malformed');
    } finally {
      this.reading = false;
    }
  }

  /** Throws on a malformed message. */
  private handle(admitted: Admitted<P>, message: Uint8Array): Promise<void> | undefined {
    const decoder = decoding.createDecoder(message);
    switch (decoding.readVarUint(decoder)) {
      case messageType.sync:
        this.handleSync(admitted.channel, decoder);
        return undefined;
      case messageType.awareness:
        admitted.channel.updatePresence(this, decoding.readVarUint8Array(decoder));
        return undefined;
      case messageType.queryAwareness:
        // Clients also use this query as a liveness probe, so it is always answered.
        this.send(admitted.channel.presenceFor(this) ?? emptyPresence);
        return undefined;
      case messageType.frame:
        if (message.length > this.limits.intentBytes) return this.refuseLarge(admitted.channel, decoder);
        return this.handleFrame(admitted, clientFrame.parse(readFrame(decoder)), message.length);
      case messageType.write:
        return this.writeAtPace(admitted.channel, readWrite(decoder));
      default:
        throw new RangeError('unknown message type');
    }
  }

  private handleSync(channel: Channel<P>, decoder: decoding.Decoder): void {
    const step = decoding.readVarUint(decoder);
    const bytes = decoding.readVarUint8Array(decoder);
    if (step === syncStep.ask) {
      if (this.greetsTooOften()) return;
      Y.decodeStateVector(bytes); // rejects malformed bytes before they reach the document
      if (this.stage === 'admitted') this.askedEarly = bytes;
      else if (this.stage !== 'mismatched') this.sync(channel, bytes);
    } else if (step === syncStep.answer || step === syncStep.update) {
      if (bytes.length > EMPTY_UPDATE_BYTES) this.close(closeCode.forbidden, 'this document is read-only');
    } else throw new RangeError('unknown sync step');
  }

  private handleFrame(admitted: Admitted<P>, frame: ClientFrame, bytes: number): Promise<void> | undefined {
    if (frame.t === 'hello') return this.greetsTooOften() ? undefined : this.greet(admitted, frame);
    if (frame.t === 'intent') return this.submitAtPace(admitted.channel, frame, bytes);
    const { room } = admitted.channel;
    if (frame.t === 'rest') room.rest?.(this);
    else room.confirm(this, frame.session, frame.upTo);
    return undefined;
  }

  /** Waits for the rate limiter; later messages of the connection wait too. */
  private submitAtPace(channel: Channel<P>, frame: IntentFrame, bytes: number): Promise<void> | undefined {
    const turn = this.hooks.pace?.take(this.principal, channel.room.costOf?.(frame) ?? 1);
    if (!turn) return this.submitWhenFresh(channel, frame, bytes);
    return turn.then(() => this.submitWhenFresh(channel, frame, bytes));
  }

  /** Waits until the node may judge; later messages of the connection wait too, so that intents keep their order. */
  private submitWhenFresh(channel: Channel<P>, frame: IntentFrame, bytes: number): Promise<void> | undefined {
    const verdict = this.hooks.mayJudge?.() ?? true;
    const goOn = (mayJudge: boolean): void => {
      if (!this.isOpen) return;
      if (mayJudge) this.submit(channel, frame, bytes);
      else this.close(closeCode.tryAgain, 'try again');
    };
    if (typeof verdict !== 'boolean') return verdict.then(goOn);
    goOn(verdict);
    return undefined;
  }

  private submit(channel: Channel<P>, frame: IntentFrame, bytes: number): void {
    if (!this.hasRoomForIntent()) return;
    this.hooks.onIntent?.(this.principal);
    this.unanswered.add(frame, bytes);
    channel.room.submit(this, frame);
  }

  /** Refuses an intent that is too large to parse. Throws when the frame carries no intent. */
  private refuseLarge(channel: Channel<P>, decoder: decoding.Decoder): undefined {
    const intent = readIntentName(decoder);
    if (intent === null) throw new RangeError('the frame is too large');
    if (!this.hasRoomForIntent()) return;
    // If the connection were closed instead, an honest client would resend the intent forever.
    const { version } = channel.room;
    this.answer({ ...intent, outcome: { ok: false, code: INTENT_TOO_LARGE }, version });
  }

  private hasRoomForIntent(): boolean {
    if (++this.inFlight <= this.limits.intentsInFlight) return true;
    this.close(closeCode.tooBusy, 'too many intents in flight');
    return false;
  }

  private writeAtPace(channel: Channel<P>, written: Write): Promise<void> | undefined {
    const turn = this.hooks.pace?.take(this.principal, workOfWrite(written.update));
    if (turn) return turn.then(() => this.takeWrite(channel, written));
    this.takeWrite(channel, written);
    return undefined;
  }

  private takeWrite(channel: Channel<P>, { write, update }: Write): void {
    const { room } = channel;
    if (!this.isOpen) return;
    if (!room.write) return this.close(closeCode.forbidden, 'this document is read-only');
    // The write belongs to the old document, for which the client received a reset.
    if (this.stage === 'mismatched') return;
    if (this.stage !== 'synced') return this.close(closeCode.protocolError, 'written before it was read');
    if (++this.writing > this.limits.writesInFlight) {
      return this.close(closeCode.tooBusy, 'too many writes in flight');
    }
    this.hooks.onIntent?.(this.principal);
    // `update` is a view into the socket's message buffer.
    void room.write(this, update.slice()).then((written) => {
      this.writing--;
      if (this.stage !== 'synced') return;
      if (written.ok) this.send(encodeFrame({ t: 'stored', write, version: written.version }));
      else this.send(encodeFrame({ t: 'refused', write, code: written.code, again: written.again }));
    });
  }

  /** An honest client says hello and asks once, and once more after a reset. */
  private greetsTooOften(): boolean {
    if (++this.greetings <= this.limits.greetings) return false;
    this.close(closeCode.tooBusy, 'too many greetings');
    return true;
  }

  private async greet(admitted: Admitted<P>, greeting: ClientHello): Promise<void> {
    if (greeting.protocol !== ROOM_PROTOCOL) return this.close(closeCode.protocolError, 'another protocol');
    const { room } = admitted.channel;
    if (greeting.awareness !== undefined) admitted.channel.claimPresence(this, greeting.awareness);
    const isOfItsHistory = greeting.document === null || (await admitted.channel.holds(greeting));
    if (!this.isOpen) return;
    const { documentId: document, version, link } = room;
    // Checked again: the room's document may have been replaced during the lookup.
    const isOurs = isOfItsHistory && (greeting.document === null || greeting.document === document);
    const { user } = admitted;
    this.helloVersion = version;
    const { notice } = room;
    if (notice !== undefined) this.mode = 'read';
    const hello: HelloFrame = {
      ...{ t: 'hello', protocol: ROOM_PROTOCOL },
      document,
      version,
      link,
      user,
      mode: this.mode,
    };
    this.send(encodeFrame(notice === undefined ? hello : { ...hello, notice }));
    if (!isOurs) {
      this.stage = 'mismatched';
      this.askedEarly = null;
      this.send(encodeFrame({ t: 'reset', document, version }));
      return;
    }
    this.stage = 'greeted';
    if (this.askedEarly) this.sync(admitted.channel, this.askedEarly);
    this.askedEarly = null;
  }

  /** Document, version and held answers are sent in one tick, so that the client's base matches its version. */
  private sync(channel: Channel<P>, stateVector: Uint8Array): void {
    const { document, version, link } = channel.room;
    this.send(syncMessage(syncStep.answer, Y.encodeStateAsUpdate(document, stateVector)));
    if (this.stage === 'synced') return;
    this.stage = 'synced';
    this.send(encodeAdvance({ from: this.helloVersion, to: version, link, update: null }));
    if (channel.room.write) this.send(syncMessage(syncStep.ask, Y.encodeStateVector(document)));
    this.sendPresence(channel);
    for (const frame of this.heldAnswers.splice(0)) this.send(encodeFrame({ t: 'answer', ...frame }));
  }

  private sendPresence(channel: Channel<P>): void {
    const others = channel.presenceFor(this);
    if (others) this.send(others);
  }

  private send(message: Uint8Array): void {
    this.post(onWire(message));
  }

  private post(message: WireMessage): void {
    if (this.isOpen) this.outbound.post(message);
  }
}

const emptyMessage = onWire(emptyPresence);
