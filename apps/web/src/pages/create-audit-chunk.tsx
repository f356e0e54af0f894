import { CreateAuditPage as Wizard } from '@cotejo/audits-web/create';
import { usePlannedAudits } from '@cotejo/planning-web/new-audit';

/** The wizard, which also creates the audits of the year's plan. */
export function CreateAuditPage() {
  return <Wizard plan={usePlannedAudits()} />;
}
