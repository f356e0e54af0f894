import { accountId } from '@cotejo/access-contracts';
import { addDays } from 'date-fns';
import { cutAtYear, dayText } from './demo-days.ts';
import type { DemoPerson } from './demo-people.ts';
import type { DemoItem, DemoStaff, DemoWorksheets } from './demo-plan.ts';
import { HOURLY } from './demo-team.ts';
import { demoId } from './name-uuid.ts';
import type { DemoAccount } from './seed-demo-account.ts';
import type { DemoCreation } from './seed-created-audit.ts';

const PARTNER = 'ines.salazar';
const SENIOR = 'tomas.ariza';
const PAULA = 'paula.rojas';
const CAMILO = 'camilo.vega';
const STAFF: DemoStaff = { leader: SENIOR, manager: PARTNER };

/** People of the audit firm of the demo. */
export const firmPeople: readonly DemoPerson[] = [
  {
    ...{ username: PARTNER, firstName: 'Inés', lastName: 'Salazar', position: 'Socia de auditoría' },
    ...{ role: 'manager', userType: 'auditor' },
  },
  {
    ...{ username: SENIOR, firstName: 'Tomás', lastName: 'Ariza', position: 'Auditor sénior' },
    ...{ role: 'leader', userType: 'auditor' },
  },
  {
    ...{ username: PAULA, firstName: 'Paula', lastName: 'Rojas', position: 'Auditora júnior' },
    ...{ role: 'auditor', userType: 'auditor' },
  },
  {
    ...{ username: CAMILO, firstName: 'Camilo', lastName: 'Vega', position: 'Auditor júnior' },
    ...{ role: 'auditor', userType: 'auditor' },
  },
];

/** An audit firm, whose client is the department's company. */
export const firmAccount: DemoAccount = {
  id: accountId.parse(demoId('firm account')),
  ...{ name: 'Páramo Auditores S.A.S.', edition: 'firm', people: firmPeople },
  ...{ freeSlots: ['auditor', 'auditor', 'administrator', 'guest'], mailHost: 'paramo.example' },
};

/** 10, 30 and 60 % of the hours, at the costs of the scenario; the leader plans once the auditors declared. */
const teamOf = (
  hours: number,
  auditors: readonly string[],
  charged: readonly number[],
): DemoCreation['team'] => [
  { ...{ username: PARTNER, role: 'manager', hours: hours * 0.1, hourly: HOURLY.manager }, threats: null },
  ...auditors.map((username, index) => ({
    ...({
      username,
      role: 'auditor',
      hours: (hours * 0.6) / auditors.length,
      hourly: HOURLY.junior,
    } as const),
    ...{ threats: null, charged: [charged[1 + index] ?? 0, 0] as const },
  })),
  {
    ...{ username: SENIOR, role: 'leader', hours: hours * 0.3, hourly: HOURLY.senior, threats: null },
    charged: [charged[0] ?? 0, 0],
  },
];

const PLANNING = 'Planeación y materialidad';
const INCOME = 'Ingresos y cartera';
const EXPENSES = 'Inventarios, compras y gastos';

const planning = (status: 'completed' | 'reviewed'): readonly DemoItem[] => [
  { type: 'understanding', name: 'Materialidad', who: SENIOR, status },
];

/** An adjustment proposed to the client. */
const adjustment = (code: string, name: string, isApplied = true): DemoItem => ({
  ...{ type: 'finding', code, name, treatment: 'none' },
  status: isApplied ? 'reviewed' : 'completed',
});

const risk = (
  code: string,
  name: string,
  who: string,
  control: string,
  items: readonly DemoItem[],
): DemoItem => ({
  ...{ type: 'risk', code, name, who, status: 'completed' },
  items: [{ type: 'control', name: control, who, status: 'completed' }, ...items],
});

const PROCESSES: DemoCreation['processes'] = {
  [PLANNING]: planning('reviewed'),
  [INCOME]: [
    {
      ...{ type: 'macroprocess', name: 'Cartera de clientes' },
      items: [
        risk('R-001', 'Deterioro de cartera insuficiente', PAULA, 'Revisión mensual de la cartera vencida', [
          adjustment('AJ-01', 'Deterioro de la cartera de más de 180 días'),
        ]),
        risk('R-002', 'Ingresos en el período que no es', PAULA, 'Conciliación de despachos y facturas', [
          adjustment('AJ-02', 'Corte de ingresos de diciembre'),
        ]),
      ],
    },
  ],
  [EXPENSES]: [
    adjustment('AJ-03', 'Anticipos de mercancía ya recibida'),
    adjustment('AJ-04', 'Honorarios de diciembre sin causar', false),
  ],
};

const rated = (probability: number, impact: number) => ({ values: { probability, impact } });
/** An error in the statements, with its five attributes. */
const worth = (
  millions: number,
  condition: string,
  [criterion, cause, effect]: readonly [string, string, string],
  recommendation: string,
) => ({
  values: {
    ...{ kind: 'finding', findingType: 'error', impact: millions > 100 ? 3 : 1, isRepeat: false },
    ...{ lossAmount: `${millions}000000`, lossCurrency: 'COP' },
  },
  texts: { condition, criterion, cause, effect, recommendation },
});

/** Amounts of the demo scenario, in millions of COP. */
const WORKSHEETS: DemoWorksheets = {
  Materialidad: {
    texts: {
      narrative:
        'Base: utilidad antes de impuestos, COP 18.900 millones.\n- Materialidad general (5 %): **945**\n- Materialidad de ejecución (75 %): **708,75**\n- Errores claramente triviales (5 %): **47,25**',
    },
  },
  'R-001': rated(3, 5),
  'R-002': rated(3, 3),
  'AJ-01': worth(
    310,
    'La cartera de más de 180 días tiene un deterioro menor del que pide la política.',
    [
      'La política contable estima el deterioro por la antigüedad de la cartera.',
      'El porcentaje del sistema no se actualizó con la política.',
      'El deterioro está subestimado y la utilidad sobrestimada.',
    ],
    'Registrar el ajuste y actualizar los porcentajes en el sistema.',
  ),
  'AJ-02': worth(
    185,
    'Cuatro despachos de enero se facturaron con fecha de diciembre.',
    [
      'El ingreso se reconoce cuando el cliente recibe la mercancía.',
      'La factura toma la fecha del pedido y no la de la entrega.',
      'Los ingresos del año incluyen ventas del siguiente.',
    ],
    'Registrar el ajuste y facturar con la fecha de la entrega.',
  ),
  'AJ-03': worth(
    420,
    'Anticipos de la cuenta 1330 corresponden a mercancía que ya está en la bodega.',
    [
      'El anticipo se cruza cuando la mercancía se recibe.',
      'El cruce se hace a mano al final del trimestre.',
      'Los anticipos están sobrestimados y los inventarios subestimados.',
    ],
    'Reclasificar de la cuenta 1330 a la 1435 y cruzar los anticipos cada mes.',
  ),
  'AJ-04': worth(
    62,
    'Los honorarios de diciembre se registraron en enero; el cliente decidió no ajustar.',
    [
      'Los gastos se causan en el período en que se recibe el servicio.',
      'La cuenta de cobro llegó después del cierre.',
      'Los gastos del año están subestimados, por debajo de la materialidad.',
    ],
    'Causar los contratos en curso antes de cada cierre.',
  ),
};

const CLIENT = 'Frailejón Alimentos S.A.S.';
/** Business unit of the client that answers for its statements. */
const ACCOUNTING = { company: CLIENT, unit: 'Administrativa y financiera' };

/** Financial audits of the firm's client: this year's, under way, and last year's, closed. */
export function firmAudits(today: Date): readonly DemoCreation[] {
  const year = today.getFullYear();
  const begin = addDays(today, -45);
  const shared = {
    ...({ staff: STAFF, record: 'auditoria_financiera', template: 'financiera-blanco' } as const),
    unit: ACCOUNTING,
  };
  return [
    {
      ...shared,
      ...{ key: 'firm, this year', name: `${CLIENT}, estados financieros ${year}`, code: `AUD-${year}-001` },
      ...{ startDate: dayText(begin), endDate: cutAtYear(dayText(addDays(today, 60)), begin.getFullYear()) },
      ...{ hours: 480, team: teamOf(480, [PAULA, CAMILO], [48, 40, 32]), workedDays: 45 },
      ...{ processes: PROCESSES, worksheets: WORKSHEETS },
    },
    {
      ...shared,
      ...{ key: 'firm, last year', name: `${CLIENT}, estados financieros ${year - 1}`, hours: 80 },
      ...{ code: `AUD-${year - 1}-001`, startDate: `${year - 1}-10-01`, endDate: `${year - 1}-12-18` },
      ...{ team: teamOf(80, [PAULA], [24, 48]), processes: { [PLANNING]: planning('reviewed') } },
      worksheets: {
        Materialidad: { texts: { narrative: 'Materialidad general: **880** millones de COP.' } },
      },
      ending: {
        ...{ kind: 'closed', rating: 'satisfactory' },
        conclusion: 'Los estados financieros presentan razonablemente la situación de la compañía.',
      },
    },
  ];
}
