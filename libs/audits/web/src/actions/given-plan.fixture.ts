import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  ItemId,
  ItemType,
  KernelIntent,
  RecordType,
  Rejection,
  TeamRole,
} from '@cotejo/audits-contracts';
import { auditCan, AuditState, createAuditModel, type DecisionContext } from '@cotejo/audits-domain';
import type { MenuFacts } from '../menus/plan-menu.ts';

const model = createAuditModel();
const account = 'acc00000-0000-4000-8000-000000000000' as AccountId;
export const audit = 'a0000000-0000-4000-8000-000000000000' as AuditId;
export const item = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId;
export const user = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}` as UserId;

/** Number, type, parent's number and name of an item, which is created through the rules. */
export type Given = readonly [n: number, type: ItemType, parent: number | null, name: string];

export interface Who {
  readonly role?: Role;
  readonly team?: TeamRole | null;
  readonly n?: number;
}

/** A plan built by the rules, for tests of menus and dialogs. Person 1 leads it and created everything. */
export class GivenPlan {
  readonly view = new AuditState();

  constructor(items: readonly Given[], recordType: RecordType = 'audit_plan') {
    this.happened('AuditCreated', {
      audit,
      account,
      createdBy: user(1),
      source: null,
      profile: {
        name: 'Compras y pagos',
        code: 'AUD-2026-004',
        year: 2026,
        recordType,
        frequency: 'scheduled',
        kind: 'standard',
        startDate: null,
        endDate: null,
        budgetedMinutes: 0,
        chargedMinutes: 0,
        leader: user(1),
      },
    });
    this.happened('TeamMemberAdded', { user: user(1), role: 'manager' });
    for (const [n, type, parent, name] of items) {
      const under = parent === null ? null : item(parent);
      this.does({ kind: 'create_item', id: item(n), type, parent: under, name });
    }
  }

  /** Person 1 executes an intent. Throws when the rules refuse it. */
  does(intent: KernelIntent, at = '2026-03-02T15:00:00.000Z'): this {
    const decision = this.decide(intent, this.contextOf({}), at);
    if (!decision.ok) throw new Error(`refused: ${decision.rejection.code}`);
    for (const event of decision.events) this.happened(event.type, event.data, at);
    return this;
  }

  happened(type: string, data: { readonly [field: string]: unknown }, at = '2026-03-02T15:00:00.000Z'): this {
    const version = this.view.version + 1;
    model.evolve(this.view, { type, data, version, actor: user(1), at, operation: null });
    return this;
  }

  judgeAs(who: Who): (intent: KernelIntent) => Rejection | null {
    return (intent) => {
      const decision = this.decide(intent, this.contextOf(who));
      return decision.ok ? null : decision.rejection;
    };
  }

  /** Menu facts for a user, by default the team's manager. */
  facts(
    who: Who & {
      readonly mode?: 'edit' | 'read';
      readonly beside?: readonly string[];
      readonly besideAudit?: readonly string[];
    } = {},
  ): MenuFacts {
    return {
      view: this.view,
      judge: this.judgeAs(who),
      can: this.contextOf(who).can,
      me: user(who.n ?? 1),
      mode: who.mode ?? 'edit',
      beside: who.beside ?? [],
      ...(who.besideAudit && { besideAudit: who.besideAudit }),
    };
  }

  private contextOf({
    role = 'manager',
    team = 'manager',
    n = 1,
  }: Who): Pick<DecisionContext, 'can' | 'actor'> {
    const principal: Principal = {
      userId: user(n),
      accountId: account,
      sessionId: null,
      role,
      isSuperuser: false,
      groups: [],
      permissions: DEFAULT_PERMISSIONS[role],
    };
    const { status, recordType, closedOn, removal } = this.view;
    const members = new Map(team === null ? [] : [[user(n), team]]);
    const can = auditCan(principal, {
      status,
      recordType,
      closedOn,
      removal,
      team: members,
      createdBy: user(1),
    });
    return { actor: user(n), can };
  }

  private decide(
    intent: KernelIntent,
    context: Pick<DecisionContext, 'can' | 'actor'>,
    now = '2026-03-02T15:00:00.000Z',
  ) {
    const base = this.view.version;
    return model.decide(this.view, { intent: { ...intent }, base }, { ...context, now, mode: 'optimistic' });
  }
}

/** Two processes with a risk each; the first has a control, its test and a step. */
export const SOME: readonly Given[] = [
  [1, 'phase', null, 'Ejecución'],
  [2, 'process', 1, 'Compras'],
  [3, 'process', 1, 'Pagos'],
  [4, 'risk', 2, 'Proveedores ficticios'],
  [5, 'control', 4, 'Doble aprobación'],
  [6, 'control_test', 5, 'Reejecución'],
  [7, 'risk', 3, 'Pagos duplicados'],
  [8, 'step', 2, 'Conciliar'],
];
