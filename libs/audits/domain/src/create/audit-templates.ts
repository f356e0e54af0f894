import type { ItemType, RecordType } from '@cotejo/audits-contracts';

/** A branch of a template: initial items of a new audit's plan. */
export interface TemplateItem {
  readonly type: ItemType;
  readonly name: string;
  readonly items?: readonly TemplateItem[];
}

/** A built-in audit template. Its texts are data in the profession's language, not translated. */
export interface AuditTemplate {
  readonly id: string;
  /** Record type of the audits that it creates. */
  readonly recordType: RecordType;
  readonly name: string;
  readonly description: string;
  readonly phases: readonly (TemplateItem & { readonly type: 'phase' })[];
  /** Name of the phase that receives the processes and risks in scope; null for templates without scope. */
  readonly scopePhase: string | null;
}

/** Template for an imported programme: a single empty phase to receive it. */
export const PROGRAMME_TEMPLATE = 'programa';

/** Templates with the least that a record type needs. */
export const BLANK_TEMPLATES: Readonly<Partial<Record<RecordType, string>>> = {
  audit_plan: PROGRAMME_TEMPLATE,
  financial_audit: 'financiera-blanco',
  icce: 'icce',
};

export const BUILT_IN_TEMPLATES: readonly AuditTemplate[] = [
  {
    id: 'estandar',
    recordType: 'audit_plan',
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
    recordType: 'audit_plan',
    name: 'Programa de auditoría',
    description: 'Una sola fase, Ejecución, que recibe los procesos y pasos de un catálogo.',
    scopePhase: 'Ejecución',
    phases: [{ type: 'phase', name: 'Ejecución' }],
  },
  {
    id: 'financiera',
    recordType: 'financial_audit',
    name: 'Auditoría financiera',
    description: 'Planeación, ciclos con sus procesos y riesgos, y conclusión, sobre estados financieros.',
    scopePhase: 'Ejecución por ciclos',
    phases: [
      {
        type: 'phase',
        name: 'Planeación',
        items: [
          {
            type: 'process',
            name: 'Conocimiento de la entidad',
            items: [{ type: 'understanding', name: 'Entendimiento de la entidad y su entorno' }],
          },
        ],
      },
      { type: 'phase', name: 'Ejecución por ciclos' },
      { type: 'phase', name: 'Conclusión e informe' },
    ],
  },
  {
    id: 'financiera-blanco',
    recordType: 'financial_audit',
    name: 'Auditoría financiera en blanco',
    description: 'Una sola fase, Ejecución por ciclos, sin procesos.',
    scopePhase: 'Ejecución por ciclos',
    phases: [{ type: 'phase', name: 'Ejecución por ciclos' }],
  },
  {
    id: 'icce',
    recordType: 'icce',
    name: 'ICCE',
    description: 'Sin fases: la primera se crea con el asistente del plan.',
    scopePhase: null,
    phases: [],
  },
];

/** Default template of a record type. */
export const defaultTemplate = (
  recordType: RecordType,
  templates: readonly AuditTemplate[] = BUILT_IN_TEMPLATES,
): AuditTemplate | undefined => templates.find((template) => template.recordType === recordType);
