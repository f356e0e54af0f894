import type { PermissionKey, UserId } from '@cotejo/access-contracts';
import {
  actionPlanIdOf,
  auditAction,
  DEFAULT_RATING_SCALE,
  itemStatus,
  itemType,
  type IntentEnvelope,
  type ItemId,
  type KernelIntent,
  type OperationId,
  type RecordType,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { createAuditModel } from '../model/audit-model.ts';
import { kernelRights } from './intent-rights.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import {
  A_MONTH_LATER,
  GivenAudit,
  item,
  NOW,
  operation,
  principal,
  stretch,
  user,
} from '../testing/given-audit.ts';

type Kind = KernelIntent['kind'];
type Intent = IntentEnvelope['intent'];

const TYPES = itemType.options;
const RISK: RiskProfile = { general: 'Compras', specific: [], factors: [], objectives: [] };
const OP = operation('op');
/** Label of the item of a type; at most six letters. */
const labelOf = (type: (typeof TYPES)[number]): string => `t${TYPES.indexOf(type)}`;

/** One item of each type, where the structure wants it or, for what it holds nowhere, in a process. */
function audit(recordType: RecordType): GivenAudit {
  const given = new GivenAudit(recordType)
    .item('t0', 'phase', null)
    .item('empty', 'phase', null)
    .item('other', 'risk', 't0');
  const parents: Readonly<Record<string, string>> = {
    control: labelOf('risk'),
    control_test: labelOf('control'),
    finding: labelOf('step'),
    inspection_item: labelOf('inspection'),
    link: labelOf('risk'),
  };
  const later = new Set([
    'phase',
    'control',
    'control_test',
    'finding',
    'inspection_item',
    'link',
    'reference',
  ]);
  const isDerived = (type: string) => type === 'action_plan' || type === 'evaluation';
  for (const type of TYPES) if (!later.has(type) && !isDerived(type)) given.item(labelOf(type), type, 't0');
  for (const type of ['control', 'control_test', 'finding', 'inspection_item'] as const)
    given.item(labelOf(type), type, parents[type] ?? 't0');
  given.reference(labelOf('reference'), 'other', labelOf('control'));
  return given.link(labelOf('link'), labelOf('risk'), labelOf('control'));
}

const idsOf = (view: AuditView): ItemId[] => {
  const ids: ItemId[] = [];
  const waiting: (ItemId | null)[] = [null];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
    for (const id of view.childrenOf(parent)) {
      ids.push(id);
      waiting.push(id);
    }
  return ids;
};

interface Scene {
  readonly given: GivenAudit;
  readonly intents: readonly Intent[];
  readonly now?: string;
}

const RECORDS: readonly RecordType[] = ['audit_plan', 'icce', 'risk_evaluation'];

/** Each intent of a kind about every item of every kind of record. */
function ofEveryItem(make: (id: ItemId, given: GivenAudit) => readonly Intent[]): Scene[] {
  return RECORDS.map((type) => {
    const given = audit(type);
    return { given, intents: idsOf(given.state).flatMap((id) => make(id, given)) };
  });
}

/** Rated and concluded by a manager. */
const concluded = (): GivenAudit =>
  new GivenAudit()
    .happened('AuditRated', { rating: DEFAULT_RATING_SCALE[0], from: null, scale: DEFAULT_RATING_SCALE })
    .happened('AuditConcluded', { text: 'El proceso es confiable.', from: '' });

const everyDeleted = (given: GivenAudit): GivenAudit => {
  for (const id of idsOf(given.state)) given.happened('TreeItemDeleted', { id, items: 1 });
  return given;
};

const settingStretch = (kind: 'set_sprint' | 'set_visit', given: GivenAudit): Scene => ({
  given,
  intents: ['old', 'new'].map((label) => ({ kind, stretch: stretch(label), name: 'Otro' })),
});

/** What is tried of each kind: wide enough that it asks all that it ever asks. */
const SCENES: Readonly<Record<Kind, () => readonly Scene[]>> = {
  create_item: () =>
    ofEveryItem((parent, { state }) =>
      TYPES.flatMap((type) => {
        const born = { kind: 'create_item', id: item('new'), type, parent, name: 'Nuevo' };
        const place = state.get(parent)?.type === 'phase' ? [{ ...born, parent: null }, born] : [born];
        return place.flatMap((one) => [one, { ...one, assignee: user('leader') }]);
      }),
    ),
  copy_item: () =>
    ofEveryItem((source, given) => {
      const copies = idsOf(given.state)
        .filter((id) => id !== source)
        .map((id, index) => [id, item(`c${index}`)]);
      const copy = {
        kind: 'copy_item',
        id: item('copy'),
        source,
        copies: [[source, item('copy')], ...copies],
      };
      return [null, item('t0'), item('empty'), item('other')].map((parent) => ({ ...copy, parent }));
    }),
  rename_item: () => ofEveryItem((id) => [{ kind: 'rename_item', id, name: 'Otro nombre' }]),
  recode_item: () => ofEveryItem((id) => [{ kind: 'recode_item', id, code: 'X-9' }]),
  move_item: () =>
    ofEveryItem((id) => [item('t0'), item('empty')].map((parent) => ({ kind: 'move_item', id, parent }))),
  assign_item: () => ofEveryItem((id) => [{ kind: 'assign_item', id, assignee: user('leader') }]),
  change_status: () =>
    itemStatus.options.flatMap((from) =>
      RECORDS.map((type) => {
        const given = audit(type);
        const ids = idsOf(given.state);
        for (const id of ids) given.happened('ItemStatusChanged', { id, from: 'new', to: from }, 'peer');
        const to = (id: ItemId) => itemStatus.options.map((to) => ({ kind: 'change_status', id, from, to }));
        return { given, intents: ids.flatMap(to) };
      }),
    ),
  set_values: () =>
    ofEveryItem((id) => [
      { kind: 'set_values', id, values: { budgetedMinutes: 60 } },
      { kind: 'set_values', id, values: { probability: 3 } },
      { kind: 'set_values', id, values: { lossAmount: '10.5' } },
    ]),
  sign_item: () =>
    (['in_progress', 'not_discussed', 'completed', 'reviewed'] as const).flatMap((status) =>
      RECORDS.map((type) => {
        const given = audit(type);
        const ids = idsOf(given.state);
        for (const id of ids) given.happened('ItemStatusChanged', { id, from: 'new', to: status }, 'peer');
        const marks = ['completed', 'reviewed'] as const;
        const about = (id: ItemId) => marks.map((mark) => ({ kind: 'sign_item', id, mark, textsAt: null }));
        return { given, intents: ids.flatMap(about) };
      }),
    ),
  withdraw_signature: () =>
    (['completed', 'reviewed'] as const).flatMap((mark) =>
      RECORDS.map((type) => {
        const given = audit(type);
        const ids = idsOf(given.state);
        for (const id of ids) given.happened('ItemStatusChanged', { id, from: 'new', to: mark }, 'leader');
        return { given, intents: ids.map((id) => ({ kind: 'withdraw_signature', id, mark })) };
      }),
    ),
  schedule_item: () =>
    ofEveryItem((id) => [{ kind: 'schedule_item', id, startDate: '2026-02-01', endDate: null }]),
  describe_risk: () => ofEveryItem((id) => [{ kind: 'describe_risk', id, risk: RISK }]),
  delete_item: () => ofEveryItem((id) => [{ kind: 'delete_item', id, shared: 'everywhere' }]),
  restore_item: () =>
    RECORDS.map((type) => {
      const given = everyDeleted(audit(type));
      const intents = idsOf(given.state).map((id) => ({ kind: 'restore_item', id, withAncestors: true }));
      return { given, intents };
    }),
  purge_item: () => {
    const given = everyDeleted(audit('audit_plan'));
    const intents = idsOf(given.state).map((id) => ({ kind: 'purge_item', id }));
    return [{ given, intents, now: A_MONTH_LATER }];
  },
  compact_document: () => [{ given: audit('audit_plan'), intents: [{ kind: 'compact_document' }] }],
  batch: () =>
    ofEveryItem((id) => {
      const part = (intent: Intent) => ({ schema: 1, intent });
      const given = part({ kind: 'assign_item', id, assignee: user('leader') });
      const taken = part({ kind: 'assign_item', id, assignee: null });
      return [{ kind: 'batch', parts: [given, taken] }];
    }),
  choose_finding_treatment: () =>
    ofEveryItem((id) => [{ kind: 'choose_finding_treatment', id, treatment: 'action_plan' }]),
  choose_plan_treatment: () =>
    RECORDS.map((type) => {
      const given = audit(type);
      const finding = item(labelOf('finding'));
      given.does(
        { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
        { by: 'admin' },
      );
      const about = [actionPlanIdOf(finding), finding];
      return {
        given,
        intents: about.map((id) => ({ kind: 'choose_plan_treatment', id, treatment: 'evaluate' })),
      };
    }),
  set_member: () =>
    RECORDS.map((type) => {
      const given = audit(type).happened('TreeItemAssigned', {
        ...{ id: item('t0'), from: null },
        assignee: user('junior'),
      });
      const changes = [
        { isActive: false },
        { isActive: false, handTo: user('peer') },
        { budgetedMinutes: 60 },
      ];
      const intents: Intent[] = changes.map((one) => ({ kind: 'set_member', user: user('junior'), ...one }));
      return { given, intents: [...intents, { kind: 'set_member', user: user('outsid'), role: 'auditor' }] };
    }),
  declare_independence: () => [
    { given: audit('audit_plan'), intents: [{ kind: 'declare_independence', threats: null }] },
  ],
  set_sprint: () => [settingStretch('set_sprint', audit('audit_plan').sprint('old'))],
  set_visit: () => [settingStretch('set_visit', audit('audit_plan').visit('old'))],
  allot_item: () =>
    RECORDS.map((type) => {
      const given = audit(type).visit('one');
      const allot = (id: ItemId): Intent => ({
        ...{ kind: 'allot_item', id },
        ...{ stretch: stretch('one'), isIn: true },
      });
      return { given, intents: idsOf(given.state).map(allot) };
    }),
  record_time: () => [time({ kind: 'record_time', user: user('peer'), ...WORKED })],
  change_time_record: () => [time({ kind: 'change_time_record', minutes: 30 })],
  remove_time_record: () => [time({ kind: 'remove_time_record' })],
  start_operation: () => [
    {
      given: audit('audit_plan'),
      intents: ['import', 'copy'].map((what) => ({ kind: 'start_operation', operation: OP, what })),
    },
  ],
  finish_operation: () => [running({ kind: 'finish_operation', operation: OP })],
  discard_operation: () => [running({ kind: 'discard_operation', operation: OP })],
  schedule_audit: () => [
    {
      given: audit('audit_plan'),
      intents: [{ kind: 'schedule_audit', startDate: '2026-05-04', endDate: null }],
    },
  ],
  rate_audit: () => [
    {
      given: new GivenAudit(),
      intents: [{ kind: 'rate_audit', rating: 'deficient', scale: DEFAULT_RATING_SCALE }],
    },
  ],
  conclude_audit: () => [
    { given: new GivenAudit(), intents: [{ kind: 'conclude_audit', text: 'El proceso es confiable.' }] },
  ],
  sign_conclusion: () => [{ given: concluded(), intents: [{ kind: 'sign_conclusion', seen: 99 }] }],
  withdraw_conclusion_signature: () => [
    {
      given: concluded().happened('ConclusionSigned', { seen: 99 }, 'leader'),
      intents: [{ kind: 'withdraw_conclusion_signature' }],
    },
  ],
  delete_audit: () => [{ given: new GivenAudit().audit('not_started'), intents: [{ kind: 'delete_audit' }] }],
  restore_audit: () => [
    { given: new GivenAudit().happened('AuditDeleted', {}), intents: [{ kind: 'restore_audit' }] },
  ],
  purge_audit: () => [
    {
      given: new GivenAudit().happened('AuditDeleted', {}),
      intents: [{ kind: 'purge_audit' }],
      now: A_MONTH_LATER,
    },
  ],
  change_audit_status: () =>
    (['not_started', 'in_progress', 'completed', 'closed', 'postponed'] as const).map((status) => ({
      given: new GivenAudit().audit(status),
      intents: auditAction.options.map((action) => ({
        kind: 'change_audit_status',
        action,
        reason: 'Cambio de alcance',
        year: 2027,
      })),
    })),
};

const RECORD = '00000006-0000-4000-8000-0000000074d1';
const WORKED = { item: item('t0'), day: '2026-03-01', minutes: 60, isProductive: true, note: null };

/** About the record of another member. */
function time(intent: Intent): Scene {
  const isNew = intent.kind === 'record_time';
  const given = audit('audit_plan');
  if (!isNew) given.happened('TimeRecorded', { record: RECORD, user: user('peer'), ...WORKED });
  return { given, intents: [{ ...intent, record: RECORD }] };
}

function running(intent: Intent & { readonly operation: OperationId }): Scene {
  const given = audit('audit_plan');
  given.happened('OperationStarted', { operation: OP, what: 'import', by: user('leader') });
  return { given, intents: [intent] };
}

interface Tried {
  readonly decision: Decision;
  readonly asked: ReadonlySet<PermissionKey>;
}

/** Judges an intent for somebody who holds what they are asked for, but for some. */
function attempt({ given, now = NOW }: Scene, intent: Intent, holds: (key: PermissionKey) => boolean): Tried {
  const asked = new Set<PermissionKey>();
  const can: DecisionContext['can'] = (key) => {
    asked.add(key);
    return holds(key);
  };
  const person = (userId: UserId) => ({ ...principal('admin'), userId });
  const context = { now, actor: user('leader'), mode: 'server', can, person } as const;
  return { decision: given.model.decide(given.state, { intent, base: given.version }, context), asked };
}

const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();
const KINDS = Object.keys(kernelRights) as Kind[];

describe.each(KINDS)('%s', (kind) => {
  const { asks, also = [], ofParts = false } = kernelRights[kind];
  const scenes = SCENES[kind]();
  const tried = scenes.flatMap((scene) =>
    scene.intents.map((intent) => ({ scene, intent, ...attempt(scene, intent, () => true) })),
  );
  const accepted = tried.filter(({ decision }) => decision.ok && decision.events.length > 0);

  it('asks what it says that it asks, and nothing else', () => {
    const ofItsParts: readonly PermissionKey[] = ofParts
      ? [...kernelRights.assign_item.asks, ...(kernelRights.assign_item.also ?? [])]
      : [];
    expect(sorted(tried.flatMap(({ asked }) => [...asked]))).toEqual(
      sorted([...asks, ...also, ...ofItsParts]),
    );
  });

  it('is refused to whoever may nothing, and to whoever lacks one of the rights that it asked', () => {
    expect(accepted.length).toBeGreaterThan(0);
    const open: unknown[] = [];
    for (const { scene, intent, asked } of accepted) {
      if (attempt(scene, intent, () => false).decision.ok) open.push(intent);
      for (const lacking of asked)
        if (attempt(scene, intent, (key) => key !== lacking).decision.ok) open.push([intent, lacking]);
    }
    expect(open).toEqual([]);
  });
});

describe('an intent of a slice', () => {
  it('says what it asks of rights, or there is no model', () => {
    const silent = {
      name: 'silent',
      intents: { whisper: [] },
      events: {},
      rights: {},
      parse: () => null,
      decide: () => ({ ok: true, events: [] }) as const,
      evolve: (state: unknown) => state,
      freeze: () => null,
      thaw: () => null,
    };
    expect(() => createAuditModel([silent])).toThrow('whisper');
    const rights = { whisper: { asks: ['plan.access'] } } as const;
    expect(createAuditModel([{ ...silent, rights }]).rights.get('whisper')).toBe(rights.whisper);
  });
});
