import 'fake-indexeddb/auto';
import {
  API_USER,
  keyOf,
  principalOf,
  type Browsers,
  type Connection,
  type Intent,
  type MakeBrowsers,
  type Release,
  type Seat,
  type SimulatedClient,
  type SimulatedNode,
} from '@cotejo/audits-domain/simulation';
import type { UserId } from '@cotejo/access-contracts';
import type { AuditIntent } from '@cotejo/audits-contracts';
import type { AuditModel, AuditView } from '@cotejo/audits-domain';
import {
  intentKey,
  memoryOutboxStore,
  Outbox,
  type Locks,
  type Network,
  type OutboxStore,
  type PendingIntent,
} from '@cotejo/rooms/client';
import { simulatedChannels } from '@cotejo/rooms/testing';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import * as Y from 'yjs';
import type { AuditSession } from '../audit-session.ts';
import { openAuditSession } from '../open-audit-session.ts';
import { misbehave } from './misbehave.fixture.ts';
import { throwSameDice } from './simulated-chance.fixture.ts';
import { locksForOwnersOnly, simulatedLocks } from './simulated-locks.fixture.ts';
import { SimulatedSocket } from './simulated-socket.fixture.ts';
import { TreeRows, type TreeRow } from '../rows/tree-rows.ts';

const AUDIT = '00000005-0000-4000-8000-000000000001';
const ROOM = `audit/${AUDIT}`;
const FORGED = '0000000f-0000-4000-8000-00000000000';
const NODE_DIED = 1006;
const NO_BASE = new Y.Doc();

/** Resources shared by the tabs of one user. */
interface Profile {
  readonly locks: Locks;
  readonly channels: ReturnType<typeof simulatedChannels>;
  /** Undefined with a simulated disk: the outbox then uses IndexedDB. */
  readonly store: OutboxStore | undefined;
}

/** Awaits a promise while advancing the fake timers. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isDone = false;
  const done = promise.finally(() => (isDone = true));
  done.catch(() => undefined);
  for (let waits = 0; !isDone && waits < 2_000; waits++)
    await vi.advanceTimersByTimeAsync(waits < 20 ? 0 : 10);
  return done;
}

/** A browser tab: the product's own session, connection and outbox, over a simulated socket. */
class SimulatedBrowser implements SimulatedClient {
  readonly orphans: Connection[] = [];
  readonly user: UserId;
  model: AuditModel;
  private session: AuditSession | null = null;
  private socket: SimulatedSocket | null = null;
  private route: SimulatedNode | null = null;
  private isOffline = true;
  private readonly online = new Set<() => void>();
  private readonly offline = new Set<() => void>();
  private readonly frames = new Set<() => void>();
  private seen = 0;

  constructor(
    private readonly seat: Seat,
    private readonly profile: Profile,
  ) {
    this.user = seat.user;
    this.model = seat.parts.models.now;
  }

  get isOpen(): boolean {
    return this.session !== null;
  }
  get view(): AuditView | null {
    return this.session?.view ?? null;
  }
  get base(): Y.Doc {
    return this.session?.connection.base ?? NO_BASE;
  }
  get version(): number {
    return this.session?.connection.version ?? -1;
  }
  get connection(): Connection | null {
    return this.socket?.connection ?? null;
  }
  get status() {
    return JSON.stringify([
      this.session?.connection.status,
      this.socket?.readyState,
      this.session?.connection.outbox.pending,
    ]);
  }
  get pendingCount(): number {
    return this.session?.pendingCount ?? 0;
  }

  get tray(): readonly string[] {
    return (this.session?.tray ?? []).map((entry) => this.keyOf(entry));
  }

  act(intent: Intent, isHostile: boolean): void {
    const { session } = this;
    if (!session) return;
    // An older release does not send intents that it does not know.
    if (!isHostile) session.act(intent as AuditIntent);
    else if (this.model.intents.reads[intent.kind] !== undefined) session.connection.submit(intent, 'forced');
    this.noteMade(!isHostile);
  }

  send({ intent, schema, seq }: { intent: Intent; schema: number; seq: number }): void {
    const envelope = { intent, base: seq % 2 === 0 ? this.version : 9_999, schemaVersion: schema };
    this.connection?.toServer.push({ t: 'intent', session: `${FORGED}${seq}`, seq, envelope });
  }

  undo(): void {
    this.session?.undo();
    this.noteMade(true);
  }
  redo(): void {
    this.session?.redo();
    this.noteMade(true);
  }

  takeFromTray(what: 'reapply' | 'discard'): void {
    const { session } = this;
    const [oldest] = session?.tray ?? [];
    if (!session || !oldest) return;
    if (what === 'discard') session.discard(oldest);
    else session.reapply(oldest);
    // A forced intent may be invalid at the second attempt, too.
    this.noteMade(false);
    if (session.tray.every((entry) => intentKey(entry) !== intentKey(oldest)))
      this.seat.found.discarded.add(this.keyOf(oldest));
  }

  frame(): void {
    const due = [...this.frames];
    this.frames.clear();
    for (const run of due) run();
    const { session } = this;
    if (!session || session.baseVersion < 0) return;
    const rows = flat(session.snapshot.rows);
    const pending = new Set(rows.flatMap((row) => (row.pending ? [row.id] : [])));
    const whole = flat(new TreeRows(session.view).read(pending));
    if (JSON.stringify(rows) !== JSON.stringify(whole))
      throw new Error('INVARIANT rows built bit by bit are those of the whole');
  }

  async connect(node: SimulatedNode): Promise<void> {
    await this.cut();
    this.route = node;
    this.isOffline = false;
    for (const listener of this.online) listener();
    await vi.advanceTimersByTimeAsync(0);
  }

  async cut(): Promise<void> {
    this.isOffline = true;
    for (const listener of this.offline) listener();
    await vi.advanceTimersByTimeAsync(0);
  }

  lose(): void {
    this.socket?.end(NODE_DIED);
  }

  async receive(count: number): Promise<void> {
    if (this.socket?.readyState === 0 && this.route) this.socket.open(this.route);
    for (let taken = 0; taken < count; taken++) {
      const { socket } = this;
      const frame = socket?.connection?.toClient.shift();
      if (!socket || !frame) break;
      if (frame.t === 'answer' && frame.version > this.version)
        throw new Error('INVARIANT nothing is answered before the base can show it');
      socket.deliver(frame);
      // After a reset the socket is closed and later frames are lost.
      if (frame.t === 'reset' || frame.t === 'close' || frame.t === 'sync')
        await vi.advanceTimersByTimeAsync(0);
    }
  }

  async shut(): Promise<void> {
    const { session } = this;
    this.session = null;
    this.frames.clear();
    if (session) await settled(session.close());
    this.socket = null;
  }

  async open(release: Release): Promise<void> {
    await this.shut();
    const { seat, profile } = this;
    this.model = seat.parts.models[release];
    const openSocket = (): SimulatedSocket =>
      (this.socket = new SimulatedSocket(this.user, (orphan) => this.orphans.push(orphan)));
    class Socket {
      constructor() {
        return openSocket();
      }
    }
    this.session = await settled(
      openAuditSession({
        auditId: AUDIT,
        principal: principalOf(this.user, seat.role),
        model: this.model,
        createdBy: API_USER,
        team: seat.team,
        url: 'ws://simulated/rooms',
        locks: profile.locks,
        channels: profile.channels,
        ...(profile.store ? { store: profile.store } : {}),
        network: this.network,
        random: () => 0,
        schedule: (run) => (this.frames.add(run), () => this.frames.delete(run)),
        now: seat.now,
        getTicket: async () => 'ticket',
        loadBase: async () => (this.isOffline ? null : seat.load()),
        WebSocket: Object.assign(Socket, SimulatedSocket) as unknown as typeof globalThis.WebSocket,
      }),
    );
    this.seen = 0;
    this.session.connection.outbox.onSettled((entries) => {
      for (const { entry, tray } of entries)
        seat.found.noteEnded({ key: this.keyOf(entry), ok: tray === null, code: tray?.code ?? null });
    });
    misbehave(this.session, seat.parts.client);
  }

  async stored(): Promise<void> {
    await settled(this.session?.connection.outbox.flushed() ?? Promise.resolve());
    await vi.advanceTimersByTimeAsync(0);
  }

  private get network(): Network {
    return {
      isOffline: () => this.isOffline,
      onOnline: (listener) => (this.online.add(listener), () => this.online.delete(listener)),
      onOffline: (listener) => (this.offline.add(listener), () => this.offline.delete(listener)),
    };
  }

  private keyOf({ session, seq }: Pick<PendingIntent, 'session' | 'seq'>): string {
    return keyOf(this.user, session, seq);
  }

  private noteMade(isHonest: boolean): void {
    const outbox = this.session?.connection.outbox;
    for (const entry of outbox?.pending ?? []) {
      if (entry.session !== outbox?.session || entry.seq < this.seen) continue;
      this.seen = entry.seq + 1;
      this.seat.found.noteMade(this.keyOf(entry), isHonest);
    }
  }
}

const flat = (rows: readonly TreeRow[]): Omit<TreeRow, 'children'>[] =>
  rows.flatMap(({ children, ...row }) => [{ ...row, opens: children !== null }, ...flat(children ?? [])]);

/**
 * Browsers with the product's own client code; with a disk, IndexedDB keeps base and outbox across reloads.
 */
export const makeBrowsers: MakeBrowsers = ({ disk, seed }): Browsers => {
  throwSameDice(seed);
  if (disk) globalThis.indexedDB = new IDBFactory();
  else Reflect.deleteProperty(globalThis, 'indexedDB');
  const profiles = new Map<UserId, Profile>();
  const tabs: SimulatedBrowser[] = [];
  const profileOf = ({ user, parts }: Seat): Profile => {
    const known = profiles.get(user);
    if (known) return known;
    const { remembers, inherits } = parts.client;
    const memory = memoryOutboxStore();
    const profile: Profile = {
      locks: inherits ? simulatedLocks() : locksForOwnersOnly(),
      channels: simulatedChannels(),
      store: remembers ? (disk ? undefined : memory) : { ...memory, intents: async () => [] },
    };
    profiles.set(user, profile);
    return profile;
  };
  return {
    open(seat) {
      const tab = new SimulatedBrowser(seat, profileOf(seat));
      tabs.push(tab);
      return tab;
    },
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
    async store() {
      for (let times = 0; times < 3; times++) for (const tab of tabs) await tab.stored();
    },
    async tray(user) {
      const profile = profiles.get(user);
      for (const tab of tabs) if (tab.user === user) await tab.shut();
      if (!profile) return [];
      const { locks, channels, store } = profile;
      const outbox = await settled(
        Outbox.open({ user, room: ROOM, locks, channels, ...(store ? { store } : {}) }),
      );
      const keys = outbox.tray.map(({ session, seq }) => keyOf(user, session, seq));
      await settled(outbox.close());
      return keys;
    },
    async end() {
      for (const tab of tabs) await tab.shut();
    },
  };
};
