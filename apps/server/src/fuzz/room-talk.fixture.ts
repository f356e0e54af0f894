import { closeCode, messageType } from '@cotejo/rooms/protocol';
import { PATIENCE_MS } from '@cotejo/testing';
import type { WebSocket, RawData } from 'ws';
import type { StartedServer } from '../started-server.fixture.ts';
import type { Chance } from './chance.fixture.ts';
import type { FuzzedAccount } from './fuzzed-account.fixture.ts';
import { internalsInBytes } from './judge-answer.fixture.ts';
import { hello } from './malformed-message.fixture.ts';

/** Allowed closing codes after malformed messages; the last ones are defined by WebSocket (RFC 6455). */
const CLOSED_IN_ORDER: readonly number[] = [...Object.values(closeCode), 1002, 1003, 1007, 1009];

/** Room socket that sends messages one at a time and records how each is taken. */
export class RoomTalk {
  heard = '';
  code: number | null = null;
  private waiting: (() => void) | null = null;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: RawData) => {
      const bytes = data as Buffer;
      this.heard += bytes.toString('latin1');
      // Messages are processed in order: the awareness answer follows the answers to all earlier messages.
      if (bytes[0] === messageType.awareness) this.waiting?.();
    });
    socket.on('close', (code) => {
      this.code = code;
      this.waiting?.();
    });
    socket.on('error', () => undefined);
  }

  /** Connects as a user with write access. */
  static async open(
    started: StartedServer,
    { principals }: FuzzedAccount,
    { kind, id }: { readonly kind: string; readonly id: string },
    chance: Chance,
    greeting: readonly Uint8Array[] = [hello()],
  ): Promise<RoomTalk> {
    const ticket = started.server.foundation.access.tickets.issue(chance.pick(principals.slice(0, 3)));
    const socket = started.room(id, ticket, {}, kind);
    const talk = new RoomTalk(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    if (chance.often(0.8)) for (const message of greeting) socket.send(message);
    return talk;
  }

  async say(message: Uint8Array | string): Promise<string | null> {
    this.heard = '';
    const taken = new Promise<void>((resolve) => (this.waiting = resolve));
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), PATIENCE_MS).unref());
    if (this.code === null) {
      this.socket.send(message);
      this.socket.send(Uint8Array.of(messageType.queryAwareness));
      if ((await Promise.race([taken, late])) === 'late') return 'neither taken nor refused';
    }
    if (this.code !== null && !CLOSED_IN_ORDER.includes(this.code)) return `closed with ${this.code}`;
    const internals = internalsInBytes(this.heard);
    return internals === null ? null : `tells "${internals}"`;
  }

  close(): void {
    this.socket.terminate();
  }
}
