import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type {
  AuditId,
  ItemId,
  ItemType,
  KernelIntent,
  Rejection,
  StoredAuditEvent,
} from '@cotejo/audits-contracts';
import {
  AuditState,
  auditCan,
  createAuditModel,
  createTreeDocument,
  project,
  projectAll,
  type AuditView,
} from '@cotejo/audits-domain';
import { memoryOutboxStore, type Network, type OutboxStore } from '@cotejo/rooms/client';
import {
  clientFrame,
  encodeAdvance,
  encodeFrame,
  messageType,
  readFrame,
  type Outcome,
  type ServerFrame,
  ROOM_PROTOCOL,
} from '@cotejo/rooms/protocol';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import type { AuditSession } from './audit-session.ts';
import { openAuditSession, type OpenAuditOptions } from './open-audit-session.ts';

/**
 * An in-process server of one audit: the real rules and the real document, and the room's protocol over
 * sockets that are two lists. Messages move only in `deliver` (or `step`), so every interleaving can be
 * produced.
 */
export const model = createAuditModel();

const account = 'acc00000-0000-4000-8000-000000000000' as AccountId;
export const auditId = 'a0000000-0000-4000-8000-000000000000' as AuditId;
export const personId = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}` as UserId;
export const item = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId;

export const person = (n: number, role: Role = 'leader'): Principal => ({
  userId: personId(n),
  accountId: account,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
});
const PEOPLE = [1, 2, 3];
const TEAM = new Map(PEOPLE.map((n) => [personId(n), 'leader'] as const));

const SKELETON: readonly [n: number, type: ItemType, parent: number | null, name: string][] = [
  [1, 'phase', null, 'Ejecución'],
  [2, 'process', 1, 'Compras'],
  [3, 'process', 1, 'Pagos'],
  [4, 'risk', 2, 'Proveedores ficticios'],
  [5, 'control', 4, 'Doble aprobación'],
  [6, 'step', 3, 'Conciliar pagos'],
];

class TestSocket {
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
  readonly toServer: Uint8Array[] = [];
  readonly toClient: Uint8Array[] = [];
  synced = false;

  constructor(
    readonly principal: Principal,
    readonly audit: TestAudit,
  ) {
    audit.sockets.add(this);
  }
  send(message: Uint8Array): void {
    this.toServer.push(message);
  }
  /** Closed by the client: frames it sent may still reach the server, frames sent to it are lost. */
  close(): void {
    this.readyState = 3;
    this.toClient.length = 0;
    this.synced = false;
  }
  /** Closed by the server. */
  end(code: number): void {
    this.audit.sockets.delete(this);
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
}

export interface Seat {
  readonly principal: Principal;
  readonly session: AuditSession;
  readonly network: { cut(): void; heal(): void };
  /** Runs the frames that the session has scheduled. */
  frame(): void;
}

export class TestAudit {
  events: StoredAuditEvent[] = [];
  state = new AuditState();
  document = createTreeDocument('document-1');
  documentId = 'document-1';
  readonly sockets = new Set<TestSocket>();
  /** Every intent that the server decided, in order, to check that none is executed twice. */
  readonly judged: { readonly key: string; readonly outcome: Outcome }[] = [];
  private readonly answers = new Map<string, { outcome: Outcome; version: number }>();

  constructor(extra: readonly [n: number, type: ItemType, parent: number | null, name: string][] = []) {
    const by = personId(1);
    this.commit(by, {
      type: 'AuditCreated',
      data: {
        audit: auditId,
        account,
        createdBy: by,
        source: null,
        profile: {
          name: 'Compras y pagos',
          code: 'A-1',
          year: 2026,
          recordType: 'audit_plan',
          frequency: 'scheduled',
          kind: 'standard',
          startDate: null,
          endDate: null,
          budgetedMinutes: 0,
          chargedMinutes: 0,
          leader: by,
        },
      },
    });
    for (const user of TEAM.keys())
      this.commit(by, { type: 'TeamMemberAdded', data: { user, role: 'leader' } });
    for (const [n, type, parent, name] of [...SKELETON, ...extra]) {
      this.does(person(1), {
        kind: 'create_item',
        id: item(n),
        type,
        parent: parent === null ? null : item(parent),
        name,
      });
    }
  }

  get version(): number {
    return this.events.length - 1;
  }

  /** Another user executes an intent. Throws when the rules refuse it. */
  does(principal: Principal, intent: KernelIntent, base = this.version): void {
    const rejection = this.judge(principal, intent, base);
    if (rejection) throw new Error(`refused: ${rejection.code}`);
  }

  close(): void {
    this.commit(personId(1), {
      type: 'AuditStatusChanged',
      data: { from: this.state.status, to: 'closed', closedOn: '2026-01-31' },
    });
  }

  /** Replaces the document by a new one of the same state, like a compaction. */
  compact(): void {
    this.documentId = `document-${this.version}-compacted`;
    this.document = createTreeDocument(this.documentId);
    projectAll(this.document, this.state);
    for (const socket of [...this.sockets]) socket.end(1013);
  }

  /** The state after the first `version + 1` events. */
  stateAt(version: number): AuditState {
    const state = new AuditState();
    for (const event of this.events.slice(0, version + 1)) model.evolve(state, event);
    return state;
  }

  /** Options to open a session of this audit for a user. */
  optionsFor(n: number, store: OutboxStore, role?: Role): OpenAuditOptions {
    const principal = person(n, role);
    const audit = this as TestAudit;
    class Socket extends TestSocket {
      constructor() {
        super(principal, audit);
      }
    }
    return {
      auditId,
      principal,
      model,
      createdBy: personId(1),
      team: TEAM,
      url: 'ws://test/rooms',
      locks: null,
      random: () => 0,
      store,
      // Only the part of WebSocket that y-websocket uses; no network.
      WebSocket: Socket as unknown as typeof globalThis.WebSocket,
      getTicket: async () => 'ticket',
    };
  }

  async seat(
    n: number,
    options: { role?: Role; store?: OutboxStore; browser?: Partial<OpenAuditOptions> } = {},
  ): Promise<Seat> {
    const principal = person(n, options.role);
    const online = new Set<() => void>();
    const offline = new Set<() => void>();
    let isOffline = false;
    const network: Network = {
      isOffline: () => isOffline,
      onOnline: (listener) => (online.add(listener), () => online.delete(listener)),
      onOffline: (listener) => (offline.add(listener), () => offline.delete(listener)),
    };
    const frames = new Set<() => void>();
    const session = await openAuditSession({
      ...this.optionsFor(n, options.store ?? memoryOutboxStore(), options.role),
      ...options.browser,
      network,
      schedule: (run) => (frames.add(run), () => frames.delete(run)),
    });
    return {
      principal,
      session,
      frame: () => {
        const due = [...frames];
        frames.clear();
        due.forEach((run) => run());
      },
      network: {
        cut: () => ((isOffline = true), offline.forEach((listener) => listener())),
        heal: () => ((isOffline = false), online.forEach((listener) => listener())),
      },
    };
  }

  /** Moves one message of a socket, or opens it. False when there was nothing to move. */
  step(socket: TestSocket, direction: 'up' | 'down'): boolean {
    if (socket.readyState === 0) {
      socket.readyState = 1;
      socket.onopen?.();
      return true;
    }
    const message = (direction === 'up' ? socket.toServer : socket.toClient).shift();
    if (message) {
      if (direction === 'up') this.receive(socket, message);
      else socket.onmessage?.({ data: message });
      return true;
    }
    if (socket.readyState === 3 && socket.toServer.length === 0) this.sockets.delete(socket);
    return false;
  }

  /** Moves messages until none is left; zero-length timers run in between. */
  async deliver(seats: readonly Seat[], tick: () => Promise<unknown>): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      await tick();
      let moved = false;
      for (const socket of [...this.sockets]) {
        for (const way of ['up', 'down'] as const) while (this.step(socket, way)) moved = true;
      }
      quiet = moved ? 0 : quiet + 1;
    }
    for (const seat of seats) seat.frame();
  }

  private judge(principal: Principal, intent: { kind: string }, base: number): Rejection | null {
    const decision = model.decide(
      this.state,
      { intent: { ...intent }, base },
      {
        now: '2026-01-01T00:00:00.000Z',
        actor: principal.userId,
        can: auditCan(principal, this.state),
        mode: 'server',
      },
    );
    if (!decision.ok) return decision.rejection;
    for (const event of decision.events) this.commit(principal.userId, event);
    return null;
  }

  private commit(actor: UserId, event: { type: string; data: { readonly [field: string]: unknown } }): void {
    const stored = {
      ...event,
      version: this.events.length,
      actor,
      at: '2026-01-01T00:00:00.000Z',
      operation: null,
    };
    const before = Y.encodeStateVector(this.document);
    this.events.push(stored);
    model.evolve(this.state, stored);
    project(this.document, this.state, stored);
    const update = Y.encodeStateAsUpdate(this.document, before);
    const message = encodeAdvance({
      from: stored.version - 1,
      to: stored.version,
      link: `link-${stored.version}`,
      update: update.length > 2 ? update : null,
    });
    for (const socket of this.sockets) if (socket.synced) socket.toClient.push(message);
  }

  private receive(socket: TestSocket, message: Uint8Array): void {
    const decoder = decoding.createDecoder(message);
    const type = decoding.readVarUint(decoder);
    if (type === messageType.sync) return this.sync(socket, decoder);
    if (type !== messageType.frame) return;
    const frame = clientFrame.parse(readFrame(decoder));
    if (frame.t === 'hello') {
      const { documentId: document, version } = this;
      const user = { id: socket.principal.userId, name: '', initials: '', color: 0 };
      const mode = socket.principal.role === 'guest' ? 'read' : 'edit';
      this.tell(socket, {
        t: 'hello',
        protocol: ROOM_PROTOCOL,
        document,
        version,
        link: `link-${version}`,
        user,
        mode,
      });
      if (frame.document !== null && frame.document !== document)
        this.tell(socket, { t: 'reset', document, version });
    } else if (frame.t === 'intent') {
      const { session, seq } = frame;
      const key = `${session}:${seq}`;
      let answer = this.answers.get(key);
      if (!answer) {
        const rejection = this.judge(socket.principal, frame.intent, frame.base);
        const outcome: Outcome = rejection ? { ok: false, ...rejection } : { ok: true };
        answer = { outcome, version: this.version };
        this.answers.set(key, answer);
        this.judged.push({ key, outcome });
      }
      this.tell(socket, { t: 'answer', session, seq, ...answer });
    }
  }

  private sync(socket: TestSocket, decoder: decoding.Decoder): void {
    if (decoding.readVarUint(decoder) !== 0) throw new Error('a client wrote the document');
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageType.sync);
    encoding.writeVarUint(encoder, 1);
    const vector = decoding.readVarUint8Array(decoder);
    encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(this.document, vector));
    if (socket.readyState === 3) return;
    socket.toClient.push(encoding.toUint8Array(encoder));
    // `hello` carried an earlier version when an event was committed in between.
    const { version } = this;
    socket.toClient.push(encodeAdvance({ from: -1, to: version, link: `link-${version}`, update: null }));
    socket.synced = true;
  }

  private tell(socket: TestSocket, frame: ServerFrame): void {
    if (socket.readyState !== 3) socket.toClient.push(encodeFrame(frame));
  }
}

/** A tree as text, to compare two sides. */
export function drawn(view: AuditView): string {
  const lines: string[] = [view.status];
  const walk = (parent: ItemId | null, depth: number) => {
    for (const id of view.childrenOf(parent)) {
      const node = view.get(id);
      if (!node) continue;
      const { type, name, code, status, assignee, place, deleted, treatment } = node;
      lines.push(
        `${' '.repeat(depth)}${id} ${JSON.stringify([type, name, code, status, assignee, place[1], deleted, treatment])}`,
      );
      walk(id, depth + 1);
    }
  };
  walk(null, 1);
  return lines.join('\n');
}
