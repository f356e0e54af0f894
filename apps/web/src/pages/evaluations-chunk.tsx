import { EvaluationsPage as Evaluations } from '@cotejo/audits-web';
import { useAuditTexts } from './audit-texts.ts';

export function EvaluationsPage() {
  useAuditTexts();
  return <Evaluations />;
}
