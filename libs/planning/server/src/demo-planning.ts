import { annualPlan, plannedAudit } from '@cotejo/planning-contracts';
import type { DemoScene } from '@cotejo/record/server';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';
const TEAM = ['laura.pineda', 'oscar.benitez'];

interface DemoRow {
  readonly subject: string;
  readonly basis: 'risk' | 'rotation' | 'regulation';
  /** First and last day without the year, or a quarter; null = the quarter of today. */
  readonly when: readonly [start: string, end: string] | string | null;
  readonly hours: number;
  /** Millions of COP. */
  readonly cost: number;
  /** Number, within the year, of the audit that was created from the row. */
  readonly audit?: string;
}

const STOCK: DemoRow = {
  subject: 'Inventarios',
  ...{ basis: 'rotation', when: ['05-04', '07-31'], hours: 300, cost: 39 },
};
/** The units of the universe that are due this year. */
const THIS_YEAR: readonly DemoRow[] = [
  { subject: 'Compras y pagos', basis: 'risk', when: null, hours: 480, cost: 62, audit: '004' },
  { subject: 'Accesos de TI', basis: 'risk', when: ['02-02', '04-30'], hours: 360, cost: 48 },
  STOCK,
  { subject: 'Ventas', basis: 'rotation', when: ['08-03', '10-30'], hours: 300, cost: 39 },
  { subject: 'Impuestos', basis: 'rotation', when: 'q3', hours: 220, cost: 28 },
  {
    subject: 'SAGRILAFT',
    ...{ basis: 'regulation', when: ['09-01', '11-13'], hours: 260, cost: 34, audit: '003' },
  },
];
const LAST_YEAR: readonly DemoRow[] = [
  { subject: 'Compras', basis: 'risk', when: ['02-03', '05-30'], hours: 400, cost: 50, audit: '001' },
  { subject: 'Ventas', basis: 'risk', when: ['04-06', '07-31'], hours: 300, cost: 38, audit: '002' },
  { subject: 'Nómina', basis: 'rotation', when: 'q2', hours: 240, cost: 31, audit: '003' },
  {
    subject: 'Recepción e inventarios',
    ...{ basis: 'risk', when: ['08-03', '10-30'], hours: 320, cost: 41, audit: '007' },
  },
];

/** Last year's and this year's approved plan; one row of this year's was changed after the approval. */
export async function demoPlanning(scene: DemoScene): Promise<void> {
  const year = Number(scene.day(0).slice(0, 4));
  await approvedPlan(scene, year - 1, LAST_YEAR, 'Acta 001');
  const rows = await approvedPlan(scene, year, THIS_YEAR, 'Acta 002');
  const { minutes, ...figures } = figuresOf(scene, year, STOCK);
  const amendment = {
    ...figures,
    ...{ startDate: `${year}-06-01`, endDate: `${year}-09-30`, minutes: minutes + 60 * 60 },
    reason: 'La gerencia pidió incluir la bodega de Medellín.',
  };
  await scene.act('stock amended', MANAGER, plannedAudit, 'amend', amendment, rows.get(STOCK));
}

/** Ids of the plan's rows. It was approved on 20 January, or today before that day. */
async function approvedPlan(
  scene: DemoScene,
  year: number,
  rows: readonly DemoRow[],
  minutesReference: string,
): Promise<ReadonlyMap<DemoRow, string>> {
  const { act, audit, day } = scene;
  const plan = await act(`plan ${year}`, MANAGER, annualPlan, 'create', { year });
  const ids = new Map<DemoRow, string>();
  for (const row of rows) {
    const { subject, basis } = row;
    const body = {
      plan,
      origin: 'planned',
      kind: 'audit_plan',
      subject,
      basis,
      ...figuresOf(scene, year, row),
    };
    ids.set(row, await act(`${year} ${subject}`, LEADER, plannedAudit, 'create', body));
  }
  await act(`sent ${year}`, MANAGER, annualPlan, 'send', {}, plan);
  const meeting = `${year}-01-20`;
  const approval = { approvedOn: meeting < day(0) ? meeting : day(0), minutesReference };
  await act(`approved ${year}`, MANAGER, annualPlan, 'approve', approval, plan);
  for (const [row, id] of ids)
    if (row.audit !== undefined)
      await act(
        `${year} ${row.subject} begun`,
        MANAGER,
        plannedAudit,
        'link',
        { audit: audit(`${year}-${row.audit}`) },
        id,
      );
  return ids;
}

function figuresOf({ day, person }: DemoScene, year: number, { when, hours, cost }: DemoRow) {
  const quarterOfToday = `q${Math.ceil(Number(day(0).slice(5, 7)) / 3)}`;
  const [startDate, endDate] = typeof when === 'object' && when !== null ? when : [null, null];
  return {
    startDate: startDate && `${year}-${startDate}`,
    endDate: endDate && `${year}-${endDate}`,
    quarter: startDate === null ? (when ?? quarterOfToday) : null,
    minutes: hours * 60,
    leader: person(LEADER),
    team: TEAM.map(person),
    cost: cost * 1_000_000,
  };
}
