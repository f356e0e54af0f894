import type { AuditId, ChangedAudit, KernelIntent } from '@cotejo/audits-contracts';
import type { AuditState } from '@cotejo/audits-domain';
import type { AuditsServices } from '../audits-services.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { statusName } from '../wire/audit-mapping.ts';
import { changeTree } from './change-tree.ts';
import type { PlanChange } from './plan-change.ts';

/** Executes an intent about the audit itself in the caller's name. Throws like `admitToAudit` and `changeTree`. */
export async function changeAudit(
  services: AuditsServices,
  asked: PlanChange & { readonly params: { readonly id: AuditId } },
  intent: (state: AuditState) => KernelIntent,
): Promise<ChangedAudit> {
  const { id } = asked.params;
  await admitToAudit(services.db, asked.principal, id, 'plan.access', 'auditoria');
  const { state, version, projected } = await changeTree(services, asked, id, (now) => [intent(now)]);
  return {
    auditoria: id,
    status: statusName(state),
    ano_auditoria: state.year ?? state.profile.year,
    fecha_cierre_real: state.closedOn,
    version,
    projected,
  };
}
