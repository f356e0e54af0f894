import type { Principal, UserId } from '@cotejo/access-contracts';
import { actionPlanIdOf, SealedWords, type IntentEnvelope, type TeamRole } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import {
  givenPlan,
  item,
  PEOPLE,
  principal,
  user,
  type Ask,
  type GivenAudit,
} from '../testing/given-audit.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Everybody of the specifications; whoever has another id is not of the account. */
const person = (id: UserId): Principal | null => {
  const label = Object.keys(PEOPLE).find((one) => user(one) === id);
  return label === undefined ? null : principal(label);
};
const set = (label: string, fields: Fields): IntentEnvelope['intent'] => ({
  kind: 'set_member',
  user: user(label),
  ...fields,
});
const told = (audit: GivenAudit, label: string, fields: Fields, ask: Ask = {}) => {
  const decided = audit.when(set(label, fields), { person, ...ask });
  return typeof decided === 'string' ? decided : decided.map(({ type }) => type).join(' ');
};
const SEAL = { ref: '00000007-0000-4000-8000-000000000001', hash: 'a'.repeat(64), length: 18 };
const SEALED = new SealedWords([SEAL]);
const ADDED = 'TeamMemberAdded';
const CHANGED = 'TeamMemberChanged';
const LEADS = 'AuditLeaderChanged';

describe('set_member', () => {
  it.each<[string, string, Fields, Ask, string]>([
    ['adds somebody of the account', 'outsid', { role: 'auditor' }, {}, ADDED],
    ['with what is planned', 'outsid', { role: 'auditor', budgetedMinutes: 60 }, {}, `${ADDED} ${CHANGED}`],
    ['not without a role', 'outsid', { budgetedMinutes: 60 }, {}, 'not_in_team'],
    ['nobody of elsewhere', 'nobody', { role: 'auditor' }, {}, 'member_not_found'],
    ['none of the audited', 'owner', { role: 'auditor' }, {}, 'member_not_found'],
    ['by whoever may', 'outsid', { role: 'auditor' }, { by: 'junior' }, 'forbidden'],
    ['not by a guest', 'outsid', { role: 'auditor' }, { by: 'guest' }, 'forbidden'],
    ['not by a leader of other audits', 'outsid', { role: 'auditor' }, { by: 'outsid' }, 'forbidden'],
    ['by an administrator', 'outsid', { role: 'manager' }, { by: 'admin' }, ADDED],
    ['lends nobody more than the giver has', 'junior', { role: 'manager' }, {}, 'beyond_own_rights'],
    ['nor themselves', 'leader', { role: 'manager' }, {}, 'beyond_own_rights'],
    ['nor with the ICCE role', 'junior', { role: 'icce' }, { by: 'manage' }, 'beyond_own_rights'],
    ['changes a role', 'junior', { role: 'leader' }, {}, CHANGED],
    ['changes hours and cost', 'junior', { budgetedMinutes: 600, budgetedCost: 900_000 }, {}, CHANGED],
    ['changes nothing', 'junior', { role: 'auditor', budgetedMinutes: 0 }, {}, ''],
    ['of days in their order', 'junior', { startDate: '2026-03-02', endDate: '2026-03-02' }, {}, CHANGED],
    ['not in reverse', 'junior', { startDate: '2026-03-02', endDate: '2026-03-01' }, {}, 'dates_reversed'],
    ['the leader has the hours of the audit', 'leader', { budgetedMinutes: 28_800 }, {}, CHANGED],
    ['but no more', 'leader', { budgetedMinutes: 28_801 }, {}, 'leader_hours_exceed'],
    ['others may', 'junior', { budgetedMinutes: 28_801 }, {}, CHANGED],
    ['names another leader', 'junior', { leads: true }, {}, `${CHANGED} ${LEADS}`],
    ['who may be a manager', 'manage', { leads: true }, { by: 'manage' }, LEADS],
    ['or come in by it', 'outsid', { leads: true }, {}, `${ADDED} ${LEADS}`],
    ['within the hours', 'junior', { leads: true, budgetedMinutes: 28_801 }, {}, 'leader_hours_exceed'],
    ['in a role that leads', 'junior', { leads: true, role: 'auditor' }, {}, 'member_leads'],
    ['never a guest of the account', 'guest', { leads: true }, { by: 'admin' }, 'leader_not_found'],
    ['keeps who leads', 'leader', { isActive: false }, {}, 'member_leads'],
    ['and their role', 'leader', { role: 'auditor' }, {}, 'member_leads'],
    ['lets a manager go while another can manage', 'manage', { isActive: false }, {}, CHANGED],
    [
      'is not judged without the account’s people',
      'outsid',
      { role: 'auditor' },
      { person: undefined },
      'not_sealed',
    ],
    [
      'which a browser leaves to the server',
      'outsid',
      { role: 'auditor' },
      { person: undefined, mode: 'optimistic' },
      ADDED,
    ],
  ])('%s: %s %j', (_, label, fields, ask, expected) => {
    expect(told(givenPlan(), label, fields, ask)).toBe(expected);
  });

  it('keeps the last member who could manage, where somebody outside the team leads', () => {
    const audit = givenPlan().happened('AuditLeaderChanged', {
      leader: user('outsid'),
      from: user('leader'),
    });
    const alone = audit.does(set('leader', { isActive: false }), { by: 'manage', person });
    expect(told(alone, 'manage', { isActive: false }, { by: 'admin' })).toBe('last_manager');
    expect(told(alone, 'manage', { role: 'auditor' }, { by: 'admin' })).toBe('last_manager');
    expect(told(alone, 'junior', { isActive: false }, { by: 'manage' })).toBe(CHANGED);
  });

  it('lets guests alone into a closed or cancelled audit, and changes nobody else there', () => {
    const roles: readonly TeamRole[] = ['manager', 'leader', 'auditor', 'icce'];
    for (const [status, code] of [
      ['closed', 'audit_closed'],
      ['cancelled', 'audit_cancelled'],
    ] as const) {
      const audit = givenPlan().audit(status);
      const by = { by: 'admin' } as const;
      expect(told(audit, 'outsid', { role: 'guest' }, by)).toBe(ADDED);
      expect(told(audit, 'guest', { isActive: false }, by)).toBe(CHANGED);
      for (const role of roles) expect(told(audit, 'outsid', { role }, by)).toBe(code);
      for (const change of [{ role: 'guest' }, { isActive: false }, { budgetedMinutes: 1 }, { leads: true }])
        expect(told(audit, 'junior', change, by)).toBe(code);
      expect(told(audit, 'guest', { role: 'auditor' }, by)).toBe(code);
    }
  });

  it('hands the open items of whoever leaves to another, or to nobody; signed work stays theirs', () => {
    const assigned = (label: string) => ({ kind: 'assign_item', id: item(label), assignee: user('junior') });
    const audit = givenPlan()
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .does(assigned('step'))
      .does(assigned('risk'))
      .does(assigned('test'))
      .does(assigned('ctrl'))
      .status('test', 'reviewed')
      .status('risk', 'in_progress')
      .status('find', 'completed')
      .does({ ...assigned('step'), id: actionPlanIdOf(item('find')) })
      .deleted('ctrl');
    const leave = (handTo: string | null) =>
      audit.when(set('junior', { isActive: false, handTo: handTo && user(handTo) }), { person });
    const assign = (label: string, assignee: string | null) => ({
      type: 'TreeItemAssigned',
      data: { id: item(label), assignee: assignee && user(assignee), from: user('junior') },
    });
    const left = {
      type: CHANGED,
      data: expect.objectContaining({ user: user('junior'), isActive: false }) as unknown,
    };
    expect(leave('peer')).toEqual([assign('risk', 'peer'), assign('step', 'peer'), left]);
    expect(leave(null)).toEqual([
      assign('risk', null),
      assign('step', null),
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'assigned', to: 'new' } },
      left,
    ]);
    for (const stranger of ['guest', 'outsid', 'junior'])
      expect(leave(stranger)).toBe('assignee_not_in_team');
  });

  it('takes what the team lent from whoever is deactivated, and keeps what was planned and declared', () => {
    const audit = givenPlan()
      .does(set('junior', { budgetedMinutes: 600 }), { person })
      .does({ kind: 'declare_independence', threats: 'Trabajó en Compras' }, { by: 'junior', sealed: SEALED })
      .does(set('junior', { isActive: false }), { person });
    expect(audit.state.team.has(user('junior'))).toBe(false);
    expect(audit.state.members.get(user('junior'))).toMatchObject({
      budgetedMinutes: 600,
      isActive: false,
      declared: { threats: SEAL },
    });
    expect(audit.when({ kind: 'assign_item', id: item('step'), assignee: user('junior') })).toBe(
      'assignee_not_in_team',
    );
    expect(audit.when({ kind: 'rename_item', id: item('step'), name: 'Otro' }, { by: 'junior' })).toBe(
      'forbidden',
    );
    const again = audit.does(set('junior', { isActive: true }), { person });
    expect(again.state.team.get(user('junior'))).toBe('auditor');
  });

  it('moves the leader of the profile, also within a batch', () => {
    const parts = [
      set('junior', { role: 'leader' }),
      set('junior', { leads: true }),
      set('leader', { isActive: false }),
    ];
    const batch = { kind: 'batch', parts: parts.map((intent) => ({ schema: 1, intent })) };
    const audit = givenPlan().does(batch, { person });
    expect(audit.state.profile.leader).toBe(user('junior'));
    expect(audit.state.team.has(user('leader'))).toBe(false);
  });
});

describe('declare_independence', () => {
  const declare = (threats: string | null) => ({ kind: 'declare_independence', threats });
  it('is each member’s own, once or again', () => {
    const audit = givenPlan().does(declare(null), { by: 'junior' });
    expect(audit.state.members.get(user('junior'))?.declared?.threats).toBeNull();
    expect(audit.state.members.get(user('peer'))?.declared).toBeNull();
    expect(audit.when(declare('Parentesco'), { by: 'junior', sealed: SEALED })).toEqual([
      { type: 'IndependenceDeclared', data: { user: user('junior'), threats: SEAL } },
    ]);
    // The words stay out of the log, so that a declaration without its seal is refused.
    expect(audit.when(declare('Parentesco'), { by: 'junior' })).toBe('not_sealed');
  });

  it('is refused to guests and whoever is not in the team, with nothing said, and in a closed audit', () => {
    expect(givenPlan().when(declare(null), { by: 'outsid' })).toBe('not_in_team');
    expect(givenPlan().when(declare(null), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(declare(' '), { by: 'junior' })).toBe('invalid_intent');
    expect(givenPlan().audit('closed').when(declare(null), { by: 'junior' })).toBe('audit_closed');
  });
});
