import { auditAction, type AuditAction, type AuditStatus } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { AuditState } from '../model/audit-state.ts';
import { givenPlan, GivenAudit, item, type PersonLabel } from '../testing/given-audit.ts';

const NONE = {};
const REASON = { reason: 'Cambio de alcance' };
const YEAR = { year: 2027 };
const change = (action: AuditAction, more: object = NONE) => ({
  kind: 'change_audit_status',
  action,
  ...more,
});
/** All that an action may need, so that only status and rights decide. */
const whole = (action: AuditAction) =>
  change(action, { ...REASON, ...(action === 'postpone' ? YEAR : NONE) });

/** A phase alone: nothing counts, and nothing stands in the way. */
const empty = () => new GivenAudit().item('phase', 'phase', null);
const CLOSED_ON = '2026-03-02';

/** To which status an action leads, or the code of its refusal; actions in the order of `auditAction`. */
const TABLE: readonly (readonly [
  name: string,
  status: AuditStatus,
  closedOn: string | null,
  outcomes: Readonly<Record<AuditAction, string>>,
])[] = (() => {
  const no = 'audit_status_not_allowed';
  const refused = (code: string): Record<AuditAction, string> =>
    Object.fromEntries(auditAction.options.map((action) => [action, code])) as Record<AuditAction, string>;
  return [
    [
      'not started',
      'not_started',
      null,
      { ...refused(no), start: 'in_progress', cancel: 'cancelled', postpone: 'postponed' },
    ],
    [
      'in progress',
      'in_progress',
      null,
      {
        ...refused(no),
        ...{ complete: 'completed', close: 'closed', cancel: 'cancelled' },
        ...{ postpone: 'postponed', reset: 'not_started' },
      },
    ],
    ['culminated', 'completed', null, { ...refused(no), close: 'completed' }],
    ['culminated and closed', 'completed', CLOSED_ON, { ...refused('audit_closed'), reopen: 'in_progress' }],
    ['closed', 'closed', CLOSED_ON, { ...refused('audit_closed'), reopen: 'in_progress' }],
    ['cancelled', 'cancelled', null, { ...refused('audit_cancelled'), reopen: 'in_progress' }],
    ['postponed', 'postponed', null, { ...refused(no), resume: 'in_progress' }],
  ] as const;
})();

function outcomeOf(given: GivenAudit, intent: ReturnType<typeof change>, by: PersonLabel): string {
  const decided = given.when(intent, { by });
  return typeof decided === 'string' ? decided : String(decided.at(-1)?.data['to']);
}

/** Allowed actions by role in the team or account; closed and cancelled audits refuse them for every other role. */
const MAY: Readonly<Record<PersonLabel, readonly AuditAction[]>> = {
  admin: auditAction.options,
  manage: auditAction.options,
  leader: auditAction.options.filter((action) => action !== 'cancel' && action !== 'reopen'),
  ...{ junior: [], peer: [], icce: [], guest: [], outsid: [], owner: [] },
};
const PEOPLE = Object.keys(MAY) as PersonLabel[];

describe.each(TABLE)('an audit that is %s', (_, status, closedOn, outcomes) => {
  const given = () => (status === 'in_progress' ? empty() : empty().audit(status, closedOn));

  it.each(auditAction.options)('asked to %s', (action) => {
    const isGate = outcomes[action] === 'audit_closed' || outcomes[action] === 'audit_cancelled';
    for (const by of PEOPLE)
      expect([by, outcomeOf(given(), whole(action), by)]).toEqual([
        by,
        isGate || MAY[by].includes(action) ? outcomes[action] : 'forbidden',
      ]);
  });
});

describe('what an action needs', () => {
  it.each<[AuditAction, object, string]>([
    ['cancel', NONE, 'reason_required'],
    ['cancel', { reason: ' ' }, 'invalid_intent'],
    ['postpone', NONE, 'year_not_greater'],
    ['postpone', { year: 2026 }, 'year_not_greater'],
    ['postpone', { year: 2025 }, 'year_not_greater'],
  ])('%s with %j', (action, more, code) => {
    expect(empty().when(change(action, more), { by: 'manage' })).toBe(code);
  });

  it('a reason to reopen', () => {
    expect(empty().audit('closed', CLOSED_ON).when(change('reopen'), { by: 'manage' })).toBe(
      'reason_required',
    );
  });

  it('no progress to go back to not started', () => {
    const begun = givenPlan().status('step', 'in_progress');
    expect(begun.when(change('reset'))).toBe('progress_not_zero');
    expect(begun.status('step', 'new').does(change('reset')).state.status).toBe('not_started');
  });

  it('a record that is an audit', () => {
    const library = new GivenAudit('risk_library');
    expect(library.when(change('complete'), { by: 'admin' })).toBe('audit_status_not_allowed');
  });
});

describe('closing', () => {
  const culminated = () => empty().audit('completed');

  it('keeps a culminated audit culminated, with the day of its account', () => {
    const late = { by: 'manage', now: '2026-03-03T02:00:00.000Z' } as const;
    expect(culminated().when(change('close'), late)).toEqual([
      {
        type: 'AuditStatusChanged',
        data: { from: 'completed', to: 'completed', closedOn: CLOSED_ON, because: 'close' },
      },
    ]);
  });

  it('culminates an audit in progress that nothing stands in the way of, without a reason', () => {
    expect(empty().when(change('close'), { by: 'manage', now: '2026-03-03T02:00:00.000Z' })).toEqual([
      {
        type: 'AuditStatusChanged',
        data: { from: 'in_progress', to: 'completed', closedOn: CLOSED_ON, because: 'close' },
      },
    ]);
  });

  it('is refused with what stands in its way, and done for a reason', () => {
    const open = givenPlan();
    const refused = open.decide(change('close'), { by: 'manage' });
    expect(refused).toEqual({
      ok: false,
      rejection: {
        code: 'pre_close_blocked',
        params: { blocks: 3, unsigned_items: 4, findings_not_discussed: 1, findings_without_treatment: 1 },
      },
    });
    expect(open.does(change('close', REASON), { by: 'manage' }).state).toMatchObject({
      status: 'closed',
      closedOn: CLOSED_ON,
    });
  });

  it('and culminating never is', () => {
    expect(givenPlan().when(change('complete', REASON))).toBe('pre_close_blocked');
  });
});

describe('going back', () => {
  it('from a cancellation to the status of before', () => {
    const audit = empty().audit('not_started').does(change('cancel', REASON), { by: 'manage' });
    expect(audit.does(change('reopen', REASON), { by: 'manage' }).state.status).toBe('not_started');
  });

  it('from a postponement to the status and the year of before', () => {
    const audit = empty().audit('not_started').does(change('postpone', YEAR));
    expect(audit.state).toMatchObject({ status: 'postponed', year: 2027 });
    expect(audit.does(change('resume')).state).toMatchObject({
      status: 'not_started',
      year: 2026,
      before: null,
    });
  });

  it('is remembered by a snapshot and by a copy', () => {
    const { state, model } = empty().does(change('postpone', YEAR));
    for (const again of [state.copy(), AuditState.thaw(state.freeze(model.slices), model.slices)])
      expect(again).toMatchObject({ year: 2027, before: { status: 'in_progress', year: 2026 } });
  });
});

describe('the work moves the audit by itself', () => {
  const begin = { kind: 'change_status', id: item('step'), from: 'new', to: 'in_progress' };
  const because = (given: GivenAudit, intent: Parameters<GivenAudit['when']>[0]) => {
    const decided = given.when(intent);
    const events = typeof decided === 'string' ? [] : decided;
    return events.flatMap(({ type, data }) => (type === 'AuditStatusChanged' ? [data['because']] : []));
  };
  /** All that counts is completed, and the finding is settled. */
  const culminated = () => {
    const given = givenPlan();
    for (const label of ['risk', 'ctrl', 'test', 'step', 'find']) given.status(label, 'completed', 'peer');
    return given.audit('completed');
  };

  it('the first scored work begins it', () => {
    expect(because(givenPlan().audit('not_started'), begin)).toEqual(['began']);
    expect(because(givenPlan(), begin)).toEqual([]);
    const rename = { kind: 'rename_item', id: item('step'), name: 'Otro' };
    expect(because(givenPlan().audit('not_started'), rename)).toEqual([]);
  });

  it('once in a batch', () => {
    const other = { kind: 'change_status', id: item('risk'), from: 'new', to: 'in_progress' };
    const parts = [begin, other].map((intent) => ({ schema: 2, intent }));
    expect(because(givenPlan().audit('not_started'), { kind: 'batch', parts })).toEqual(['began']);
  });

  it.each([
    ['a step that is edited again', { ...begin, from: 'completed' }, ['fell_back']],
    [
      'a new step',
      { kind: 'create_item', id: item('more'), type: 'step', parent: item('proc'), name: 'x' },
      ['fell_back'],
    ],
    ['a new group', { kind: 'create_item', id: item('more'), type: 'phase', parent: null, name: 'x' }, []],
    ['another name of a group', { kind: 'rename_item', id: item('proc'), name: 'Otro' }, []],
    ['a step that goes', { kind: 'delete_item', id: item('step') }, []],
  ])('a culminated one falls back with %s: %j', (_, intent, expected) => {
    expect(because(culminated(), intent)).toEqual(expected);
  });

  it('and an evaluation of risks has no such status', () => {
    const library = new GivenAudit('risk_evaluation')
      .item('unit', 'business_unit', null)
      .item('risk', 'risk', 'unit');
    library.audit('not_started');
    expect(
      because(library, { kind: 'change_status', id: item('risk'), from: 'new', to: 'in_progress' }),
    ).toEqual([]);
  });
});

describe('in a browser', () => {
  it('an action may be asked for or not, and shows nothing by itself', () => {
    const ask = (given: GivenAudit, action: AuditAction) =>
      given.when(change(action), { by: 'manage', mode: 'optimistic' });
    expect(ask(empty(), 'cancel')).toEqual([]);
    expect(ask(empty(), 'resume')).toBe('audit_status_not_allowed');
    expect(ask(givenPlan().status('step', 'in_progress'), 'reset')).toBe('progress_not_zero');
  });
});
