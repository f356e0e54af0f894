import type { Principal } from '@cotejo/access-contracts';
import { auditId, type AuditQueries } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';

/** Whether a user may open the plan of the audit in a feed's key. */
export async function mayOpenPlan(
  audits: Pick<AuditQueries, 'admit'>,
  principal: Principal,
  key: string,
): Promise<boolean> {
  const id = auditId.safeParse(key);
  if (!id.success) return false;
  try {
    await audits.admit(principal, id.data, 'plan.access');
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
