import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import type {
  AuditEvent,
  AuditId,
  AuditStatus,
  IntentEnvelope,
  ItemId,
  ItemOrigin,
  ItemStatus,
  ItemTarget,
  ItemType,
  OperationId,
  RecordType,
  RiskProfile,
  Sealed,
  SprintState,
  StoredAuditEvent,
  StretchId,
  TeamRole,
  VisitState,
} from '@cotejo/audits-contracts';
import { auditCan } from '../access/audit-access.ts';
import { createAuditModel } from '../model/audit-model.ts';
import { AuditState } from '../model/audit-state.ts';
import { initialStatus } from '../status/statuses.ts';
import type { AuditModel, AuditView, Decision, DecisionContext, Slice } from '../model/model.ts';

/** A UUID that encodes a label of up to six letters, for readable failures. */
function uuidOf(kind: number, label: string): string {
  const hex = [...label].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return `0000000${kind}-0000-4000-8000-${hex.padStart(12, '0')}`;
}

export const item = (label: string): ItemId => uuidOf(1, label) as ItemId;
export const user = (label: string): UserId => uuidOf(2, label) as UserId;
export const operation = (label: string): OperationId => uuidOf(3, label) as OperationId;
export const stretch = (label: string): StretchId => uuidOf(6, label) as StretchId;
export const ACCOUNT = uuidOf(4, 'acc') as AccountId;
export const AUDIT = uuidOf(5, 'aud') as AuditId;
export const OTHER_AUDIT = uuidOf(5, 'other') as AuditId;
export const NOW = '2026-03-02T15:00:00.000Z';
/** The first moment at which items deleted at `NOW` may be purged. */
export const A_MONTH_LATER = '2026-04-01T15:00:00.000Z';

/** Users of the specifications: name → role in the account and in the team. */
export const PEOPLE: Readonly<Record<string, { readonly role: Role; readonly team: TeamRole | null }>> = {
  admin: { role: 'admin', team: null },
  manage: { role: 'manager', team: 'manager' },
  leader: { role: 'leader', team: 'leader' },
  junior: { role: 'auditor', team: 'auditor' },
  peer: { role: 'auditor', team: 'auditor' },
  guest: { role: 'guest', team: 'guest' },
  outsid: { role: 'leader', team: null },
  owner: { role: 'owner', team: null },
  icce: { role: 'auditor', team: 'icce' },
};
export type PersonLabel =
  'admin' | 'manage' | 'leader' | 'junior' | 'peer' | 'guest' | 'outsid' | 'owner' | 'icce';

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

/** The system's principal for emptying the trash; only its permissions include the purge. */
export const SYSTEM: Principal = {
  ...principal('admin'),
  userId: user('system'),
  permissions: { 'trashbin.purge': 1 },
};

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
    removal: view.removal,
    team: view.team,
    createdBy: user('manage'),
    recordType: view.recordType,
  }),
});

export interface Ask {
  readonly by?: PersonLabel;
  readonly base?: number;
  readonly mode?: DecisionContext['mode'];
  readonly operation?: OperationId;
  readonly isPerson?: DecisionContext['isPerson'];
  readonly person?: DecisionContext['person'];
  readonly now?: string;
  readonly sealed?: Sealed;
}

interface ItemOptions {
  readonly name?: string;
  readonly code?: string | null;
  readonly status?: ItemStatus | null;
  readonly assignee?: UserId | null;
  readonly by?: PersonLabel;
  readonly derived?: boolean;
  readonly position?: string;
  readonly dates?: readonly [start: string | null, end: string | null];
  readonly target?: ItemTarget;
  readonly refParent?: string;
  readonly origin?: ItemOrigin;
  readonly risk?: RiskProfile;
}

/** Builds an audit event by event and tests intents on it: given … when … then. */
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
    // Under way, so that no first work of a test begins it.
    this.state.setAudit({ status: 'in_progress' });
  }

  get version(): number {
    return this.state.version;
  }

  happened(type: string, data: AuditEvent['data'], by: PersonLabel = 'manage', at = NOW): this {
    const event: StoredAuditEvent = {
      type,
      data,
      version: this.version + 1,
      actor: user(by),
      at,
      operation: null,
    };
    this.events.push(event);
    this.model.evolve(this.state, event);
    return this;
  }

  /** Creates an item under a parent (null = the audit), after its siblings. */
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
        startDate: options.dates?.[0] ?? null,
        endDate: options.dates?.[1] ?? null,
        target: options.target ?? null,
        refParent: options.refParent === undefined ? null : item(options.refParent),
        origin: options.origin ?? null,
        risk: options.risk ?? null,
        copiedFrom: null,
      },
      options.by,
    );
  }

  /** Creates a reference under a risk to a control of this audit. */
  reference(label: string, parent: string, control: string, options: ItemOptions = {}): this {
    return this.item(label, 'reference', parent, {
      name: control,
      ...options,
      target: { audit: null, item: item(control) },
    });
  }

  /** Creates a link under a risk to a control of another audit. */
  link(label: string, parent: string, control: string, options: ItemOptions = {}): this {
    return this.item(label, 'link', parent, {
      name: control,
      ...options,
      target: { audit: OTHER_AUDIT, item: item(control) },
    });
  }

  moved(label: string, parent: string | null, position: string, by: PersonLabel = 'manage'): this {
    const [from, was] = this.state.get(item(label))?.place ?? [null, ''];
    const data = {
      id: item(label),
      parent: parent === null ? null : item(parent),
      position,
      from: { parent: from, position: was },
      leftRefParent: false,
    };
    return this.happened('TreeItemMoved', data, by);
  }

  scheduled(
    label: string,
    startDate: string | null,
    endDate: string | null,
    by: PersonLabel = 'manage',
  ): this {
    const [start = null, end = null] = this.state.get(item(label))?.dates ?? [];
    const from = { startDate: start, endDate: end };
    return this.happened('TreeItemScheduled', { id: item(label), startDate, endDate, from }, by);
  }

  sprint(label: string, over: Partial<SprintState> = {}, by: PersonLabel = 'manage'): this {
    const state = { ...this.planned(label), objective: null, scope: null, countsForProgress: true, ...over };
    return this.happened(
      'SprintSet',
      { stretch: stretch(label), createdBy: user(by), ...state, from: null },
      by,
    );
  }

  visit(label: string, over: Partial<VisitState> = {}, by: PersonLabel = 'manage'): this {
    const state = { ...this.planned(label), members: [], ...over };
    return this.happened(
      'VisitSet',
      { stretch: stretch(label), createdBy: user(by), ...state, from: null },
      by,
    );
  }

  private planned(name: string) {
    const position = this.state.stretches.size + 1;
    return { name, startDate: null, endDate: null, position, isRemoved: false };
  }

  described(label: string, risk: RiskProfile, by: PersonLabel = 'manage'): this {
    const from = this.state.get(item(label))?.risk ?? null;
    return this.happened('RiskDescribed', { id: item(label), risk, from }, by);
  }

  restored(label: string, by: PersonLabel = 'manage'): this {
    return this.happened('TreeItemRestored', { id: item(label) }, by);
  }

  purged(label: string): this {
    return this.happened('TreeItemPurged', { id: item(label), items: 1 });
  }

  compacted(): this {
    return this.happened('TreeDocumentCompacted', {});
  }

  status(label: string, to: ItemStatus, by: PersonLabel = 'manage'): this {
    const from = this.state.get(item(label))?.status ?? null;
    return this.happened('ItemStatusChanged', { id: item(label), from, to }, by);
  }

  deleted(label: string, by: PersonLabel = 'manage', at = NOW): this {
    return this.happened('TreeItemDeleted', { id: item(label), items: 1 }, by, at);
  }

  audit(to: AuditStatus, closedOn: string | null = null): this {
    return this.happened('AuditStatusChanged', { from: this.state.status, to, closedOn });
  }

  /** Decides an intent: returns the events, or the code of the refusal. */
  when(intent: IntentEnvelope['intent'], ask: Ask = {}): readonly AuditEvent[] | string {
    const decision = this.decide(intent, ask);
    return decision.ok ? decision.events : decision.rejection.code;
  }

  decide(intent: IntentEnvelope['intent'], ask: Ask = {}): Decision {
    const { by = 'leader', base, mode, operation: op, isPerson, person, now = NOW, sealed } = ask;
    return this.model.decide(
      this.state,
      { intent, base: base ?? this.version, sealed, ...(op ? { operation: op } : {}) },
      { ...contextOf(this.state, by, mode), isPerson, person, now },
    );
  }

  /** Decides an intent of the system, which users may not submit. */
  whenSystem(intent: IntentEnvelope['intent'], now = NOW): readonly AuditEvent[] | string {
    const context = { now, actor: SYSTEM.userId, mode: 'server', can: auditCan(SYSTEM, this.state) } as const;
    const decision = this.model.decide(this.state, { intent, base: this.version }, context);
    return decision.ok ? decision.events : decision.rejection.code;
  }

  /** Decides an intent and folds its events; throws on a refusal. */
  does(intent: IntentEnvelope['intent'], ask: Ask = {}): this {
    const decided = this.when(intent, ask);
    if (typeof decided === 'string') throw new Error(`refused: ${decided}`);
    for (const event of decided) this.happened(event.type, event.data, ask.by ?? 'leader');
    return this;
  }
}

/** One phase, process, risk, control, test, finding and step, each under its own label. */
export const givenPlan = (): GivenAudit =>
  new GivenAudit()
    .item('phase', 'phase', null)
    .item('proc', 'process', 'phase')
    .item('risk', 'risk', 'proc', { code: 'R-001' })
    .item('ctrl', 'control', 'risk', { code: 'C-001' })
    .item('test', 'control_test', 'ctrl', { code: 'PV-01' })
    .item('find', 'finding', 'ctrl', { code: 'H-01' })
    .item('step', 'step', 'proc', { code: 'AC-1' });
