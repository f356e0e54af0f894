import { AuditPlanPage as PlanPage } from '@cotejo/audits-web';
import { worksheetParts } from '@cotejo/worksheets-web';
import { useWhenIdle } from '@cotejo/ui';
import { model, usePrincipal } from './audit-model.ts';
import { evidenceBeside } from './evidence-in-plan.tsx';
import { notesBeside } from './notes-in-plan.tsx';
import { worksheetsInPlan } from './worksheets-in-plan.tsx';

/** Panels beside the plan. */
const beside = [notesBeside, evidenceBeside];

export function AuditPlanPage() {
  // A URL with a worksheet needs the editor immediately.
  if (new URLSearchParams(location.search).has('hoja-id')) void worksheetParts.load().catch(() => undefined);
  useWhenIdle(worksheetParts.load);
  const principal = usePrincipal();
  return (
    principal && (
      <PlanPage principal={principal} model={model} contents={worksheetsInPlan} panelsBeside={beside} />
    )
  );
}
