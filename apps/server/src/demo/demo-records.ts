import type { AuditProfile, TeamRole } from '@cotejo/audits-contracts';
import type { DemoItem, DemoWorksheets } from './demo-plan.ts';

const LAURA = 'laura.pineda';
const OSCAR = 'oscar.benitez';
/** Account administrator; not created by a start in production. */
const BEATRIZ = 'beatriz.cano';

/** A small record beside the main audit. Days are offsets from the load day. */
export interface DemoRecord {
  /** Name from which its ids are derived. */
  readonly key: string;
  readonly name: string;
  /** Prefix of its code, before year and number. */
  readonly prefix: string;
  readonly number: string;
  readonly recordType: AuditProfile['recordType'];
  readonly days: readonly [from: number, to: number] | null;
  readonly hours: number;
  /** Process of the account's structure whose business unit is in scope. */
  readonly process?: string;
  /** Creator, if other than the usual one. */
  readonly creator?: string;
  /** Team roles that differ from the main audit. */
  readonly roles?: Readonly<Record<string, TeamRole>>;
  readonly items: readonly DemoItem[];
}

const risk = (general: string, specific: string[], factors: string[], objectives: string[]) => ({
  general,
  specific,
  factors,
  objectives,
});

const FINANCIAL: DemoRecord = {
  key: 'estados financieros',
  name: 'Estados financieros',
  prefix: 'AUD',
  number: '005',
  recordType: 'financial_audit',
  days: [-30, 60],
  hours: 320,
  process: 'Tesorería',
  items: [
    {
      type: 'phase',
      name: 'Planeación',
      items: [
        {
          type: 'process',
          name: 'Conocimiento de la entidad',
          items: [
            {
              type: 'understanding',
              name: 'Entendimiento de la entidad y su entorno',
              who: LAURA,
              status: 'completed',
            },
          ],
        },
      ],
    },
    {
      type: 'phase',
      name: 'Ejecución por ciclos',
      items: [
        {
          type: 'macroprocess',
          name: 'Ingresos y cartera',
          items: [
            {
              type: 'risk',
              name: 'Corte de ingresos',
              who: LAURA,
              status: 'in_progress',
              items: [{ type: 'control', name: 'Conciliación de despachos y facturas', who: LAURA }],
            },
          ],
        },
        {
          type: 'macroprocess',
          name: 'Inventarios y costos',
          items: [{ type: 'risk', name: 'Existencia de inventarios', who: OSCAR }],
        },
      ],
    },
    { type: 'phase', name: 'Conclusión e informe' },
  ],
};

const ICCE: DemoRecord = {
  key: 'icce',
  name: 'Cumplimiento del control interno',
  prefix: 'AUD',
  number: '006',
  recordType: 'icce',
  days: [-20, 40],
  hours: 120,
  // A creator can only grant rights they hold; the administrator holds those of the ICCE role.
  creator: BEATRIZ,
  roles: { [LAURA]: 'icce' },
  items: [
    {
      type: 'phase',
      name: 'Ambiente de control',
      items: [
        {
          type: 'step',
          name: 'Código de ética divulgado y firmado',
          who: LAURA,
          status: 'completed',
          items: [{ type: 'finding', name: '12 personas sin firmar el código', by: LAURA }],
        },
        { type: 'step', name: 'Estructura y líneas de reporte', who: OSCAR, status: 'in_progress' },
      ],
    },
    {
      type: 'phase',
      name: 'Actividades de control',
      items: [{ type: 'step', name: 'Segregación de funciones', who: OSCAR }],
    },
  ],
};

const EVALUATION: DemoRecord = {
  key: 'evaluación de riesgos',
  name: 'Evaluación de riesgos corporativa',
  prefix: 'EVA',
  number: '001',
  recordType: 'risk_evaluation',
  days: null,
  hours: 0,
  items: [
    {
      type: 'business_unit',
      name: 'Alimentos',
      items: [
        {
          type: 'macroprocess',
          name: 'Abastecimiento',
          items: [
            {
              type: 'process',
              name: 'Compras',
              items: [
                {
                  type: 'risk',
                  code: 'RE-01',
                  name: 'Proveedores sin debida diligencia',
                  risk: risk(
                    'Lavado de activos',
                    ['Vincular a un proveedor que está en listas'],
                    ['Expedientes sin actualizar'],
                    ['Conocer a los proveedores'],
                  ),
                  items: [{ type: 'control', code: 'CE-01', name: 'Consulta en listas al vincular' }],
                },
              ],
            },
          ],
        },
        {
          type: 'process',
          name: 'Inventarios',
          items: [{ type: 'risk', code: 'RE-02', name: 'Faltantes de inventario' }],
        },
      ],
    },
    {
      type: 'business_unit',
      name: 'Tecnología',
      items: [
        {
          type: 'process',
          name: 'Accesos',
          items: [{ type: 'risk', code: 'RE-03', name: 'Accesos que no corresponden al cargo' }],
        },
      ],
    },
  ],
};

const LIBRARY: DemoRecord = {
  key: 'biblioteca de riesgos',
  name: 'Biblioteca de riesgos',
  prefix: 'BIB',
  number: '001',
  recordType: 'risk_library',
  days: null,
  hours: 0,
  items: [
    {
      type: 'risk',
      code: 'RB-01',
      name: 'Pagos duplicados',
      risk: risk(
        'Fraude o error en pagos',
        ['Pagar dos veces la misma factura'],
        ['Facturas sin número único', 'Urgencias de fin de mes'],
        ['Pagar una sola vez lo que se debe'],
      ),
      items: [
        { type: 'control', code: 'CB-01', name: 'Bloqueo de facturas repetidas' },
        { type: 'control', code: 'CB-02', name: 'Conciliación de tres vías' },
      ],
    },
    {
      type: 'risk',
      code: 'RB-02',
      name: 'Cambio no autorizado de cuentas bancarias',
      risk: risk(
        'Fraude',
        ['Desviar un pago a otra cuenta'],
        ['Correo suplantado'],
        ['Pagar a quien se debe'],
      ),
      items: [{ type: 'control', code: 'CB-03', name: 'Confirmación por otro canal' }],
    },
    {
      type: 'risk',
      code: 'RB-03',
      name: 'Accesos que no corresponden al cargo',
      items: [{ type: 'control', code: 'CB-04', name: 'Revisión trimestral de perfiles' }],
    },
  ],
};

/** Records of the demo account beside its main audit and last year's. */
export const demoRecords: readonly DemoRecord[] = [FINANCIAL, ICCE, EVALUATION, LIBRARY];

/** Worksheets of these records. */
export const recordWorksheets: DemoWorksheets = {
  'RE-01': { values: { probability: 3, impact: 5 } },
  'RE-02': { values: { probability: 3, impact: 3 } },
  'RE-03': { values: { probability: 5, impact: 3 } },
  'Corte de ingresos': { values: { probability: 3, impact: 5 } },
};
