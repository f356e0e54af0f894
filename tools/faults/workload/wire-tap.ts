import { auditStream } from '@cotejo/audits-contracts';
import {
  clientFrame,
  messageType,
  readAdvance,
  readFrame,
  serverFrame,
  type IntentFrame,
} from '@cotejo/rooms/protocol';
import * as decoding from 'lib0/decoding';
import { WebSocket } from 'ws';
import { commandIdOf } from '../../../libs/audits/server/src/room/intents/command-identity.ts';
import { ConnectionChecker, type ReportedVersion } from '../history/connection-checker.ts';
import type { Ledger } from '../history/ledger.ts';
import type { Violation } from '../history/violation.ts';
import type { Evidence } from '../report/evidence.ts';

/** Owner of a connection, and the audit that it opens. */
export interface Caller {
  readonly name: string;
  readonly account: string;
  readonly user: string;
  readonly audit: string;
  /** Sends its intents in order, and resends only unanswered ones. */
  readonly asksInOrder: boolean;
}

/** Listens on all room connections, and records requests and answers in the ledger. */
export class WireTap {
  private readonly checkers: ConnectionChecker[] = [];
  private told: ReportedVersion[] = [];
  private connections = 0;
  /** Per session: the first number that is not confirmed. */
  private readonly confirmed = new Map<string, number>();

  constructor(
    private readonly ledger: Ledger,
    private readonly evidence: Evidence,
  ) {}

  /** A socket class for clients that create their own sockets. */
  socketClass(caller: Caller): typeof globalThis.WebSocket {
    const listen = (socket: WebSocket) => this.listen(socket, caller);
    const asked = (bytes: Uint8Array) => this.heardClient(bytes, caller);
    class TappedSocket extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        listen(this);
      }
      override send(data: unknown): void {
        if (data instanceof Uint8Array) asked(data);
        super.send(data as Uint8Array);
      }
    }
    // The ws package's socket has the parts of the browser's that y-websocket uses.
    return TappedSocket as unknown as typeof globalThis.WebSocket;
  }

  /** Listens to the messages of a socket. */
  listen(socket: WebSocket, caller: Caller): void {
    const name = `${caller.name}/${++this.connections}`;
    const checker = new ConnectionChecker(
      name,
      auditStream(caller.audit),
      (told) => void this.told.push(told),
      caller.asksInOrder,
    );
    this.checkers.push(checker);
    socket.on('message', (data) => {
      if (data instanceof Uint8Array) this.heardServer(data, checker, caller, name);
      else if (data instanceof ArrayBuffer) this.heardServer(new Uint8Array(data), checker, caller, name);
    });
    socket.on('close', (code) => this.evidence.note('closed', { who: name, code }));
  }

  asked(frame: Omit<IntentFrame, 't'>, caller: Caller): void {
    const { session, seq, base, intent } = frame;
    const command = this.commandOf(session, seq, caller);
    const stream = auditStream(caller.audit);
    this.ledger.ask({ command, who: caller.name, session, seq, stream, base, intent });
    this.evidence.note('asked', { who: caller.name, command, session, seq, base, intent });
  }

  /** Violations on connections since the last call. */
  takeViolations(): Violation[] {
    return this.checkers.flatMap(({ found }) => found.splice(0));
  }

  /** Versions reported since the last call. */
  takeTold(): readonly ReportedVersion[] {
    const { told } = this;
    this.told = [];
    return told;
  }

  private heardClient(bytes: Uint8Array, caller: Caller): void {
    const decoder = decoding.createDecoder(bytes);
    if (decoding.readVarUint(decoder) !== messageType.frame) return;
    const frame = clientFrame.parse(readFrame(decoder));
    if (frame.t === 'intent') this.asked(frame, caller);
    if (frame.t === 'confirm') {
      const { session, upTo } = frame;
      for (let seq = this.confirmed.get(session) ?? 0; seq <= upTo; seq++) {
        this.ledger.confirm(this.commandOf(session, seq, caller));
      }
      this.confirmed.set(session, upTo + 1);
    }
  }

  private heardServer(bytes: Uint8Array, checker: ConnectionChecker, caller: Caller, name: string): void {
    const decoder = decoding.createDecoder(bytes);
    const type = decoding.readVarUint(decoder);
    if (type === messageType.advance) {
      const { from, to, link } = readAdvance(decoder);
      this.evidence.note('advance', { who: name, from, to, link });
      return checker.advance({ from, to, link, update: null });
    }
    if (type !== messageType.frame) return;
    const frame = serverFrame.parse(readFrame(decoder));
    this.evidence.note('told', { who: name, frame });
    checker.frame(frame);
    if (frame.t !== 'answer') return;
    const { session, seq, outcome, version } = frame;
    this.ledger.answer(this.commandOf(session, seq, caller), { outcome, version });
  }

  private commandOf(session: string, seq: number, { account, user }: Caller): string {
    return commandIdOf({ account, user, session, seq });
  }
}
