import { randomUUID } from 'node:crypto';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import { auditId, auditStream, type AuditEvent, type AuditId } from '@cotejo/audits-contracts';
import type { EventStore } from '@cotejo/event-store';
import { newEvent } from '../room/documents/stored-event.ts';

export interface LongAudit {
  readonly id: AuditId;
  readonly account: AccountId;
  readonly creator: UserId;
  readonly events: number;
}

export interface LongAuditOptions {
  readonly events: number;
  readonly items: number;
  readonly random: () => number;
  /** Events per append; they share one timestamp. */
  readonly batch?: number;
  /** Default: a new account and creator. */
  readonly account?: AccountId;
  readonly creator?: UserId;
}

/** Keeps each append well below the store's limit of bytes. */
const BATCH = 1_000;
/** Children per group of the generated plan. */
const GROUP = 40;
const WORDS = ['Compras', 'Pagos', 'Conciliación', 'Accesos', 'Inventario', 'Nómina', 'Contratación'];

/**
 * Writes an audit with many events directly into the log: first a plan of groups with steps, then random
 * renames, moves, statuses, assignments, values, and deletions with their restorations.
 */
export async function writeLongAudit(store: EventStore, options: LongAuditOptions): Promise<LongAudit> {
  const id = auditId.parse(randomUUID());
  const account = options.account ?? (randomUUID() as AccountId);
  const creator = options.creator ?? (randomUUID() as UserId);
  const stream = auditStream(id);
  const size = options.batch ?? BATCH;
  let batch: AuditEvent[] = [];
  let version = -1;
  const write = async (): Promise<void> => {
    if (batch.length === 0) return;
    const at = new Date(Date.UTC(2026, 0, 5) + version * 1_000).toISOString();
    const meta = { actor: creator, at, account };
    const expected = version < 0 ? ('no-stream' as const) : BigInt(version);
    const events = batch.map((event) => newEvent(randomUUID(), event, meta));
    version = Number((await store.append({ stream, expected, events })).version);
    batch = [];
  };
  for (const event of inventedEvents(id, account, creator, options)) {
    batch.push(event);
    if (batch.length === size) await write();
  }
  await write();
  return { id, account, creator, events: version + 1 };
}

interface Invented {
  readonly id: string;
  name: string;
  parent: string;
  position: string;
  status: 'new' | 'assigned' | 'in_progress' | 'completed';
  assignee: string | null;
  /** Budgeted time, in minutes. */
  minutes: number | null;
  deleted: boolean;
}

const NEXT = {
  new: 'assigned',
  assigned: 'in_progress',
  in_progress: 'completed',
  completed: 'in_progress',
} as const;

/** Optional fields, all empty. */
const NOTHING_ELSE = {
  startDate: null,
  endDate: null,
  target: null,
  refParent: null,
  origin: null,
  risk: null,
  copiedFrom: null,
};

function* inventedEvents(
  audit: AuditId,
  account: AccountId,
  creator: UserId,
  { events, items, random }: LongAuditOptions,
): Generator<AuditEvent> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const name = (): string => `${pick(WORDS)} ${pick(WORDS).toLowerCase()} ${Math.floor(random() * 10_000)}`;
  const profile = {
    name: 'Auditoría larga',
    code: 'AUD-2026-001',
    year: 2026,
    recordType: 'audit_plan',
    frequency: 'scheduled',
    kind: 'standard',
    startDate: '2026-01-05',
    endDate: '2026-12-31',
    budgetedMinutes: 60_000,
    chargedMinutes: 0,
    leader: creator,
  };
  yield { type: 'AuditCreated', data: { audit, account, profile, createdBy: creator, source: null } };
  yield { type: 'TeamMemberAdded', data: { user: creator, role: 'manager' } };
  const groups: string[] = [];
  const steps: Invented[] = [];
  const place = (rank: number): string => `b${String(rank).padStart(6, '0')}V`;
  const created = (
    itemType: string,
    one: Omit<Invented, 'deleted' | 'status' | 'minutes'>,
    code: string | null,
  ): AuditEvent => {
    const { id, parent, position, assignee } = one;
    const status = itemType === 'process' ? null : 'new';
    const under = parent === '' ? null : parent;
    const what = { id, itemType, parent: under, position, name: one.name, code, status, assignee };
    return { type: 'TreeItemCreated', data: { ...what, derived: false, ...NOTHING_ELSE } };
  };
  for (let made = 0; made < items && made + 2 < events; made++) {
    const id = randomUUID();
    const isGroup = made % GROUP === 0;
    const parent = isGroup ? '' : (groups.at(-1) ?? '');
    const one: Invented = {
      id,
      name: name(),
      parent,
      position: place(made),
      status: 'new',
      assignee: null,
      minutes: null,
      deleted: false,
    };
    if (isGroup) groups.push(id);
    else steps.push(one);
    yield created(isGroup ? 'process' : 'step', one, isGroup ? null : `P-${made}`);
  }
  for (let count = 2 + items; count < events; count++) {
    const one = pick(steps);
    const roll = random();
    if (one.deleted || roll < 0.02) {
      yield one.deleted
        ? { type: 'TreeItemRestored', data: { id: one.id } }
        : { type: 'TreeItemDeleted', data: { id: one.id, items: 1 } };
      one.deleted = !one.deleted;
    } else if (roll < 0.35) {
      const before = one.name;
      one.name = name();
      yield { type: 'TreeItemRenamed', data: { id: one.id, name: one.name, from: before, overwrote: null } };
    } else if (roll < 0.5) {
      const from = { parent: one.parent, position: one.position };
      one.parent = pick(groups);
      one.position = place(items + count);
      const { id, parent, position } = one;
      yield { type: 'TreeItemMoved', data: { id, parent, position, from, leftRefParent: false } };
    } else if (roll < 0.65) {
      const from = one.assignee;
      one.assignee = from === null ? creator : null;
      yield { type: 'TreeItemAssigned', data: { id: one.id, assignee: one.assignee, from } };
    } else if (roll < 0.8) {
      const [from, minutes] = [one.minutes, 60 + count];
      one.minutes = minutes;
      const [values, before] = [{ budgetedMinutes: minutes }, { budgetedMinutes: from }];
      yield { type: 'ItemValuesSet', data: { id: one.id, values, from: before, overwrote: {} } };
    } else {
      const from = one.status;
      one.status = NEXT[from];
      yield { type: 'ItemStatusChanged', data: { id: one.id, from, to: one.status } };
    }
  }
}
