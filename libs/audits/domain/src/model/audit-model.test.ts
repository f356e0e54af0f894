import { describe, expect, it } from 'vitest';
import {
  actionPlanIdOf,
  evaluationIdOf,
  Sealed,
  SealedParts,
  type IntentEnvelope,
  type ItemId,
} from '@cotejo/audits-contracts';
import { createAuditModel } from './audit-model.ts';
import { AuditState } from './audit-state.ts';
import type { Slice } from './model.ts';
import { contextOf, GivenAudit, givenPlan, item, user } from '../testing/given-audit.ts';

/** Expected refusals in a closed audit for everything except follow-up. */
const CLOSED = ['audit_closed', 'audit_closed'] as const;
const rename = { kind: 'rename_item', id: item('step'), name: 'Otro' };

class LastKnock extends Sealed {}

/** Test slice that counts `knock` intents. */
const knocking: Slice = {
  name: 'knocking',
  intents: { knock: [] },
  events: { Knocked: [] },
  rights: { knock: { asks: [] } },
  parse: (raw) => ((raw as { loud?: unknown }).loud === true ? { kind: 'knock' } : null),
  decide: (_, intent) => ({ ok: true, events: [{ type: 'Knocked', data: { how: intent.kind } }] }),
  evolve: (state) => Number(state ?? 0) + 1,
  freeze: (state) => ({ knocks: state }),
  thaw: (json) => (json as { knocks: number }).knocks,
};

describe('the gate before every intent', () => {
  it.each([
    ['not there', new GivenAudit(), 'audit_not_found'],
    ['closed', givenPlan().audit('closed', '2026-04-01'), 'audit_closed'],
    ['completed and closed', givenPlan().audit('completed', '2026-04-01'), 'audit_closed'],
    ['cancelled', givenPlan().audit('cancelled'), 'audit_cancelled'],
  ])('an audit that is %s', (name, audit, code) => {
    const state = name === 'not there' ? new AuditState() : audit.state;
    const decision = audit.model.decide(state, { intent: rename, base: 0 }, contextOf(audit.state, 'admin'));
    expect(decision).toEqual({ ok: false, rejection: { code } });
  });

  describe('of a closed audit', () => {
    const plan = actionPlanIdOf(item('find'));
    const evaluation = evaluationIdOf(item('find'));
    const treat = (treatment: string) => ({ kind: 'choose_plan_treatment', id: plan, treatment });
    const status = (id: ItemId, from: string, to: string) => ({ kind: 'change_status', id, from, to });
    const assign = (id: ItemId) => ({ kind: 'assign_item', id, assignee: user('junior') });

    /** A discussed finding with an action plan in progress, and its evaluation. */
    const given = (evaluated = true) => {
      const audit = givenPlan()
        .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
        .status('find', 'completed', 'junior')
        .does(assign(plan))
        .happened('ItemStatusChanged', { id: plan, from: 'assigned', to: 'in_progress' });
      return (evaluated ? audit.does(treat('evaluate')) : audit).audit('closed', '2026-04-01');
    };

    it.each<[string, IntentEnvelope['intent'], string | number, string | number]>([
      ['a plan that is implemented', status(plan, 'in_progress', 'implemented'), 1, 1],
      ['an evaluation that is begun', status(evaluation, 'new', 'in_progress'), 1, 1],
      ['a finding that is reviewed', status(item('find'), 'completed', 'reviewed'), 'forbidden', 2],
      ['a finding that is given to somebody', assign(item('find')), 1, 1],
      ['an evaluation that is given to somebody', assign(evaluation), 2, 2],
      ['an evaluation that goes', treat('none'), 'audit_closed', 'audit_closed'],
      ['a finding that is deleted', { kind: 'delete_item', id: item('find') }, ...CLOSED],
      ['a finding that is renamed', { ...rename, id: item('find') }, ...CLOSED],
      [
        'a plan that goes',
        { kind: 'choose_finding_treatment', id: item('find'), treatment: 'none' },
        ...CLOSED,
      ],
      ['a finding that is moved', { kind: 'move_item', id: item('find'), parent: item('test') }, ...CLOSED],
      [
        'a new finding',
        { kind: 'create_item', id: item('x'), type: 'finding', parent: item('test'), name: 'x' },
        ...CLOSED,
      ],
      ['a step that is begun', status(item('step'), 'new', 'in_progress'), ...CLOSED],
      ['a step that is given to somebody', assign(item('step')), ...CLOSED],
      ['an item that is not there', assign(item('nobody')), ...CLOSED],
    ])('the leader and the administrator may ask for %s', (_, intent, leader, admin) => {
      const answers = (['leader', 'admin'] as const).map((by) => given().when(intent, { by }));
      expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.length))).toEqual([
        leader,
        admin,
      ]);
    });

    it('a plan comes to be evaluated', () => {
      expect(given(false).when(treat('evaluate'))).toMatchObject([
        { type: 'PlanTreatmentChosen' },
        { type: 'TreeItemCreated', data: { id: evaluation } },
      ]);
    });

    it('several are asked for at once, and nothing else among them', () => {
      const part = (intent: object) => ({ schema: 1, intent });
      const of = (...parts: object[]) => given().when({ kind: 'batch', parts: parts.map(part) });
      expect(of(assign(item('find')), assign(evaluation))).toHaveLength(3);
      expect(of(assign(item('find')), assign(item('step')))).toBe('audit_closed');
    });

    it('nothing is asked for by guests, nor of a cancelled audit by anybody', () => {
      const implement = status(plan, 'in_progress', 'implemented');
      expect(given().when(implement, { by: 'guest' })).toBe('forbidden');
      expect(given().when(implement, { by: 'outsid' })).toBe('forbidden');
      expect(given().audit('cancelled').when(implement, { by: 'admin' })).toBe('audit_cancelled');
    });
  });

  it('an audit that is completed, or reopened, takes changes', () => {
    expect(givenPlan().audit('completed').when(rename)).toHaveLength(1);
    expect(givenPlan().audit('closed', '2026-04-01').audit('in_progress').when(rename)).toHaveLength(1);
  });

  it('intents that nobody knows, or that are malformed, are refused, not thrown', () => {
    expect(givenPlan().when({ kind: 'dance' })).toBe('unknown_intent');
    expect(givenPlan().when({ kind: 'constructor' })).toBe('unknown_intent');
    expect(givenPlan().when({ kind: 'rename_item' })).toBe('invalid_intent');
    expect(givenPlan().when({ kind: 'rename_item', id: item('step'), name: { toString: 1 } })).toBe(
      'invalid_intent',
    );
  });
});

describe('a slice', () => {
  it('judges its intents and folds its events into a state of its own', () => {
    const audit = new GivenAudit('audit_plan', [knocking]).does({ kind: 'knock', loud: true });
    expect(audit.when({ kind: 'knock' })).toBe('invalid_intent');
    expect(audit.does({ kind: 'knock', loud: true }).state.slice('knocking')).toBe(2);
    expect(audit.state.version).toBe(audit.events.length - 1);
    expect(audit.audit('closed').when({ kind: 'knock', loud: true })).toBe('audit_closed');
  });

  it('is frozen and thawed with the audit', () => {
    const audit = new GivenAudit('audit_plan', [knocking]).does({ kind: 'knock', loud: true });
    const frozen = JSON.parse(JSON.stringify(audit.state.freeze(audit.model.slices)));
    expect(AuditState.thaw(frozen, audit.model.slices).slice('knocking')).toBe(1);
    expect(() => audit.state.freeze()).toThrow('knocking');
    expect(() => AuditState.thaw(frozen)).toThrow('knocking');
  });

  it('may not claim what is taken', () => {
    expect(() => createAuditModel([knocking, knocking])).toThrow('knock');
    expect(() => createAuditModel([{ ...knocking, intents: { move_item: [] } }])).toThrow('move_item');
    expect(() => createAuditModel([{ ...knocking, events: { TreeItemMoved: [] } }])).toThrow('TreeItemMoved');
  });
});

describe('a slice beside the kernel', () => {
  const HASH = 'ab'.repeat(32);
  /** Counts knocks on an item; before the item is signed, a last knock is added. */
  const counting: Slice = {
    ...knocking,
    objects: (view, events) =>
      events.some(({ type }) => type === 'ItemSigned') && view.slice('knocking') === 3
        ? { code: 'forbidden' }
        : null,
    accompanies: (_, __, ___, { sealed }) =>
      sealed instanceof LastKnock ? { events: [{ type: 'Knocked', data: {} }], objection: null } : null,
    signedContent: (view) => [{ field: 'knocks', rev: Number(view.slice('knocking') ?? 0) + 1, hash: HASH }],
  };
  const sign = { kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: null };
  const last = new LastKnock();
  const batch = { kind: 'batch', parts: [{ schema: 1, intent: sign }] };
  const given = (slices: readonly Slice[] = [counting]) =>
    new GivenAudit('audit_plan', slices)
      .item('step', 'step', null)
      .status('step', 'in_progress')
      .does({ kind: 'knock', loud: true });

  it('puts its own events in front, and a signature covers what they left', () => {
    expect(given().when(sign, { sealed: last })).toMatchObject([
      { type: 'Knocked' },
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned', data: { texts: [{ field: 'knocks', rev: 3, hash: HASH }] } },
    ]);
    expect(given().when(sign)).toMatchObject([
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned', data: { texts: [{ rev: 2 }] } },
    ]);
  });

  it('objects to what would be, with what goes in front', () => {
    const audit = given().does({ kind: 'knock', loud: true });
    expect(audit.when(sign)).toHaveLength(2);
    expect(audit.when(sign, { sealed: last })).toBe('forbidden');
    expect(audit.when(batch, { sealed: new SealedParts([last]) })).toBe('forbidden');
  });

  it('is asked in batches, part by part', () => {
    const audit = given();
    expect(audit.when(batch)).toHaveLength(2);
    expect(audit.when(batch, { sealed: new SealedParts([last]) })).toMatchObject([
      { type: 'Knocked' },
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned', data: { texts: [{ rev: 3 }] } },
    ]);
  });

  it('puts nothing in front in a browser, nor of what is refused', () => {
    expect(given().when(sign, { sealed: last, mode: 'optimistic' })).toEqual([]);
    expect(given().when(sign, { sealed: last, by: 'guest' })).toBe('forbidden');
  });

  it('goes on in a closed audit with what it fills of plans and evaluations, and with nothing else', () => {
    const filling = { ...knocking, fills: ['knock'] };
    const answers = [knocking, filling].map((slice) => {
      const audit = new GivenAudit('audit_plan', [slice])
        .item('find', 'finding', null)
        .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
        .audit('closed');
      const about = (id?: ItemId) => audit.when({ kind: 'knock', loud: true, ...(id && { id }) });
      return [about(actionPlanIdOf(item('find'))), about(item('find')), about()].map((answer) =>
        typeof answer === 'string' ? answer : answer.length,
      );
    });
    const closed = 'audit_closed';
    expect(answers).toEqual([
      [closed, closed, closed],
      [1, closed, closed],
    ]);
  });

  it('may object to what another slice decided, not to its own', () => {
    const quiet: Slice = {
      ...knocking,
      name: 'quiet',
      intents: {},
      events: {},
      rights: {},
      objects: (_, events) => (events.some(({ type }) => type === 'Knocked') ? { code: 'forbidden' } : null),
    };
    const knock = { kind: 'knock', loud: true };
    expect(new GivenAudit('audit_plan', [counting]).when(knock)).toHaveLength(1);
    expect(
      new GivenAudit('audit_plan', [{ ...counting, objects: () => ({ code: 'forbidden' }) }]).when(knock),
    ).toHaveLength(1);
    expect(new GivenAudit('audit_plan', [counting, quiet]).when(knock)).toBe('forbidden');
  });
});

describe('an intent of an old outbox', () => {
  /** Three versions of the intent: a count, then a volume, now a flag for loudness. */
  const changed: Slice = {
    ...knocking,
    intents: {
      knock: [({ times }) => ({ volume: Number(times) * 10 }), ({ volume }) => ({ loud: volume === 20 })],
    },
  };

  it.each<[string, number | undefined, object, number | string]>([
    ['of the first version', 1, { times: 2 }, 1],
    ['of the second', 2, { volume: 20 }, 1],
    ['of the newest', 3, { loud: true }, 1],
    ['made just now', undefined, { loud: true }, 1],
    ['that was never right', 1, { times: 3 }, 'invalid_intent'],
    ['of a newer program', 4, { loud: true }, 'upgrade_in_progress'],
    ['of no version', 0, { loud: true }, 'upgrade_in_progress'],
  ])('%s', (_, schemaVersion, fields, expected) => {
    const audit = new GivenAudit('audit_plan', [changed]);
    const envelope = {
      intent: { kind: 'knock', ...fields },
      base: 0,
      ...(schemaVersion !== undefined && { schemaVersion }),
    };
    const decision = audit.model.decide(audit.state, envelope, contextOf(audit.state, 'admin'));
    expect(decision.ok ? decision.events.length : decision.rejection.code).toBe(expected);
    // In its newest version, it is decided the same way.
    const modern = audit.model.modern(envelope);
    expect(audit.model.decide(audit.state, modern, contextOf(audit.state, 'admin'))).toEqual(decision);
  });
});

describe('an event that nobody knows', () => {
  it('stops the fold', () => {
    expect(() => givenPlan().happened('Danced', {})).toThrow('Danced');
  });
});

describe('a frozen state', () => {
  it('thaws to the same audit', () => {
    const { state } = givenPlan().deleted('risk').audit('in_progress');
    const thawed = AuditState.thaw(JSON.parse(JSON.stringify(state.freeze())));
    expect(thawed.freeze()).toEqual(state.freeze());
    expect(thawed.childrenOf(item('proc'))).toEqual(state.childrenOf(item('proc')));
    expect(thawed).toMatchObject({ exists: true, liveCount: 3, version: state.version });
    expect(new AuditState()).toMatchObject({ exists: false, liveCount: 0, version: -1 });
  });
});
