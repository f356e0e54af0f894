import { TriangleAlert } from 'lucide-react';
import type { PanelBeside } from '../plan/plan-context.ts';
import { FindingsPanel } from './findings-panel.tsx';

/** Findings beside the plan. */
export const findingsBeside: PanelBeside = {
  id: 'hallazgos',
  title: 'audits-web:findings.title',
  icon: TriangleAlert,
  Panel: FindingsPanel,
};
