import { encodeAdvance, type Advance, type ClientFrame } from '../protocol.ts';
import type { Connection } from './connection.ts';
import { onWire } from './on-wire.ts';
import { PresenceBoard } from './presence-board.ts';
import type { Present } from './presence-roll.ts';
import type { Audience, Member, OpenRoom, RoomHost, RoomLimits, RoomLog } from './room-host.ts';

type ClientHello = Extract<ClientFrame, { t: 'hello' }>;

/** Called with the connections present in a room of this node; with an empty list once the room closes. */
export type PresenceListener = (kind: string, id: string, people: readonly Present[]) => void;

/** Number of connections up to which presence is sent with the shortest delay. */
const PEOPLE_TOLD_AT_ONCE = 40;

/** An open room and its connections; a node has one channel per room. */
export class Channel<P> implements Audience<P> {
  /** Set when the host has opened the room; connections are admitted only after that. */
  private opened: OpenRoom<P> | null = null;
  private readonly opening: Promise<void>;
  private readonly connections = new Set<Connection<P>>();
  private readonly board = new PresenceBoard<Connection<P>>(() => Date.now());
  private presenceTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(
    private readonly host: RoomHost<P>,
    private readonly id: string,
    private readonly limits: RoomLimits,
    readonly log: RoomLog,
    private readonly onEmpty: () => void,
    private readonly onPresence: PresenceListener = () => undefined,
  ) {
    this.opening = host.open(id, this).then((room) => {
      this.opened = room;
      if (this.isClosed) room.leave();
    });
  }

  get room(): OpenRoom<P> {
    if (!this.opened) throw new Error('this room is not open yet');
    return this.opened;
  }

  /** Adds the connection before the room is open, so that the room stays until it leaves; throws as `open` does. */
  async join(connection: Connection<P>): Promise<void> {
    this.connections.add(connection);
    await this.opening;
  }

  leave(connection: Connection<P>): void {
    if (!this.connections.delete(connection)) return;
    if (this.board.remove(connection)) this.tellPresenceSoon();
    if (this.connections.size === 0) this.end();
  }

  *members(): Iterable<Member<P>> {
    for (const connection of this.connections) if (connection.isAdmitted) yield connection;
  }

  advance(advance: Advance): void {
    const message = onWire(encodeAdvance(advance));
    for (const connection of [...this.connections]) connection.postIfSynced(message);
  }

  reset(): void {
    const { documentId, version } = this.room;
    for (const connection of [...this.connections]) connection.reset(documentId, version);
  }

  close(code: number, reason: string): void {
    // Removed first: a client that reconnects at once must not find this room.
    this.end();
    for (const connection of [...this.connections]) connection.close(code, reason);
  }

  claimPresence(connection: Connection<P>, id: number): void {
    if (this.board.claim(connection, connection.user, id)) this.tellPresenceSoon();
  }

  updatePresence(connection: Connection<P>, update: Uint8Array): void {
    if (this.board.update(connection, connection.user, update)) this.tellPresenceSoon();
  }

  presenceFor(connection: Connection<P>): Uint8Array | null {
    return this.board.snapshot(connection);
  }

  /** Whether the base that a client claims is part of this document's history. */
  async holds({ document, version, link: claimed }: ClientHello): Promise<boolean> {
    const { room } = this;
    if (document !== room.documentId) return false;
    if (version < 0) return true;
    const link = version === room.version ? room.link : await room.linkAt(version);
    return link !== null && link === claimed;
  }

  private tellPresenceSoon(): void {
    // Each connection receives every other's presence, so the cost is quadratic. The delay grows with the number of
    // connections, which makes the cost linear.
    const { presenceDelay } = this.limits;
    const crowd = Math.max(1, this.connections.size / PEOPLE_TOLD_AT_ONCE);
    this.presenceTimer ??= setTimeout(() => this.tellPresence(), presenceDelay * crowd);
  }

  private tellPresence(): void {
    this.presenceTimer = null;
    this.onPresence(this.host.kind, this.id, this.board.people());
    const changes = this.board.takeChanges();
    const message = changes.forAll && onWire(changes.forAll);
    for (const connection of [...this.connections]) {
      if (!changes.movers.has(connection)) {
        if (message) connection.postIfSynced(message);
        continue;
      }
      const others = changes.forMover(connection);
      if (others) connection.postIfSynced(onWire(others));
    }
  }

  private end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.presenceTimer) clearTimeout(this.presenceTimer);
    this.presenceTimer = null;
    this.onPresence(this.host.kind, this.id, []);
    this.onEmpty();
    this.opened?.leave();
  }
}
