import { TriangleAlert } from 'lucide-react';
import { FindingsPanel } from '../plan/late-parts.ts';
import type { PanelBeside } from '../plan/plan-context.ts';

/** Side panel of the plan that lists findings. */
export const findingsBeside: PanelBeside = {
  id: 'hallazgos',
  title: 'audits-web:findings.title',
  icon: TriangleAlert,
  Panel: FindingsPanel,
};
