import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Y from 'yjs';
import type {
  AccessDirectory,
  AccountId,
  Person,
  Principal,
  Role,
  SessionId,
  UserId,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS, mayHold } from '@cotejo/access-domain';
import { ITEMS_MAP, type AuditEvent, type RecordType, type TreeRecord } from '@cotejo/audits-contracts';
import { createAuditModel, readRecord } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { RawClient, type RawClientOptions } from '@cotejo/rooms/testing';
import { RoomServer } from '@cotejo/rooms/server';
import type { WatchedLimits } from './watched-audits.ts';
import { AuditRoomHost } from './audit-room-host.ts';
import { AuditRooms, type AuditRoomsOptions } from './audit-rooms.ts';

/** Readable ids: `id('a', 1)` is a UUID that ends in 1. */
export const id = (kind: string, number: number): string =>
  `${kind.charCodeAt(0).toString(16).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const ACCOUNT = id('c', 1) as AccountId;
export const OTHER_ACCOUNT = id('c', 2) as AccountId;
export const AUDIT = id('a', 1);
export const PHASE = id('i', 1);
export const PROCESS = id('i', 2);

interface Someone {
  readonly user: UserId;
  readonly role: Role;
  readonly account: AccountId;
}

/** Marta: manager. Julio: auditor. Gil: guest. Olga: manager in another account. Abel: action-plan owner. */
export const people = {
  marta: { user: id('u', 1) as UserId, role: 'manager', account: ACCOUNT },
  julio: { user: id('u', 2) as UserId, role: 'auditor', account: ACCOUNT },
  gil: { user: id('u', 3) as UserId, role: 'guest', account: ACCOUNT },
  olga: { user: id('u', 4) as UserId, role: 'manager', account: OTHER_ACCOUNT },
  abel: { user: id('u', 5) as UserId, role: 'owner', account: ACCOUNT },
} as const satisfies Record<string, Someone>;
export type Name = keyof typeof people;

/** The session id of a test user; also used as their ticket. */
export const sessionOf = (name: Name): SessionId => id('s', Object.keys(people).indexOf(name)) as SessionId;

/** Access directory whose sessions and roles a test can change. */
export class TestDirectory implements AccessDirectory {
  private readonly ended = new Set<string>();
  private readonly listeners = new Set<(sessionId: string) => void>();
  readonly roles = new Map<UserId, Role>();

  endSession(sessionId: string): void {
    this.ended.add(sessionId);
    for (const listener of this.listeners) listener(sessionId);
  }

  timeZone(): string {
    return 'America/Bogota';
  }

  person(accountId: AccountId, userId: UserId): Person | null {
    const found = Object.entries(people).find(([, one]) => one.user === userId && one.account === accountId);
    if (!found) return null;
    const [name, { user, account, role }] = found;
    return {
      id: user,
      accountId: account,
      username: name,
      firstName: name,
      lastName: 'Prueba',
      initials: name.slice(0, 2).toUpperCase(),
      role,
      userType: 'auditor',
      active: true,
      position: null,
    };
  }

  people(): readonly Person[] {
    return [];
  }

  principalOfSession(sessionId: string): Principal | null {
    if (this.ended.has(sessionId)) return null;
    const name = (Object.keys(people) as Name[]).find((one) => sessionOf(one) === sessionId);
    return name ? this.principal(name, sessionId as SessionId) : null;
  }

  principalOf(accountId: AccountId, userId: UserId): Principal | null {
    const name = (Object.keys(people) as Name[]).find(
      (one) => people[one].user === userId && people[one].account === accountId,
    );
    return name ? this.principal(name, null) : null;
  }

  onSessionEnded(listener: (sessionId: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  principal(name: Name, sessionId: SessionId | null = null): Principal {
    const { user, account } = people[name];
    const role = this.roles.get(user) ?? people[name].role;
    return {
      userId: user,
      accountId: account,
      sessionId,
      role,
      isSuperuser: false,
      groups: [],
      permissions: DEFAULT_PERMISSIONS[role],
    };
  }
}

export interface TestNode {
  readonly rooms: AuditRooms;
  readonly server: RoomServer<Principal>;
  readonly origin: string;
  connect(name: Name, options?: Partial<RawClientOptions> & { readonly audit?: string }): RawClient;
  /** Simulates a process crash: nothing is drained, nothing is saved. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestNodeOptions extends Partial<AuditRoomsOptions> {
  readonly watched?: WatchedLimits;
}

async function startNode(
  store: EventStore,
  directory: TestDirectory,
  { watched, ...options }: TestNodeOptions = {},
): Promise<TestNode> {
  const rooms = new AuditRooms({ store, directory, model: createAuditModel(), ...options });
  await rooms.start();
  const server = new RoomServer<Principal>({
    hosts: [new AuditRoomHost(rooms, watched)],
    redeem: (ticket) => directory.principalOfSession(ticket),
    may: mayHold,
    sessionOf: ({ sessionId }) => sessionId,
    limits: { presenceDelay: 5 },
  });
  const unlisten = directory.onSessionEnded((session) => server.closeSession(session));
  const http = createServer();
  server.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const leave = async () => {
    unlisten();
    await server.drain(50);
    http.close();
  };
  return {
    rooms,
    server,
    origin,
    connect: (name, { audit = AUDIT, ...rest } = {}) =>
      new RawClient({ url: `${origin}/rooms/audit/${audit}?ticket=${sessionOf(name)}`, ...rest }),
    crash: leave,
    stop: async () => {
      await leave();
      await rooms.stop();
    },
  };
}

/** Creates an audit with Marta and Julio in its team, one phase and one process. */
export async function createAudit(
  rooms: AuditRooms,
  audit = AUDIT,
  more: readonly AuditEvent[] = [],
  recordType: RecordType = 'audit_plan',
  account: AccountId = ACCOUNT,
) {
  const { marta, julio } = people;
  const profile = {
    name: 'Compras y pagos',
    code: 'AUD-1',
    year: 2026,
    recordType,
    frequency: 'scheduled',
    kind: 'standard',
    startDate: null,
    endDate: null,
    budgetedMinutes: 0,
    chargedMinutes: 0,
    leader: marta.user,
  };
  const item = (itemId: string, itemType: string, parent: string | null, name: string): AuditEvent => ({
    type: 'TreeItemCreated',
    data: {
      id: itemId,
      itemType,
      parent,
      position: 'a0',
      name,
      code: null,
      status: null,
      assignee: null,
      derived: false,
      startDate: null,
      endDate: null,
      target: null,
      refParent: null,
      origin: null,
      risk: null,
      copiedFrom: null,
    },
  });
  const events: AuditEvent[] = [
    { type: 'AuditCreated', data: { audit, account, profile, createdBy: marta.user, source: null } },
    { type: 'TeamMemberAdded', data: { user: marta.user, role: 'manager' } },
    { type: 'TeamMemberAdded', data: { user: julio.user, role: 'auditor' } },
    item(PHASE, 'phase', null, 'Ejecución'),
    item(PROCESS, 'process', PHASE, 'Compras'),
    ...more,
  ];
  return rooms.create(audit, events, { actor: marta.user, account });
}

export const createRisk = (number: number, name = `Riesgo ${number}`, parent: string = PROCESS) => ({
  kind: 'create_item',
  id: id('r', number),
  type: 'risk',
  parent,
  name,
});

export const rename = (item: string, name: string) => ({ kind: 'rename_item', id: item, name });

export function recordIn(document: Y.Doc, item: string): TreeRecord | undefined {
  const record = document.getMap(ITEMS_MAP).get(item);
  return record === undefined ? undefined : readRecord(record);
}

export const bytesOf = (document: Y.Doc): string =>
  Buffer.from(Y.encodeStateAsUpdate(document)).toString('base64');

/** Event types of an audit's stream, in order. */
export async function typesIn(store: EventStore, audit = AUDIT): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of store.read(`audit-${audit}`)) types.push(type);
  return types;
}

/** Starts nodes on one store; `stop` stops all of them. */
export class TestCluster {
  readonly store = createMemoryEventStore();
  readonly directory = new TestDirectory();
  private readonly nodes: TestNode[] = [];

  async start(options: TestNodeOptions = {}, store: EventStore = this.store): Promise<TestNode> {
    const node = await startNode(store, this.directory, options);
    this.nodes.push(node);
    return node;
  }

  /** A node on `store` (default: the cluster's) with the audit created. */
  async startWithAudit(options: TestNodeOptions = {}, store?: EventStore): Promise<TestNode> {
    const node = await this.start(options, store);
    await createAudit(node.rooms);
    return node;
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}

/** An event store with some methods replaced. */
export function wrap(inner: EventStore, replaced: Partial<EventStore>): EventStore {
  return new Proxy(inner, {
    get(target, key) {
      const owner = key in replaced ? replaced : target;
      const value: unknown = Reflect.get(owner, key);
      return typeof value === 'function' ? (value.bind(owner) as unknown) : value;
    },
  });
}

export async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
