import type { AccountId, Principal } from '@cotejo/access-contracts';
import { recordTypeOf, type AuditId, type CreateEvaluationBody } from '@cotejo/audits-contracts';
import { joined } from './create-audit.ts';
import { accept, refuse } from '../model/decision.ts';
import type { Decision } from '../model/model.ts';
import { teamOfRecord, type FindPerson } from '../model/team-of-record.ts';

/** Input for a new risk evaluation or library. */
export interface NewEvaluation {
  readonly id: AuditId;
  readonly account: AccountId;
  readonly code: string;
  readonly body: CreateEvaluationBody;
  readonly creator: Principal;
  readonly person: FindPerson;
}

/** The first events of a risk evaluation's or library's stream: its profile and its team. */
export function createEvaluation({ id, account, code, body, creator, person }: NewEvaluation): Decision {
  const recordType = recordTypeOf(body.record_type);
  if (recordType !== 'risk_evaluation' && recordType !== 'risk_library') return refuse('template_not_found');
  const named = (body.equipo ?? []).map(({ usuario, rol }) => ({ user: usuario, role: rol }));
  const team = teamOfRecord({ leader: body.lider ?? null, creator, person, team: named });
  if (team.refused) return refuse(team.refused);
  return accept(
    {
      type: 'AuditCreated',
      data: {
        audit: id,
        account,
        createdBy: creator.userId,
        source: null,
        profile: {
          name: body.nombre,
          code,
          year: body.ano,
          recordType,
          frequency: 'scheduled',
          kind: 'standard',
          startDate: null,
          endDate: null,
          budgetedMinutes: 0,
          chargedMinutes: 0,
          leader: team.leader,
        },
      },
    },
    ...joined(team.members),
  );
}
