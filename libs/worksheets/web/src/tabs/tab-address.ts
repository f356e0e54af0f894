import type { TabCode } from '@cotejo/worksheets-domain';

/** Name of each tab in the URL (`pestana=`). The first tab of every worksheet belongs to the plan. */
export const TAB_ADDRESS: Readonly<Record<TabCode, string>> = {
  information: 'informacion',
  rating: 'calificacion',
  hours: 'horas',
  design: 'diseno',
  evidence: 'evidencia',
  efficiency: 'eficiencia',
  instructions: 'instrucciones',
  periods: 'periodos',
  survey: 'levantamiento',
  walkthrough: 'recorrido',
  flowchart: 'diagrama',
  impact: 'impacto',
  attachments: 'adjuntos',
};
