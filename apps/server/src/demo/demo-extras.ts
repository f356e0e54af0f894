import { addDays, format } from 'date-fns';
import { stretchId, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { demoItemId } from './demo-plan.ts';
import { HOURLY, type DemoMember } from './demo-team.ts';
import type { DemoAct } from './demo-worksheet.ts';
import { demoId } from './name-uuid.ts';
import { PURCHASES_AND_PAYMENTS } from './purchases-and-payments.ts';
import { demoUserId } from './seed-demo-account.ts';

const LEADER = 'andres.murcia';

/** Path of an item in the plan, from which `demoItemId` derives its id. */
const at = (...path: readonly (readonly [ItemType, string])[]): string =>
  [PURCHASES_AND_PAYMENTS, ...path.map(([type, name]) => `${type} ${name}`)].join('/');

const EXECUTION = ['phase', 'Ejecución'] as const;
const SUPPLY = ['macroprocess', 'Abastecimiento'] as const;
const PURCHASES = ['process', 'Compras'] as const;
const TREASURY = ['process', 'Tesorería'] as const;

/** Planned days of items, as offsets from the load day. */
const DAYS: readonly (readonly [path: string, from: number, to: number])[] = [
  [at(['phase', 'Planeación']), -60, -40],
  [at(EXECUTION), -40, 10],
  [at(['phase', 'Informe']), 10, 25],
  [at(EXECUTION, SUPPLY, TREASURY, ['step', 'Arqueo de medios de pago']), 2, 4],
  [at(['phase', 'Informe'], ['step', 'Informe preliminar']), 12, 18],
];

/** Team with the hours of the scenario: 480 budgeted, 352 recorded, of these 38 unproductive. */
export const PURCHASES_TEAM: readonly DemoMember[] = [
  { username: 'claudia.restrepo', hours: 40, hourly: HOURLY.manager, threats: null, charged: [24, 4] },
  { username: LEADER, hours: 140, hourly: HOURLY.senior, threats: null, charged: [94, 10] },
  { username: 'laura.pineda', hours: 180, hourly: HOURLY.junior, threats: null, charged: [116, 16] },
  {
    ...{ username: 'oscar.benitez', hours: 120, hourly: HOURLY.junior, charged: [80, 8] },
    threats: 'Participó hasta el año pasado en el soporte del ERP de compras.',
  },
];

/** Where its hours are recorded, in this order. */
export const PURCHASES_WORKED = [
  at(['phase', 'Planeación']),
  at(EXECUTION, SUPPLY, PURCHASES),
  at(EXECUTION, SUPPLY, TREASURY),
  at(EXECUTION),
].map(demoItemId);

const ROLES = ['risk', 'Segregación de funciones en el ERP'] as const;

/** A control shared by two risks: the review of supplier changes also detects excessive rights. */
const SHARED = {
  name: 'Revisión mensual de maestros',
  control: at(
    EXECUTION,
    SUPPLY,
    TREASURY,
    ['risk', 'Cambio fraudulento de cuenta bancaria'],
    ['control', 'Revisión mensual de maestros'],
  ),
  risk: at(EXECUTION, SUPPLY, TREASURY, ROLES),
};

const DELETED = ['Revisar contratos de transporte', 'Encuestar a proveedores nuevos'];

const stretchOf = (name: string) => stretchId.parse(demoId(`${PURCHASES_AND_PAYMENTS}, ${name}`));
const RECEIPT = ['process', 'Recepción'] as const;

/** Sprints and visits, with the paths of their items; days as offsets from the load day. */
function stretchIntents(day: (offset: number) => string): KernelIntent[] {
  const sprint = (name: string, from: number, to: number, objective: string): KernelIntent => ({
    ...{ kind: 'set_sprint', stretch: stretchOf(name), name, objective, countsForProgress: true },
    ...{ startDate: day(from), endDate: day(to) },
  });
  const visit = (name: string, from: number, to: number, members: readonly string[]): KernelIntent => ({
    ...{ kind: 'set_visit', stretch: stretchOf(name), name, members: members.map(demoUserId) },
    ...{ startDate: day(from), endDate: day(to) },
  });
  const allot = (name: string, ...paths: readonly string[]): KernelIntent[] =>
    paths.map((path) => ({
      ...{ kind: 'allot_item', id: demoItemId(path), stretch: stretchOf(name), isIn: true },
    }));
  const inPlanning = (type: ItemType, name: string) => at(['phase', 'Planeación'], [type, name]);
  const inSupply = (process: readonly [ItemType, string], type: ItemType, name: string) =>
    at(EXECUTION, SUPPLY, process, [type, name]);
  return [
    sprint('Sprint 1: planeación', -60, -40, 'Entender el proceso y acordar el alcance.'),
    sprint('Sprint 2: pruebas', -39, 10, 'Probar los controles clave de tesorería y bodega.'),
    visit('Bodega central', -20, -18, ['oscar.benitez']),
    visit('Bodega central, seguimiento', 2, 4, ['laura.pineda', 'oscar.benitez']),
    ...allot(
      'Sprint 1: planeación',
      inPlanning('understanding', 'Entendimiento de compras'),
      inPlanning('understanding', 'Entendimiento de pagos'),
      inPlanning('step', 'Memorando de planeación'),
    ),
    ...allot(
      'Sprint 2: pruebas',
      inSupply(TREASURY, 'risk', ROLES[1]),
      inSupply(TREASURY, 'step', 'Arqueo de medios de pago'),
    ),
    ...allot('Bodega central', inSupply(RECEIPT, 'inspection', 'Inspección de bodega')),
    ...allot(
      'Bodega central, seguimiento',
      inSupply(RECEIPT, 'inspection', 'Inspección de bodega'),
      inSupply(RECEIPT, 'step', 'Recorrido por la bodega central'),
    ),
  ];
}

/** Additions to the items of "Compras y pagos": dates, a shared control, two items in the trash, sprints and visits. */
export function purchasesExtras(today: Date): DemoAct[] {
  const day = (offset: number): string => format(addDays(today, offset), 'yyyy-MM-dd');
  const intents: KernelIntent[] = DAYS.map(([path, from, to]) => ({
    kind: 'schedule_item',
    id: demoItemId(path),
    startDate: day(from),
    endDate: day(to),
  }));
  intents.push({
    kind: 'create_item',
    id: demoItemId(`${SHARED.risk}/reference`),
    type: 'reference',
    parent: demoItemId(SHARED.risk),
    name: SHARED.name,
    target: { audit: null, item: demoItemId(SHARED.control) },
  });
  const process = at(EXECUTION, SUPPLY, PURCHASES);
  for (const name of DELETED) {
    const id = demoItemId(`${process}/step ${name}`);
    intents.push({ kind: 'create_item', id, type: 'step', parent: demoItemId(process), name });
    intents.push({ kind: 'delete_item', id });
  }
  intents.push(...stretchIntents(day));
  return intents.map((intent) => ({ actor: LEADER, intent }));
}
