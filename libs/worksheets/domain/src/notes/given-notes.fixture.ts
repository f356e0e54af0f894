import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AccountId, Principal, Role, UserId } from '@cotejo/access-contracts';
import type {
  AuditEvent,
  ItemId,
  ItemStatus,
  ItemType,
  RecordType,
  TeamRole,
} from '@cotejo/audits-contracts';
import { auditCan, AuditState, createAuditModel, type AuditModel, type Slice } from '@cotejo/audits-domain';
import type { NoteEntryId, NoteId, NoteIntent, NoteStatus } from '@cotejo/worksheets-contracts';
import { asSealed } from '../as-sealed.fixture.ts';
import { notesIn } from './review-notes-state.ts';
import { reviewNotesSlice } from './review-notes-slice.ts';

const uuid = (kind: number, n: number): string =>
  `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const note = (n: number): NoteId => uuid(8, n) as NoteId;
export const entry = (n: number): NoteEntryId => uuid(9, n) as NoteEntryId;
export const seal = (n: number) => ({ ref: uuid(6, n), hash: String(n % 10).repeat(64), length: n });

const LABELS = [
  'phase',
  'risk',
  'ctrl',
  'other',
  'step',
  'find',
  'ref',
  'link',
  'gone',
  'test',
  'know',
] as const;
export type Label = (typeof LABELS)[number];
export const item = (label: Label): ItemId => uuid(1, LABELS.indexOf(label)) as ItemId;

/** Name → role in the account and in the team. The audit's creator is another user. */
const PEOPLE = {
  admin: ['admin', null],
  manager: ['manager', 'manager'],
  leader: ['leader', 'leader'],
  junior: ['auditor', 'auditor'],
  peer: ['auditor', 'auditor'],
  guest: ['guest', 'guest'],
  outsider: ['leader', null],
  owner: ['owner', null],
} as const satisfies Readonly<Record<string, readonly [Role, TeamRole | null]>>;
export type PersonName = keyof typeof PEOPLE;
export const person = (name: PersonName): UserId => uuid(2, Object.keys(PEOPLE).indexOf(name)) as UserId;

const principal = (name: PersonName): Principal => {
  const [role] = PEOPLE[name];
  return {
    userId: person(name),
    accountId: uuid(4, 1) as AccountId,
    sessionId: null,
    role,
    isSuperuser: false,
    groups: [],
    permissions: DEFAULT_PERMISSIONS[role],
  };
};

/** Any unparsed intent. */
export interface Asked {
  readonly kind: string;
  readonly [field: string]: unknown;
}

interface Circumstances {
  readonly by?: PersonName;
  readonly mode?: 'server' | 'optimistic';
  /** Base version of the intent; the current version by default. */
  readonly base?: number;
}

/** An audit with review notes: given events, when an intent, then events or a code. */
export class GivenNotes {
  readonly model: AuditModel;
  readonly state = new AuditState();

  constructor(slices: readonly Slice[] = [reviewNotesSlice], recordType: RecordType = 'audit_plan') {
    this.model = createAuditModel(slices);
    this.happened('AuditCreated', {
      audit: uuid(5, 1),
      account: uuid(4, 1),
      createdBy: uuid(2, 99),
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
        leader: null,
      },
    });
    for (const [name, [, role]] of Object.entries(PEOPLE))
      if (role) this.happened('TeamMemberAdded', { user: person(name as PersonName), role });
    // Under way, so that no first work of a test begins it.
    this.state.setAudit({ status: 'in_progress' });
    this.item('phase', 'phase', null, null);
    this.item('risk', 'risk', 'phase', 'new');
    this.item('ctrl', 'control', 'risk', 'new');
    this.item('other', 'risk', 'phase', 'new');
    this.item('step', 'step', 'phase', 'new');
    this.item('find', 'finding', 'ctrl', 'new');
    this.item('ref', 'reference', 'other', null, { target: { audit: null, item: item('ctrl') } });
    this.item('link', 'link', 'other', null, { target: { audit: uuid(5, 2), item: item('ctrl') } });
    this.item('test', 'control_test', 'ctrl', 'new');
    this.item('know', 'understanding', 'phase', 'new');
  }

  private item(
    label: Label,
    itemType: ItemType,
    parent: Label | null,
    status: ItemStatus | null,
    more: object = {},
  ): void {
    this.happened('TreeItemCreated', {
      id: item(label),
      itemType,
      parent: parent && item(parent),
      position: `a${LABELS.indexOf(label)}`,
      name: label,
      code: null,
      status,
      assignee: null,
      derived: false,
      startDate: null,
      endDate: null,
      target: null,
      refParent: null,
      origin: null,
      risk: null,
      copiedFrom: null,
      ...more,
    });
  }

  happened(type: string, data: AuditEvent['data'], by: PersonName = 'manager'): this {
    const at = '2026-03-02T15:00:00.000Z';
    const version = this.state.version + 1;
    this.model.evolve(this.state, { type, data, version, actor: person(by), at, operation: null });
    return this;
  }

  status(label: Label, to: ItemStatus): this {
    const from = this.statusOf(label);
    return this.happened('ItemStatusChanged', { id: item(label), from, to }, 'junior');
  }

  /** A note of the manager in a status. */
  noted(n: number, label: Label, status: NoteStatus = 'open', by: PersonName = 'manager'): this {
    const about = { id: item(label), note: note(n) };
    this.happened('NoteAdded', { ...about, field: null, text: seal(n) }, by);
    if (status !== 'open') this.happened('NoteAnswered', { ...about, entry: entry(n), text: null }, 'junior');
    if (status === 'closed') this.happened('NoteClosed', { ...about, entry: entry(n) }, by);
    return this;
  }

  decide(
    intent: NoteIntent | Asked,
    { by = 'manager', mode = 'server', base = this.state.version }: Circumstances = {},
  ) {
    const { state } = this;
    const can = auditCan(principal(by), {
      status: state.status,
      closedOn: state.closedOn,
      team: state.team,
      createdBy: state.createdBy,
      recordType: state.recordType,
    });
    return this.model.decide(
      state,
      { ...asSealed({ ...intent }), base },
      { now: '2026-03-02T15:00:00.000Z', actor: person(by), can, mode },
    );
  }

  /** Resulting events, or the code of the refusal. */
  when(intent: NoteIntent | Asked, circumstances: Circumstances = {}) {
    const decision = this.decide(intent, circumstances);
    return decision.ok ? decision.events : decision.rejection.code;
  }

  does(intent: NoteIntent | Asked, by: PersonName = 'manager'): this {
    const events = this.when(intent, { by });
    if (typeof events === 'string') throw new Error(`refused: ${events}`);
    for (const { type, data } of events) this.happened(type, data, by);
    return this;
  }

  statusOf(label: Label): ItemStatus | null {
    return this.state.get(item(label))?.status ?? null;
  }
  noteStatus(n: number): NoteStatus | undefined {
    return notesIn(this.state).get(note(n))?.status;
  }
}
