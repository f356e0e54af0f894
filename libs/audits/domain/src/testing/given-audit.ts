import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import type {
  AuditEvent,
  AuditId,
  AuditStatus,
  IntentEnvelope,
  ItemId,
  ItemStatus,
  ItemType,
  OperationId,
  RecordType,
  StoredAuditEvent,
  TeamRole,
} from '@cotejo/audits-contracts';
import { auditCan } from '../audit-access.ts';
import { createAuditModel } from '../audit-model.ts';
import { AuditState } from '../audit-state.ts';
import { initialStatus } from '../statuses.ts';
import type { AuditModel, AuditView, DecisionContext, Slice } from '../model.ts';

/** A UUID that spells a label of up to six letters, so that failures can be read. */
function uuidOf(kind: number, label: string): string {
  const hex = [...label].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return `0000000${kind}-0000-4000-8000-${hex.padStart(12, '0')}`;
}

export const item = (label: string): ItemId => uuidOf(1, label) as ItemId;
export const user = (label: string): UserId => uuidOf(2, label) as UserId;
export const operation = (label: string): OperationId => uuidOf(3, label) as OperationId;
export const ACCOUNT = uuidOf(4, 'acc') as AccountId;
export const AUDIT = uuidOf(5, 'aud') as AuditId;
export const NOW = '2026-03-02T15:00:00.000Z';

/** The people of the specifications below: name → role in the account and in the team. */
export const PEOPLE: Readonly<Record<string, { readonly role: Role; readonly team: TeamRole | null }>> = {
  admin: { role: 'admin', team: null },
  manage: { role: 'manager', team: 'manager' },
  leader: { role: 'leader', team: 'leader' },
  junior: { role: 'auditor', team: 'auditor' },
  peer: { role: 'auditor', team: 'auditor' },
  guest: { role: 'guest', team: 'guest' },
  outsid: { role: 'leader', team: null },
  owner: { role: 'owner', team: null },
};
export type PersonLabel = 'admin' | 'manage' | 'leader' | 'junior' | 'peer' | 'guest' | 'outsid' | 'owner';

export function principal(label: string): Principal {
  const role = PEOPLE[label]?.role ?? 'auditor';
  return {
    userId: user(label),
    accountId: ACCOUNT,
    sessionId: null,
    role,
    isSuperuser: false,
    groups: [],
    permissions: DEFAULT_PERMISSIONS[role],
  };
}

export const contextOf = (
  view: AuditView,
  label: string,
  mode: DecisionContext['mode'] = 'server',
): DecisionContext => ({
  now: NOW,
  actor: user(label),
  mode,
  can: auditCan(principal(label), {
    status: view.status,
    closedOn: view.closedOn,
    team: view.team,
    createdBy: user('manage'),
  }),
});

export interface Ask {
  readonly by?: PersonLabel;
  readonly base?: number;
  readonly mode?: DecisionContext['mode'];
  readonly operation?: OperationId;
  readonly isPerson?: DecisionContext['isPerson'];
}

interface ItemOptions {
  readonly name?: string;
  readonly code?: string | null;
  readonly status?: ItemStatus | null;
  readonly assignee?: UserId | null;
  readonly by?: PersonLabel;
  readonly derived?: boolean;
  readonly position?: string;
}

/** Builds an audit event by event and asks it things: given … when … then. */
export class GivenAudit {
  readonly state = new AuditState();
  readonly events: StoredAuditEvent[] = [];
  readonly model: AuditModel;

  constructor(recordType: RecordType = 'audit_plan', slices: readonly Slice[] = []) {
    this.model = createAuditModel(slices);
    this.happened('AuditCreated', {
      audit: AUDIT,
      account: ACCOUNT,
      createdBy: user('manage'),
      source: null,
      profile: {
        name: 'Compras y pagos',
        code: 'AUD-2026-004',
        year: 2026,
        recordType,
        frequency: 'scheduled',
        kind: 'standard',
        startDate: '2026-01-15',
        endDate: '2026-04-10',
        budgetedMinutes: 28_800,
        chargedMinutes: 0,
        leader: user('leader'),
      },
    });
    for (const [label, { team }] of Object.entries(PEOPLE))
      if (team) this.happened('TeamMemberAdded', { user: user(label), role: team });
  }

  get version(): number {
    return this.state.version;
  }

  happened(type: string, data: AuditEvent['data'], by: PersonLabel = 'manage'): this {
    const event: StoredAuditEvent = {
      type,
      data,
      version: this.version + 1,
      actor: user(by),
      at: NOW,
      operation: null,
    };
    this.events.push(event);
    this.model.evolve(this.state, event);
    return this;
  }

  /** An item under a parent (null = the audit), after those that are there. */
  item(label: string, type: ItemType, parent: string | null, options: ItemOptions = {}): this {
    const under = parent === null ? null : item(parent);
    const last = this.state.childrenOf(under).length;
    return this.happened(
      'TreeItemCreated',
      {
        id: item(label),
        itemType: type,
        parent: under,
        position: options.position ?? `a${String.fromCharCode(48 + last)}`,
        name: options.name ?? label,
        code: options.code ?? null,
        status: options.status === undefined ? initialStatus(type, false) : options.status,
        assignee: options.assignee ?? null,
        derived: options.derived ?? false,
      },
      options.by,
    );
  }

  status(label: string, to: ItemStatus, by: PersonLabel = 'manage'): this {
    const from = this.state.get(item(label))?.status ?? null;
    return this.happened('ItemStatusChanged', { id: item(label), from, to }, by);
  }

  deleted(label: string, by: PersonLabel = 'manage'): this {
    return this.happened('TreeItemDeleted', { id: item(label), items: 1 }, by);
  }

  audit(to: AuditStatus, closedOn: string | null = null): this {
    return this.happened('AuditStatusChanged', { from: this.state.status, to, closedOn });
  }

  /** Judges an intent: the events that follow, or the code of its refusal. */
  when(intent: IntentEnvelope['intent'], ask: Ask = {}): readonly AuditEvent[] | string {
    const decision = this.decide(intent, ask);
    return decision.ok ? decision.events : decision.rejection.code;
  }

  decide(intent: IntentEnvelope['intent'], { by = 'leader', base, mode, operation: op, isPerson }: Ask = {}) {
    return this.model.decide(
      this.state,
      { intent, base: base ?? this.version, ...(op ? { operation: op } : {}) },
      { ...contextOf(this.state, by, mode), isPerson },
    );
  }

  /** Judges an intent and lets what follows happen. */
  does(intent: IntentEnvelope['intent'], ask: Ask = {}): this {
    const decided = this.when(intent, ask);
    if (typeof decided === 'string') throw new Error(`refused: ${decided}`);
    for (const event of decided) this.happened(event.type, event.data, ask.by ?? 'leader');
    return this;
  }
}

/** Phase, process, risk, control, test, finding and step: one of each, under labels of their own. */
export const givenPlan = (): GivenAudit =>
  new GivenAudit()
    .item('phase', 'phase', null)
    .item('proc', 'process', 'phase')
    .item('risk', 'risk', 'proc', { code: 'R-001' })
    .item('ctrl', 'control', 'risk', { code: 'C-001' })
    .item('test', 'control_test', 'ctrl', { code: 'PV-01' })
    .item('find', 'finding', 'ctrl', { code: 'H-01' })
    .item('step', 'step', 'proc', { code: 'AC-1' });
