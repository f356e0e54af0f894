import type { TeamRole } from '@cotejo/audits-contracts';
import { demoUnitOf } from '@cotejo/structure-server';
import { DEPARTMENT, type DemoItem, type DemoWorksheets } from './demo-plan.ts';
import { HOURLY } from './demo-team.ts';
import type { DemoWorksheet } from './demo-worksheet.ts';
import type { DemoCreation, DemoEnding } from './seed-created-audit.ts';

const LAURA = 'laura.pineda';
const OSCAR = 'oscar.benitez';

interface PastStep {
  readonly name: string;
  readonly who: string;
  readonly conclusion: string;
  /** Work was left when the audit was closed. */
  readonly isLeft?: true;
}

interface PastFinding {
  readonly name: string;
  readonly impact: number;
  /** Its five attributes. */
  readonly condition: string;
  readonly criterion: string;
  readonly cause: string;
  readonly effect: string;
  readonly recommendation: string;
}

/** A small audit of an earlier year. */
interface PastAudit {
  readonly name: string;
  readonly yearsAgo: 1 | 2;
  readonly number: string;
  /** MM-dd */
  readonly days: readonly [start: string, end: string];
  readonly hours: number;
  /** Share of the hours that was recorded. */
  readonly charged?: number;
  /** Of the account's structure. */
  readonly process: string;
  readonly steps: readonly PastStep[];
  readonly finding?: PastFinding;
  readonly ending: (year: number) => DemoEnding;
}

const closed = (rating: string, conclusion: string) => (): DemoEnding => ({
  ...{ kind: 'closed', rating, conclusion },
});

/** Audits of the two years before, by the last audit of each unit of the universe. */
const AUDITS: readonly PastAudit[] = [
  {
    ...{ name: 'Accesos de TI', yearsAgo: 2, number: '001', days: ['02-05', '04-26'] },
    ...{ hours: 100, charged: 0.96, process: 'Accesos' },
    steps: [
      {
        ...{ name: 'Cruce de usuarios activos con la nómina', who: OSCAR },
        conclusion:
          'De 312 usuarios activos, 11 eran de personas retiradas; TI los bloqueó durante la visita.',
      },
    ],
    finding: {
      ...{ name: 'Usuarios retirados con acceso vigente', impact: 3 },
      condition: '11 de 312 usuarios activos del ERP eran de personas que ya no trabajaban en la compañía.',
      criterion: 'La política de accesos pide bloquear al usuario el día del retiro.',
      cause: 'Recursos humanos avisa de los retiros por correo, y no siempre el mismo día.',
      effect: 'Quien se retira puede consultar y cambiar datos hasta que alguien lo nota.',
      recommendation: 'Bloquear al usuario desde la novedad de retiro de la nómina.',
    },
    ending: closed(
      'improvable',
      'Los accesos se otorgan con aprobación; su retiro depende de avisos manuales.',
    ),
  },
  {
    ...{ name: 'Inventarios de planta', yearsAgo: 2, number: '002', days: ['05-06', '07-26'] },
    ...{ hours: 100, charged: 0.8, process: 'Inventarios' },
    steps: [
      {
        ...{ name: 'Conteo físico de materias primas', who: LAURA },
        conclusion: 'Se contaron 60 referencias; tres presentaron diferencias menores del 1 %.',
      },
      {
        ...{ name: 'Valoración de producto en proceso', who: LAURA, isLeft: true },
        conclusion: 'Se revisó una de las dos líneas.',
      },
    ],
    ending: () => ({
      ...{ kind: 'closed_for_reason' },
      reason: 'El cierre de la línea 2 impidió terminar la valoración; pasa al plan siguiente.',
    }),
  },
  {
    ...{ name: 'Impuestos nacionales', yearsAgo: 2, number: '003', days: ['08-05', '09-27'] },
    ...{ hours: 80, charged: 1, process: 'Impuestos' },
    steps: [
      {
        ...{ name: 'Recálculo de declaraciones de retención', who: LAURA },
        conclusion: 'Las seis declaraciones revisadas coinciden con la contabilidad.',
      },
    ],
    ending: closed(
      'satisfactory',
      'Las declaraciones se presentan a tiempo y por lo que muestran los libros.',
    ),
  },
  {
    ...{ name: 'Activos fijos', yearsAgo: 2, number: '005', days: ['10-07', '11-29'] },
    ...{ hours: 80, charged: 0.9, process: 'Activos fijos' },
    steps: [
      {
        ...{ name: 'Inspección de activos en planta', who: OSCAR },
        conclusion: 'Se ubicaron 48 de 50 activos; los otros dos estaban en mantenimiento externo.',
      },
    ],
    ending: closed('satisfactory', 'Los activos existen, están en uso y se deprecian según la política.'),
  },
  {
    ...{ name: 'Prevención de lavado de activos', yearsAgo: 2, number: '006', days: ['10-01', '11-29'] },
    ...{ hours: 100, process: 'SAGRILAFT', steps: [] },
    ending: () => ({
      ...{ kind: 'cancelled' },
      reason: 'El oficial de cumplimiento se vinculó en diciembre; no había programa que evaluar.',
    }),
  },
  {
    ...{ name: 'Compras de materias primas', yearsAgo: 1, number: '001', days: ['02-03', '05-30'] },
    ...{ hours: 120, charged: 0.95, process: 'Compras' },
    steps: [
      {
        ...{ name: 'Comparación de cotizaciones', who: LAURA },
        conclusion: 'En 38 de 40 compras hay al menos dos cotizaciones comparables.',
      },
      {
        ...{ name: 'Cumplimiento de la matriz de atribuciones', who: LAURA },
        conclusion: 'Las 40 órdenes fueron aprobadas por quien podía aprobarlas.',
      },
    ],
    finding: {
      ...{ name: 'Compras urgentes sin cotización', impact: 1 },
      condition: 'Dos de 40 compras se hicieron como urgentes, sin cotización ni justificación escrita.',
      criterion: 'El manual de compras pide dos cotizaciones, o la justificación de la urgencia.',
      cause: 'El formato de solicitud no pide la justificación.',
      effect: 'No se puede saber si el precio fue el mejor que había.',
      recommendation: 'Hacer obligatoria la justificación en el formato de compra urgente.',
    },
    ending: closed(
      'improvable',
      'Las compras siguen la matriz; las urgentes necesitan una justificación escrita.',
    ),
  },
  {
    ...{ name: 'Ventas y cartera', yearsAgo: 1, number: '002', days: ['04-06', '07-31'] },
    ...{ hours: 80, charged: 0.9, process: 'Ventas' },
    steps: [
      {
        ...{ name: 'Corte de facturación', who: LAURA },
        conclusion: 'Los despachos de los últimos cinco días del mes se facturaron en su período.',
      },
    ],
    ending: () => ({
      ...{ kind: 'culminated', rating: 'satisfactory' },
      conclusion: 'Las ventas se registran en su período y la cartera se concilia cada mes.',
    }),
  },
  {
    ...{ name: 'Nómina y prestaciones', yearsAgo: 1, number: '003', days: ['05-04', '06-26'] },
    ...{ hours: 80, charged: 1, process: 'Nómina' },
    steps: [
      {
        ...{ name: 'Recálculo de la nómina de dos meses', who: LAURA },
        conclusion: 'El recálculo de 214 pagos no mostró diferencias.',
      },
    ],
    ending: closed('satisfactory', 'La nómina se liquida y se paga como manda la ley.'),
  },
  {
    ...{ name: 'Continuidad tecnológica', yearsAgo: 1, number: '005', days: ['09-01', '11-27'] },
    ...{ hours: 140, process: 'Continuidad', steps: [] },
    ending: (year) => ({ kind: 'postponed', year: year + 1 }),
  },
];

/** Audits of the department in the years before this one. */
export const pastAudits = (year: number): readonly DemoCreation[] =>
  AUDITS.map((audit) => {
    const { name, yearsAgo, number, days, hours, process, steps, finding, ending } = audit;
    const of = year - yearsAgo;
    return {
      ...{ key: `past ${number} of ${yearsAgo} years ago`, name, hours, staff: DEPARTMENT },
      ...{ code: `AUD-${of}-${number}`, template: 'programa', team: teamOf(audit) },
      ...{ startDate: `${of}-${days[0]}`, endDate: `${of}-${days[1]}` },
      ...{ unit: demoUnitOf(process), processes: { [process]: itemsOf(steps, finding) } },
      worksheets: worksheetsOf(steps, finding),
      ending: ending(of),
    };
  });

/** An audit of this year's plan that was created and has not begun. */
export const nextAudit = (
  year: number,
  days: readonly [startDate: string, endDate: string, createdOn: string],
): DemoCreation => ({
  ...{ key: 'sagrilaft', name: 'SAGRILAFT', code: `AUD-${year}-003`, template: 'programa' },
  ...{ startDate: days[0], endDate: days[1], createdOn: days[2], hours: 260, staff: DEPARTMENT },
  ...{ team: teamOf({ hours: 260, steps: [] }), worksheets: {} },
  ...{ unit: demoUnitOf('SAGRILAFT'), processes: { SAGRILAFT: [] } },
});

/** The auditors come before the leader, who plans once they declared their independence. */
function teamOf({
  hours,
  charged = 0,
  steps,
}: Pick<PastAudit, 'hours' | 'charged' | 'steps'>): DemoCreation['team'] {
  const auditors = [...new Set(steps.map(({ who }) => who))];
  const member = (username: string, role: TeamRole, share: number, hourly: number) => ({
    ...{ username, role, hours: hours * share, hourly },
    ...(charged > 0 && { threats: null }),
    ...(charged > 0 && role !== 'manager' && { charged: [Math.round(hours * share * charged), 0] as const }),
  });
  return [
    member(DEPARTMENT.manager, 'manager', 0.1, HOURLY.manager),
    ...auditors.map((who) => member(who, 'auditor', 0.6 / auditors.length, HOURLY.junior)),
    member(DEPARTMENT.leader, 'leader', 0.3, HOURLY.senior),
  ];
}

function itemsOf(steps: readonly PastStep[], finding: PastFinding | undefined): readonly DemoItem[] {
  return steps.map(({ name, who, isLeft }, index) => ({
    ...{ type: 'step', name, who, status: isLeft ? 'in_progress' : 'reviewed' },
    ...(finding && index === 0 && { items: [findingItem(finding.name)] }),
  }));
}

const findingItem = (name: string): DemoItem => ({
  ...{ type: 'finding', code: 'H-01', name, status: 'reviewed', treatment: 'none' },
});

const worksheetsOf = (steps: readonly PastStep[], finding: PastFinding | undefined): DemoWorksheets => ({
  ...Object.fromEntries(steps.map(({ name, conclusion }) => [name, { texts: { conclusion } }])),
  ...(finding && { 'H-01': findingSheet(finding) }),
});

function findingSheet({ name: _, impact, ...texts }: PastFinding): DemoWorksheet {
  return { values: { kind: 'finding', findingType: 'control_operation', impact, isRepeat: false }, texts };
}
