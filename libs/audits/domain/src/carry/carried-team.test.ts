import { describe, expect, it } from 'vitest';
import { GivenAudit, principal, user } from '../testing/given-audit.ts';
import { newMember } from '@cotejo/audits-contracts';
import { carriedTeam } from './carried-team.ts';

const KNOWN = ['admin', 'manage', 'leader', 'junior', 'guest', 'icce', 'outsid'];
const person = (id: ReturnType<typeof user>) => {
  const label = KNOWN.find((known) => user(known) === id);
  return label === undefined ? null : principal(label);
};
const rolesOf = (creator: string, leader: string, given = new GivenAudit()) =>
  Object.fromEntries(
    carriedTeam(given.state, { creator: principal(creator), person, leader: user(leader) }).map(
      ({ user: id, role }) => [KNOWN.find((known) => user(known) === id), role],
    ),
  );

describe('the team that a new audit takes over', () => {
  it('is that of the source, without who left the account', () => {
    expect(rolesOf('admin', 'leader')).toEqual({
      manage: 'manager',
      leader: 'leader',
      junior: 'auditor',
      guest: 'guest',
      icce: 'icce',
    });
  });

  it('has one leader: another one of the source comes as an auditor', () => {
    expect(rolesOf('manage', 'junior')).toMatchObject({ leader: 'auditor', junior: 'leader' });
  });

  it('is without those whom the creator may not give their role', () => {
    expect(rolesOf('manage', 'leader')).not.toHaveProperty('icce');
  });

  it('does not make its creator a guest', () => {
    const given = new GivenAudit().happened('TeamMemberAdded', { user: user('outsid'), role: 'guest' });
    expect(rolesOf('manage', 'leader', given)).toMatchObject({ outsid: 'guest' });
    expect(rolesOf('outsid', 'leader', given)).not.toHaveProperty('outsid');
  });

  it('is without inactive members, and brings hours and costs', () => {
    const change = (label: string, over: object) => {
      const from = newMember('auditor');
      const { declared: _, ...state } = { ...from, ...over };
      return { user: user(label), ...state, from: state };
    };
    const given = new GivenAudit()
      .happened('TeamMemberChanged', change('junior', { budgetedMinutes: 600, budgetedCost: 900 }))
      .happened('TeamMemberChanged', change('guest', { isActive: false }));
    const team = carriedTeam(given.state, { creator: principal('manage'), person, leader: user('leader') });
    expect(team.find(({ user: id }) => id === user('junior'))).toMatchObject({
      budgetedMinutes: 600,
      budgetedCost: 900,
    });
    expect(team.some(({ user: id }) => id === user('guest'))).toBe(false);
  });
});
