import { EvaluationsPage as Evaluations } from '@cotejo/audits-web';

export function EvaluationsPage() {
  return <Evaluations />;
}
