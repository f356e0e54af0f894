import { describe, expect, it } from 'vitest';
import { createEvaluationBody, kernelEvent, type CreateEvaluationBody } from '@cotejo/audits-contracts';
import { createEvaluation } from './create-evaluation.ts';
import { ACCOUNT, AUDIT, principal, user } from '../testing/given-audit.ts';

const when = (over: Partial<CreateEvaluationBody> = {}) =>
  createEvaluation({
    id: AUDIT,
    account: ACCOUNT,
    code: 'EVA-2026-001',
    body: { ...createEvaluationBody.parse({ nombre: 'Evaluación 2026', ano: 2026 }), ...over },
    creator: principal('manage'),
    person: (id) => {
      const label = ['manage', 'junior', 'owner'].find((known) => user(known) === id);
      return label === undefined ? null : principal(label);
    },
  });

describe('creating a risk evaluation', () => {
  it('says what it is and that whoever creates it leads it, with an empty tree', () => {
    const decision = when();
    const events = decision.ok ? decision.events : [];
    expect(events).toMatchObject([
      {
        type: 'AuditCreated',
        data: {
          profile: {
            name: 'Evaluación 2026',
            year: 2026,
            recordType: 'risk_evaluation',
            leader: user('manage'),
          },
        },
      },
      { type: 'TeamMemberAdded', data: { user: user('manage'), role: 'leader' } },
    ]);
    for (const event of events) expect(kernelEvent.safeParse(event).success).toBe(true);
  });

  it('makes a library alike, with the team that is named', () => {
    const decision = when({
      record_type: 'biblioteca',
      lider: user('junior'),
      equipo: [{ usuario: user('manage'), rol: 'guest' }],
    });
    expect(decision.ok && decision.events).toMatchObject([
      { data: { profile: { recordType: 'risk_library', leader: user('junior') } } },
      { data: { user: user('junior'), role: 'leader' } },
      { data: { user: user('manage'), role: 'guest' } },
    ]);
  });

  it.each<[string, Partial<CreateEvaluationBody>, string]>([
    ['an auditee leads', { lider: user('owner') }, 'leader_not_found'],
    [
      'nobody known is in the team',
      { equipo: [{ usuario: user('nobody'), rol: 'auditor' }] },
      'member_not_found',
    ],
    ['it is an audit', { record_type: 'plan' }, 'template_not_found'],
  ])('is refused when %s', (_, over, code) => {
    expect(when(over)).toMatchObject({ ok: false, rejection: { code } });
  });
});
