import { addDays, format } from 'date-fns';
import type { ItemType, KernelIntent } from '@cotejo/audits-contracts';
import { demoItemId } from './demo-plan.ts';
import { HOURLY, type DemoMember } from './demo-team.ts';
import type { DemoAct } from './demo-worksheet.ts';
import { PURCHASES_AND_PAYMENTS } from './purchases-and-payments.ts';

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

/** Additions to the items of "Compras y pagos": dates, a shared control, and two items in the trash. */
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
  return intents.map((intent) => ({ actor: LEADER, intent }));
}
