import type { Principal, UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  CONTRACT_ITEM_TYPE,
  CONTRACT_RECORD_TYPE,
  isAudit,
  type AuditId,
  type CarryPreview,
  type ItemType,
} from '@cotejo/audits-contracts';
import { carriedCounts, carriedItems, displayOrder, isRated, stretchesOf } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { readSource, type SourceServices } from '../carry/read-source.ts';
import type { CreateAuditServices } from '../create/create-audit.ts';
import { People } from '../wire/people.ts';

/**
 * What a new audit would take over from an audit.
 * @throws Refusal like `readSource`; `not_an_origin` for evaluations
 */
export async function previewCarry(
  services: SourceServices & Pick<CreateAuditServices, 'directory'>,
  principal: Principal,
  id: AuditId,
): Promise<CarryPreview> {
  const state = await readSource(services, principal, id);
  const { recordType, profile, version } = state;
  if (!isAudit(recordType)) throw new Refusal(auditErrors, 'not_an_origin');
  const place = { recordType, parentType: null };
  const items = carriedItems(state, displayOrder(state, null), { findings: true }, place);
  const counts = new Map<ItemType, number>(carriedCounts(items));
  const findings = counts.get('finding') ?? 0;
  counts.delete('finding');
  const { accountId } = principal;
  const people = new People(services.directory, accountId);
  const hasAccess = (user: UserId): boolean => services.directory.principalOf(accountId, user) !== null;
  return {
    id,
    codigo: profile.code,
    nombre: profile.name,
    record_type: CONTRACT_RECORD_TYPE[recordType],
    fecha_inicio: profile.startDate,
    fecha_fin: profile.endDate,
    horas_presupuestadas: profile.budgetedMinutes / 60,
    version,
    elementos: Object.fromEntries([...counts].map(([type, count]) => [CONTRACT_ITEM_TYPE[type], count])),
    hallazgos_abiertos: findings,
    riesgos_calificados: items.filter(({ node }) => isRated(node)).length,
    sprints: stretchesOf(state, 'sprint').filter(({ isRemoved }) => !isRemoved).length,
    equipo: [...state.team]
      .filter(([user]) => hasAccess(user))
      .map(([user, rol]) => ({ ...people.named(user), rol })),
  };
}
