import { userId } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { calendarDay } from '../days.ts';
import { auditId } from '../ids.ts';
import { changesPlan, readsPlan, recordParams } from './record-params.ts';
import { independenceThreats, memberState, teamRole } from '../team.ts';

/** A member of an audit's team, active or not. */
export const teamMemberRead = z.object({
  usuario: z.object({ id: z.uuid(), name: z.string(), sigla: z.string() }),
  /** Texts: `teamRole.<nombre>`. */
  rol: z.object({ nombre: teamRole }),
  horas_presupuestadas: z.number(),
  /** Hours that were recorded for them; null unless it is the reader or the reader may change the team. */
  horas_cargadas: z.number().nullable(),
  /** Null unless the reader may change the team. */
  costo_presupuestado: z.number().int().nullable(),
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
  esta_activo: z.boolean(),
  lidera: z.boolean(),
  /** Visits that they take part in, by position. */
  visitas: z.array(z.object({ id: z.string(), name: z.string(), position: z.number().int() })),
  /**
   * Null = not declared yet. `amenazas` is shown to the member and to users who may change the team; empty when
   * the text is no longer available.
   */
  independencia: z.object({ fecha: z.string(), amenazas: z.string().nullable() }).nullable(),
});
export type TeamMemberRead = z.infer<typeof teamMemberRead>;

/** A row of the topic `audit-team`: all members, with the fields that the reader may see, and the audit's charged hours. */
export const auditTeamRow = z.object({ equipo: z.array(teamMemberRead), horas_cargadas: z.number() });
export type AuditTeamRow = z.infer<typeof auditTeamRow>;

/** Place of a person in the team of another open audit; `auditoria` is null where the reader may not list it. */
export const commitmentRead = z.object({
  auditoria: z.object({ id: auditId, codigo: z.string(), nombre: z.string() }).nullable(),
  rol: z.object({ nombre: teamRole }),
  horas_presupuestadas: z.number(),
  /** Days of the member, else of the audit. */
  fecha_inicio: z.string().nullable(),
  fecha_fin: z.string().nullable(),
});
export type CommitmentRead = z.infer<typeof commitmentRead>;

const plan = {
  horas_presupuestadas: z.number().min(0).max(100_000).optional(),
  costo_presupuestado: memberState.shape.budgetedCost.optional(),
  fecha_inicio: calendarDay.nullable().optional(),
  fecha_fin: calendarDay.nullable().optional(),
  /** They lead the audit from now on. */
  lidera: z.literal(true).optional(),
};

export const addMemberBody = z.strictObject({ usuario: userId, rol: teamRole, ...plan });
export type AddMemberBody = z.infer<typeof addMemberBody>;

/** What is absent stays as it is. */
export const changeMemberBody = z.strictObject({
  rol: teamRole.optional(),
  ...plan,
  esta_activo: z.boolean().optional(),
  /** Who takes over the open items of a member who is deactivated; null or absent = nobody. */
  entrega_a: userId.nullable().optional(),
});
export type ChangeMemberBody = z.infer<typeof changeMemberBody>;

export const declareIndependenceBody = z.strictObject({ amenazas: independenceThreats });

/** What a change of a team answers: whom it was about, and the audit version that shows it. */
const changedTeam = z.object({
  usuario: userId,
  auditoria: auditId,
  version: z.number().int(),
  projected: z.boolean(),
});
export type ChangedTeam = z.infer<typeof changedTeam>;

const TEAM = '/proyecto/riesgo/:model/:id/equipo/';
const REFUSALS = [
  ...['forbidden', 'audit_not_found', 'audit_closed', 'audit_cancelled', 'operation_running'],
  ...['member_not_found', 'leader_not_found', 'beyond_own_rights', 'dates_reversed', 'leader_hours_exceed'],
  ...['member_leads', 'last_manager', 'assignee_not_in_team'],
] as const;

/** The team of an audit, or of a risk evaluation or library. */
export const teamCalls = {
  /** Current and former members; managers first, as the roles rank. */
  list: defineCall({
    ...readsPlan,
    path: TEAM,
    params: recordParams,
    data: z.array(teamMemberRead),
    refusals: ['audit_not_found'],
  }),
  /** Places of a person in the teams of other open audits, for users who may add members here. */
  commitments: defineCall({
    ...changesPlan(['set_member']),
    method: 'GET',
    path: `${TEAM}compromisos/:usuario/`,
    params: recordParams.extend({ usuario: userId }),
    data: z.array(commitmentRead),
    refusals: ['audit_not_found', 'member_not_found'],
  }),
  /** Adds somebody, or activates a former member again. */
  add: defineCall({
    ...changesPlan(['set_member']),
    method: 'POST',
    path: TEAM,
    params: recordParams,
    body: addMemberBody,
    data: changedTeam,
    status: 201,
    refusals: [...REFUSALS, 'already_in_team'],
  }),
  /** Changes a member's role, plan or activity. */
  change: defineCall({
    ...changesPlan(['set_member']),
    method: 'PUT',
    path: `${TEAM}:usuario/`,
    params: recordParams.extend({ usuario: userId }),
    body: changeMemberBody,
    data: changedTeam,
    refusals: [...REFUSALS, 'not_in_team'],
  }),
  /** The caller's own declaration of independence. */
  declare: defineCall({
    ...changesPlan(['declare_independence']),
    method: 'POST',
    path: `${TEAM}independencia/`,
    params: recordParams,
    body: declareIndependenceBody,
    data: changedTeam,
    refusals: [
      ...['forbidden', 'audit_not_found', 'audit_closed', 'audit_cancelled', 'operation_running'],
      'not_in_team',
    ],
  }),
};
