import { EvaluationsPage as Evaluations } from '@cotejo/audits-web';

export { readEvaluationsAhead as readAhead } from '@cotejo/audits-web';

export function EvaluationsPage() {
  return <Evaluations />;
}
