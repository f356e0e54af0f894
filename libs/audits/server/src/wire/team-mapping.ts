import type { Principal, UserId } from '@cotejo/access-contracts';
import { stretchesOf } from '@cotejo/audits-domain';
import type {
  ChangeMemberBody,
  CommitmentRead,
  KernelIntent,
  SealedTexts,
  Stretch,
  TeamMemberRead,
} from '@cotejo/audits-contracts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import type { TeamRead } from '../read-models/reads/read-team.ts';
import type { Commitment } from '../read-models/reads/read-commitments.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { hours } from './audit-mapping.ts';
import type { People } from './people.ts';

/** A team as one reader may see it: costs are shown to users who may edit it, hours spent and threats also to the member. */
export async function toTeam(
  texts: SealedTexts,
  entry: AuditListEntry,
  { members, stretches }: TeamRead,
  principal: Principal,
  people: People,
): Promise<TeamMemberRead[]> {
  const byId = new Map(stretches.map((one): [Stretch['id'], Stretch] => [one.id, one]));
  const visits = stretchesOf({ stretches: byId }, 'visit');
  const isEditor = rightsIn(principal, entry)('plan.team__edit');
  const seals = members.flatMap(({ user, threats }) =>
    threats !== null && (isEditor || user === principal.userId) ? [threats] : [],
  );
  const opened = await texts.read(principal.accountId, seals);
  const bodies = new Map(seals.map(({ ref }, index) => [ref, opened[index]?.body ?? '']));
  return members.map((member) => ({
    usuario: people.named(member.user),
    rol: { nombre: member.role },
    horas_presupuestadas: hours(member.budgetedMinutes),
    horas_cargadas: isEditor || member.user === principal.userId ? hours(member.chargedMinutes) : null,
    costo_presupuestado: isEditor ? member.budgetedCost : null,
    fecha_inicio: member.startDate,
    fecha_fin: member.endDate,
    esta_activo: member.isActive,
    lidera: member.user === entry.leader,
    visitas: visits
      .filter((visit) => visit.members.includes(member.user))
      .map(({ id, name, position }) => ({ id, name, position })),
    independencia:
      member.declaredAt === null
        ? null
        : { fecha: member.declaredAt, amenazas: bodies.get(member.threats?.ref ?? '') ?? null },
  }));
}

/** A commitment as one reader may see it: an audit outside their list is not named. */
export const toCommitment = (
  { role, budgetedMinutes, startDate, endDate }: Commitment,
  entry: AuditListEntry | undefined,
  principal: Principal,
): CommitmentRead => ({
  auditoria:
    entry && mayList(principal, entry) ? { id: entry.id, codigo: entry.code, nombre: entry.name } : null,
  rol: { nombre: role },
  horas_presupuestadas: hours(budgetedMinutes),
  fecha_inicio: startDate,
  fecha_fin: endDate,
});

type SetMember = Extract<KernelIntent, { kind: 'set_member' }>;

/** What a call asks, as an intent. */
export function setMemberOf(user: UserId, body: ChangeMemberBody): SetMember {
  const { rol, horas_presupuestadas, costo_presupuestado, fecha_inicio, fecha_fin, lidera } = body;
  const { esta_activo, entrega_a } = body;
  return {
    kind: 'set_member',
    user,
    ...(rol !== undefined && { role: rol }),
    ...(horas_presupuestadas !== undefined && { budgetedMinutes: Math.round(horas_presupuestadas * 60) }),
    ...(costo_presupuestado !== undefined && { budgetedCost: costo_presupuestado }),
    ...(fecha_inicio !== undefined && { startDate: fecha_inicio }),
    ...(fecha_fin !== undefined && { endDate: fecha_fin }),
    ...(lidera && { leads: lidera }),
    ...(esta_activo !== undefined && { isActive: esta_activo }),
    ...(entrega_a !== undefined && { handTo: entrega_a }),
  };
}
