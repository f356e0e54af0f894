import { closeCode, messageType } from '@cotejo/rooms/protocol';
import { PATIENCE_MS } from '@cotejo/testing';
import type { WebSocket, RawData } from 'ws';
import type { StartedServer } from '../started-server.fixture.ts';
import type { Chance } from './chance.fixture.ts';
import type { FuzzedAccount } from './fuzzed-account.fixture.ts';
import { internalsInBytes } from './judge-answer.fixture.ts';
import { hello } from './malformed-message.fixture.ts';

/** Codes with which a room may close on whoever talks nonsense; the last are those of WebSockets themselves. */
const CLOSED_IN_ORDER: readonly number[] = [...Object.values(closeCode), 1002, 1003, 1007, 1009];

/** Socket in a room, which says one thing after another and hears how each is taken. */
export class RoomTalk {
  heard = '';
  code: number | null = null;
  private waiting: (() => void) | null = null;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: RawData) => {
      const bytes = data as Buffer;
      this.heard += bytes.toString('latin1');
      // The answer to who is here comes after all that was asked before.
      if (bytes[0] === messageType.awareness) this.waiting?.();
    });
    socket.on('close', (code) => {
      this.code = code;
      this.waiting?.();
    });
    socket.on('error', () => undefined);
  }

  /** Of somebody who may write there. */
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
