import type { PermissionKey, PermissionMatrix, Principal, Role, UserId } from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS, KNOWN_KEYS } from '@cotejo/access-domain';
import {
  createAuditBody,
  createEvaluationBody,
  teamRole,
  type ItemId,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { auditCan } from './audit-access.ts';
import { createAudit, type NewAudit } from '../create/create-audit.ts';
import { createEvaluation } from '../create/create-evaluation.ts';
import { isLent, mayLend } from './lend-rights.ts';
import { ACCOUNT, AUDIT, item, operation, principal, user } from '../testing/given-audit.ts';

const somebody = (
  label: string,
  role: Role,
  permissions: PermissionMatrix = DEFAULT_PERMISSIONS[role],
): Principal => ({ ...principal(label), userId: user(label), role, permissions });

/** May create audits and evaluations, and otherwise what an auditor may. */
const JUNIOR_WHO_CREATES: PermissionMatrix = {
  ...DEFAULT_PERMISSIONS.auditor,
  'audits.add': 1,
  'audits.import': 1,
  'pyr_evaluacion.add': 1,
};

const PLACES = teamRole.options;
const PLACES_IN_ORDER: readonly TeamRole[] = ['manager', 'leader', 'auditor', 'guest', 'icce'];
const RECEIVERS: readonly Role[] = ['admin', 'manager', 'leader', 'auditor', 'guest'];

describe('a place in a team that somebody may give', () => {
  // By receiver: manager, leader, auditor, guest, icce.
  it.each<[giver: Role, Readonly<Record<string, string>>]>([
    [
      'admin',
      { self: 'xxxxx', admin: 'xxxxx', manager: 'xxxxx', leader: 'xxxxx', auditor: 'xxxxx', guest: 'xxxxx' },
    ],
    [
      'manager',
      { self: 'xxxx-', admin: 'xxxxx', manager: 'xxxx-', leader: 'xxxx-', auditor: 'xxxx-', guest: 'xxxxx' },
    ],
    [
      'leader',
      { self: '-xxx-', admin: 'xxxxx', manager: 'xxxx-', leader: '-xxx-', auditor: '-xxx-', guest: 'xxxxx' },
    ],
    [
      'auditor',
      { self: '--xx-', admin: 'xxxxx', manager: 'xxxx-', leader: '-xxx-', auditor: '--xx-', guest: 'xxxxx' },
    ],
  ])('by a person of the role %s', (role, expected) => {
    const giver = somebody('giver', role, role === 'auditor' ? JUNIOR_WHO_CREATES : undefined);
    const places = (receiver: Principal) =>
      PLACES_IN_ORDER.map((place) => (mayLend(giver, receiver, place) ? 'x' : '-')).join('');
    expect({
      self: places(giver),
      ...Object.fromEntries(RECEIVERS.map((one) => [one, places(somebody('other', one))])),
    }).toEqual(expected);
  });

  it('follows what the account says of its roles', () => {
    const roleMatrices = { manager: { 'plan.access': 1 }, leader: { '*': 1 } } as const;
    const giver = { ...somebody('giver', 'leader', { 'plan.access': 1 }), roleMatrices };
    const receiver = { ...somebody('other', 'auditor', {}), roleMatrices };
    expect([mayLend(giver, receiver, 'manager'), mayLend(giver, receiver, 'leader')]).toEqual([true, false]);
  });

  it('lends whoever receives it no right of a record that neither they nor the giver had', () => {
    let lent = 0;
    for (const giver of [
      somebody('giver', 'manager'),
      somebody('giver', 'leader'),
      somebody('giver', 'auditor'),
    ])
      for (const role of RECEIVERS)
        for (const place of PLACES) {
          const receiver = somebody('other', role);
          if (!mayLend(giver, receiver, place)) continue;
          const withPlace = rightsIn(receiver, place);
          for (const key of KNOWN_KEYS as ReadonlySet<PermissionKey>) {
            if (!isLent(key) || !withPlace(key) || rightsIn(receiver, 'member')(key)) continue;
            expect([giver.role, place, key, rightsIn(giver, 'member')(key)]).toEqual([
              giver.role,
              place,
              key,
              true,
            ]);
            lent++;
          }
        }
    expect(lent).toBeGreaterThan(20);
  });
});

/** Rights in an audit with a place in its team, or with the own rights alone, as its creator has them. */
function rightsIn(who: Principal, place: TeamRole | 'member') {
  const team = new Map<UserId, TeamRole>(place === 'member' ? [] : [[who.userId, place]]);
  return auditCan(who, { status: 'in_progress', team, createdBy: place === 'member' ? who.userId : null });
}

describe('whoever creates a record', () => {
  const junior = somebody('junior', 'auditor', JUNIOR_WHO_CREATES);
  const people = [
    junior,
    somebody('peer', 'auditor'),
    somebody('leader', 'leader'),
    somebody('manage', 'manager'),
    somebody('admin', 'admin'),
  ];
  const person = (id: UserId) => people.find(({ userId }) => userId === id) ?? null;
  const by = (label: string) => person(user(label)) as Principal;

  const told = (decision: ReturnType<typeof createAudit>) =>
    decision.ok
      ? Object.fromEntries(
          decision.events.flatMap(({ type, data }) =>
            type === 'TeamMemberAdded' ? [[labelOf(data['user']), data['role']]] : [],
          ),
        )
      : decision.rejection.code;
  const labelOf = (id: unknown) =>
    ['junior', 'peer', 'leader', 'manage', 'admin'].find((one) => user(one) === id);

  function audit(
    creator: string,
    lider: string,
    equipo: Readonly<Record<string, TeamRole>> = {},
    more: Partial<NewAudit> = {},
  ) {
    let items = 0;
    return told(
      createAudit({
        ...{ id: AUDIT, account: ACCOUNT, code: 'AUD-2026-004', creator: by(creator), person },
        body: createAuditBody.parse({
          ...{
            nombre: 'Compras',
            fecha_inicio: '2026-01-15',
            fecha_fin: '2026-04-10',
            horas_presupuestadas: 10,
          },
          ...{ lider: user(lider), procesos: ['Compras'] },
          equipo: Object.entries(equipo).map(([one, rol]) => ({ usuario: user(one), rol })),
        }),
        newItemId: (): ItemId => item(`n${items++}`),
        ...more,
      }),
    );
  }

  it.each<[string, unknown, unknown]>([
    ['a junior leads it themselves', audit('junior', 'junior'), 'beyond_own_rights'],
    ['a junior manages it', audit('junior', 'leader', { junior: 'manager' }), 'beyond_own_rights'],
    ['a junior has the ICCE role', audit('junior', 'leader', { junior: 'icce' }), 'beyond_own_rights'],
    ['a junior’s peer manages it', audit('junior', 'leader', { peer: 'manager' }), 'beyond_own_rights'],
    ['a leader manages it themselves', audit('leader', 'leader', { leader: 'manager' }), 'beyond_own_rights'],
    ['a manager has the ICCE role', audit('manage', 'leader', { manage: 'icce' }), 'beyond_own_rights'],
    [
      'a junior names who leads and manages',
      audit('junior', 'leader', { manage: 'manager' }),
      { leader: 'leader', junior: 'auditor', manage: 'manager' },
    ],
    ['a manager has a junior lead', audit('manage', 'peer'), { peer: 'leader', manage: 'manager' }],
    [
      'an administrator names the ICCE role',
      audit('admin', 'leader', { peer: 'icce' }),
      { leader: 'leader', admin: 'manager', peer: 'icce' },
    ],
    [
      'a junior imports a programme',
      audit('junior', 'junior', {}, { importing: operation('imp') }),
      { junior: 'auditor' },
    ],
    [
      'a leader imports a programme',
      audit('leader', 'leader', {}, { importing: operation('imp') }),
      { leader: 'leader' },
    ],
  ])('%s', (_, given, expected) => {
    expect(given).toEqual(expected);
  });

  it('comes into its team with no right that they lack, as those whose own role may little', () => {
    const limited = somebody('few', 'manager', { 'audits.add': 1, 'plan.access': 1 });
    const decision = createAudit({
      ...{ id: AUDIT, account: ACCOUNT, code: 'AUD-2026-004', creator: limited, person },
      body: createAuditBody.parse({
        ...{
          nombre: 'Compras',
          fecha_inicio: '2026-01-15',
          fecha_fin: '2026-04-10',
          horas_presupuestadas: 10,
        },
        ...{ lider: user('leader'), procesos: ['Compras'] },
      }),
      newItemId: () => item('n'),
    });
    expect(told(decision)).toEqual({ leader: 'leader' });
  });

  it('is held to the same with risk evaluations', () => {
    const evaluation = (creator: string, over: object) =>
      told(
        createEvaluation({
          ...{ id: AUDIT, account: ACCOUNT, code: 'EVA-2026-001', creator: by(creator), person },
          body: { ...createEvaluationBody.parse({ nombre: 'Riesgos', ano: 2026 }), ...over },
        }),
      );
    expect(evaluation('junior', {})).toEqual({ junior: 'auditor' });
    expect(evaluation('junior', { lider: user('junior') })).toBe('beyond_own_rights');
    expect(evaluation('junior', { equipo: [{ usuario: user('junior'), rol: 'manager' }] })).toBe(
      'beyond_own_rights',
    );
    expect(evaluation('manage', {})).toEqual({ manage: 'leader' });
  });
});
