import { randomUUID } from 'node:crypto';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import {
  auditStream,
  auditVocabulary,
  SLICE_EVENT_TYPES,
  type AuditEvent,
  type AuditId,
  type ItemId,
  type ItemType,
} from '@cotejo/audits-contracts';
import {
  AuditState,
  createAudit,
  createAuditModel,
  purgeable,
  type DecisionContext,
} from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import { createUpcaster } from '@cotejo/event-store/upcast';
import { asStored, newEvent } from '../room/documents/stored-event.ts';

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const model = createAuditModel();
/** Events of the audit core and of slices, which the core does not fold. */
const EVENTS = createUpcaster([
  auditVocabulary,
  Object.fromEntries(SLICE_EVENT_TYPES.map((type) => [type, []])),
]);
const TYPES: readonly ItemType[] = [
  'process',
  'activity',
  'risk',
  'control',
  'control_test',
  'step',
  'finding',
];
/** Ids of stretches are unique within their audit. */
const SPRINTS = [1, 2, 3].map((n) => `00000006-0000-4000-8000-00000000000${n}`);
const WORDS = ['compras', 'pagos', 'ñandú', 'conciliación', 'acceso', 'corte', 'inventario'];

/** An audit in an event store: decided events are appended, and its state is kept in memory. */
export class InventedAudit {
  readonly state = new AuditState();
  readonly id = randomUUID() as AuditId;
  private clock = Date.UTC(2026, 0, 5);

  constructor(
    readonly store: EventStore,
    readonly account: AccountId,
    readonly people: readonly UserId[],
  ) {}

  get stream(): string {
    return auditStream(this.id);
  }

  get items(): ItemId[] {
    return [...this.state.nodes()].map(({ id }) => id);
  }

  async begin(code: string, changes: { readonly imported?: string } = {}): Promise<this> {
    const [creator, leader = creator] = this.people;
    if (!creator || !leader) throw new Error('an audit needs people');
    const decision = createAudit({
      id: this.id,
      account: this.account,
      code,
      creator: principalOf(this.account, creator, 'leader'),
      person: (user) => (this.people.includes(user) ? principalOf(this.account, user, 'leader') : null),
      source: changes.imported
        ? { kind: 'oscal', key: changes.imported, title: 'Catálogo', version: null }
        : null,
      newItemId: () => randomUUID() as ItemId,
      body: {
        nombre: `Auditoría ${code}`,
        plantilla: 'estandar',
        frequency_type: 'PRG',
        tipo_auditoria: 'DFT',
        fecha_inicio: '2026-01-10',
        fecha_fin: '2026-06-30',
        horas_presupuestadas: 120.5,
        lider: leader,
        procesos: ['Compras', 'Pagos'],
        riesgos: [],
      },
    });
    if (!decision.ok) throw new Error(decision.rejection.code);
    await this.append(decision.events);
    return this;
  }

  /** Code of the refusal, or null when the intent was accepted. */
  async ask(intent: { kind: string } & Record<string, unknown>, operation?: string): Promise<string | null> {
    const envelope =
      operation === undefined
        ? { intent, base: this.state.version }
        : { intent, base: this.state.version, operation };
    const decision = model.decide(this.state, envelope, this.context());
    if (!decision.ok) return decision.rejection.code;
    await this.append(decision.events);
    return null;
  }

  /** Submits random intents; most of them are valid. */
  async wander(random: () => number, steps: number): Promise<void> {
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const name = () => `${pick(WORDS)} ${Math.floor(random() * 1_000)}`;
    for (let step = 0; step < steps; step++) {
      const { items } = this;
      const id = pick(items);
      const node = this.state.get(id);
      const roll = random();
      if (roll < 0.35)
        await this.ask({
          kind: 'create_item',
          id: randomUUID(),
          type: pick(TYPES),
          parent: id,
          name: name(),
        });
      else if (roll < 0.45) await this.ask({ kind: 'rename_item', id, name: name() });
      else if (roll < 0.6) await this.ask({ kind: 'move_item', id, parent: pick(items) });
      else if (roll < 0.7)
        await this.ask({ kind: 'assign_item', id, assignee: pick([...this.people, null]) });
      else if (roll < 0.85) {
        const to = pick(['in_progress', 'completed', 'reviewed', 'not_discussed']);
        await this.ask({ kind: 'change_status', id, from: node?.status, to });
      } else if (roll < 0.88)
        await this.ask({ kind: 'delete_item', id, shared: pick(['everywhere', 'here']) });
      else if (roll < 0.91) await this.ask({ kind: 'restore_item', id, withAncestors: pick([true, false]) });
      else if (roll < 0.92)
        await this.ask({ kind: 'choose_finding_treatment', id, treatment: 'action_plan' });
      else await this.rarely(pick);
    }
  }

  /** Sets sprints with any flag, and puts items into them or takes them out. */
  async planSprints(random: () => number, steps: number): Promise<void> {
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    for (let step = 0; step < steps; step++) {
      const [counts, isRemoved] = [pick([true, false]), pick([true, false, false, false])];
      const facts = { name: pick(WORDS), countsForProgress: counts, isRemoved };
      await this.ask({ kind: 'set_sprint', stretch: pick(SPRINTS), ...facts });
      for (const isIn of [true, true, false])
        await this.ask({ kind: 'allot_item', id: pick(this.items), stretch: pick(SPRINTS), isIn });
    }
  }

  /** Creates a control shared by two risks. */
  async shareControl(): Promise<void> {
    const [process, risk, other, control] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const make = (id: string, type: ItemType, parent: string | undefined) =>
      this.ask({ kind: 'create_item', id, type, parent, name: `Compartido ${type}` });
    await make(process, 'process', this.items[0]);
    for (const id of [risk, other]) await make(id, 'risk', process);
    await make(control, 'control', risk);
    const target = { audit: null, item: control };
    await this.ask({
      kind: 'create_item',
      id: randomUUID(),
      type: 'reference',
      parent: other,
      name: 'Compartido',
      target,
    });
  }

  /** Submits an infrequent intent: dates, risks, references, related findings, values, signatures, purges. */
  private async rarely(pick: <T>(from: readonly T[]) => T): Promise<void> {
    const of = (type: ItemType): ItemId | undefined =>
      pick([...this.state.nodes()].filter((node) => node.type === type).map((node) => node.id));
    const [id, risk, control] = [pick(this.items), of('risk'), of('control')];
    const born = { kind: 'create_item', id: randomUUID(), name: pick(WORDS) };
    const phrases = { general: null, specific: [pick(WORDS)], factors: [], objectives: [pick(WORDS)] };
    const [startDate, endDate] = [pick([null, '2026-02-01']), pick([null, '2026-03-01'])];
    await pick([
      () => this.ask({ kind: 'schedule_item', id, startDate, endDate }),
      () => this.ask({ kind: 'describe_risk', id: risk, risk: phrases }),
      () => this.ask({ ...born, type: 'reference', parent: risk, target: { audit: null, item: control } }),
      () => this.ask({ ...born, type: 'finding', parent: risk, refParent: risk }),
      () => this.ask({ ...born, type: 'risk', parent: pick(this.items), risk: phrases, origin: 'library' }),
      () =>
        this.ask({ kind: 'set_values', id: risk, values: { probability: pick([1, 3, null]), impact: 5 } }),
      () => this.ask({ kind: 'set_values', id: control, values: { isKey: pick([true, false, null]) } }),
      () => this.ask({ kind: 'sign_item', id, mark: pick(['completed', 'reviewed']), textsAt: null }),
      () => this.ask({ kind: 'withdraw_signature', id, mark: 'completed' }),
      () => this.purge(),
    ])();
  }

  /** Advances the clock by a month, purges one item from the trash, and reuses its id. */
  private async purge(): Promise<void> {
    this.clock += 31 * 24 * 60 * 60_000;
    const [id] = purgeable(this.state, this.context().now);
    if (id === undefined) return;
    await this.ask({ kind: 'purge_item', id });
    await this.ask({ kind: 'create_item', id, type: 'phase', parent: null, name: 'Otra vez' });
  }

  /** Appends events without checking the rules; used for slices' events. */
  async append(events: readonly AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const at = new Date((this.clock += 60_000)).toISOString();
    const meta = { actor: this.people[0] ?? 'system:test', at, account: this.account };
    const made = events.map((event) => newEvent(randomUUID(), event, meta, EVENTS));
    const base = this.state.version;
    await this.store.append({
      stream: this.stream,
      expected: base < 0 ? 'no-stream' : BigInt(base),
      events: made,
    });
    made.forEach((event, index) => {
      const stored = asStored(event, base + 1 + index);
      if (SLICE_EVENT_TYPES.includes(stored.type)) this.state.setAudit({ version: stored.version });
      else model.evolve(this.state, stored);
    });
  }

  private context(): DecisionContext {
    return {
      now: new Date(this.clock).toISOString(),
      actor: this.people[0] as UserId,
      can: () => true,
      mode: 'server',
    };
  }
}

export const newAccount = (): AccountId => randomUUID() as AccountId;
export const newPeople = (count: number): UserId[] =>
  Array.from({ length: count }, () => randomUUID() as UserId);

/** A signed-in principal with the default permissions of a role. */
export const principalOf = (accountId: AccountId, userId: UserId, role: Role): Principal => ({
  accountId,
  userId,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
});
