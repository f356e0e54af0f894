import type { ItemType } from '@cotejo/audits-contracts';

/** A branch of a template: what the plan of a new audit starts with. */
export interface TemplateItem {
  readonly type: ItemType;
  readonly name: string;
  readonly items?: readonly TemplateItem[];
}

/** A built-in template of an audit plan. Its content is data in the language of the profession. */
export interface AuditTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly phases: readonly (TemplateItem & { readonly type: 'phase' })[];
  /** Name of the phase that receives the processes and risks in scope. */
  readonly scopePhase: string;
}

/** For a programme that comes from elsewhere: one empty phase to receive it. */
export const PROGRAMME_TEMPLATE = 'programa';

export const BUILT_IN_TEMPLATES: readonly AuditTemplate[] = [
  {
    id: 'estandar',
    name: 'Auditoría estándar',
    description: 'Planeación, ejecución por procesos y riesgos, e informe, con los pasos de siempre.',
    scopePhase: 'Ejecución',
    phases: [
      {
        type: 'phase',
        name: 'Planeación',
        items: [
          { type: 'understanding', name: 'Entendimiento del proceso' },
          { type: 'step', name: 'Memorando de planeación' },
          { type: 'step', name: 'Reunión de apertura' },
        ],
      },
      { type: 'phase', name: 'Ejecución' },
      {
        type: 'phase',
        name: 'Informe',
        items: [
          { type: 'step', name: 'Discusión de hallazgos' },
          { type: 'step', name: 'Informe preliminar' },
          { type: 'step', name: 'Informe final' },
        ],
      },
    ],
  },
  {
    id: PROGRAMME_TEMPLATE,
    name: 'Programa de auditoría',
    description: 'Una sola fase, Ejecución, que recibe los procesos y pasos de un catálogo.',
    scopePhase: 'Ejecución',
    phases: [{ type: 'phase', name: 'Ejecución' }],
  },
];
