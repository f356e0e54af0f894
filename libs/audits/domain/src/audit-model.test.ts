import { describe, expect, it } from 'vitest';
import { createAuditModel } from './audit-model.ts';
import { AuditState } from './audit-state.ts';
import type { Slice } from './model.ts';
import { contextOf, GivenAudit, givenPlan, item } from './testing/given-audit.ts';

const rename = { kind: 'rename_item', id: item('step'), name: 'Otro' };

/** Counts how often somebody knocked. */
const knocking: Slice = {
  name: 'knocking',
  intents: { knock: [] },
  events: { Knocked: [] },
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

describe('an intent of an old outbox', () => {
  /** Once people said how often, then how loud, now whether it is loud. */
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
    // Put in today's words, it is judged the same.
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
