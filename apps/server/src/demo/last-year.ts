import { demoItemId, type DemoItem, type DemoWorksheets } from './demo-plan.ts';
import { HOURLY, type DemoMember } from './demo-team.ts';

/** Name from which the ids of its items are derived. */
export const LAST_YEAR = 'recepción e inventarios';

/** Its team: 160 hours budgeted, 152 recorded. */
export const LAST_YEAR_TEAM: readonly DemoMember[] = [
  { username: 'claudia.restrepo', hours: 16, hourly: HOURLY.manager, threats: null, charged: [12, 0] },
  { username: 'andres.murcia', hours: 48, hourly: HOURLY.senior, threats: null, charged: [48, 0] },
  { username: 'laura.pineda', hours: 48, hourly: HOURLY.junior, threats: null, charged: [48, 0] },
  { username: 'oscar.benitez', hours: 48, hourly: HOURLY.junior, threats: null, charged: [44, 0] },
];

/** Where its hours are recorded. */
export const LAST_YEAR_WORKED = [
  demoItemId(`${LAST_YEAR}/phase Ejecución`),
  demoItemId(`${LAST_YEAR}/phase Ejecución/process Recepción`),
];

/** Last year's small audit, fully reviewed; the follow-up of its finding is still open. */
export const lastYear: readonly DemoItem[] = [
  {
    type: 'phase',
    name: 'Ejecución',
    items: [
      {
        type: 'process',
        name: 'Recepción',
        items: [
          { type: 'step', name: 'Reconteo de recepciones', who: 'laura.pineda', status: 'reviewed' },
          {
            type: 'finding',
            code: 'H-01',
            name: 'Recepciones sin registro el mismo día',
            status: 'reviewed',
            treatment: 'action_plan',
            plan: { code: 'PA-04', who: 'marta.suarez', status: 'in_progress' },
          },
        ],
      },
    ],
  },
];

/** Worksheets of that audit. */
export const lastYearWorksheets = (day: (offset: number) => string): DemoWorksheets => ({
  'Reconteo de recepciones': {
    hours: 40,
    texts: {
      objective: 'Comprobar que lo que entra a la bodega es lo que se registra, y el mismo día.',
      evidence: 'Se recontaron 30 recepciones de dos bodegas; las cantidades coincidieron en todas.',
      conclusion: 'Lo que se recibe se cuenta bien, pero 9 de 30 recepciones se registraron después.',
    },
    instructions: [
      {
        text: 'Recuente 30 recepciones sin mirar la orden y compárelas con el registro.',
        option: 'exception',
        action: 'reperformed',
        evidence: '9 de 30 se registraron entre uno y cuatro días después.',
      },
    ],
  },
  'H-01': {
    values: { kind: 'finding', findingType: 'control_operation', impact: 1, isRepeat: false },
    texts: {
      condition:
        'De 30 recepciones revisadas, 9 se registraron entre uno y cuatro días después de la entrada.',
      criterion: 'El instructivo de bodega pide registrar cada recepción antes de ubicar la mercancía.',
      cause: 'El registro se hace en un solo equipo, lejos del muelle, al final del turno.',
      effect: 'El inventario no muestra lo que hay, y se compra de nuevo lo que ya llegó.',
      recommendation: 'Registrar en el muelle, con un equipo portátil, en el momento de la entrada.',
    },
  },
  'PA-04': {
    values: { implementationDate: day(-95) },
    texts: { description: 'Registro en línea de las recepciones, con dos equipos portátiles por muelle.' },
  },
});
