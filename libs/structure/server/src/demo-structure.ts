import type { DemoScene } from '@cotejo/record/server';
import { calendarDay, orgUnit } from '@cotejo/structure-contracts';

const MANAGER = 'claudia.restrepo';
const COMPANY = 'Frailejón Alimentos S.A.S.';

/** Business units of the demo company with their processes; some with the user who answers for them. */
const UNITS: Readonly<Record<string, readonly (readonly [name: string, responsible?: string])[]>> = {
  Alimentos: [
    ['Selección de proveedores', 'marta.suarez'],
    ['Compras', 'marta.suarez'],
    ['Recepción'],
    ['Inventarios'],
    ['Ventas'],
  ],
  'Administrativa y financiera': [
    ['Cuentas por pagar'],
    ['Tesorería', 'julian.ocampo'],
    ['Impuestos'],
    ['Nómina'],
    ['Activos fijos'],
    ['SAGRILAFT', 'diana.velez'],
  ],
  Tecnología: [
    ['Accesos', 'felipe.rincon'],
    ['Continuidad', 'felipe.rincon'],
  ],
};

/**
 * Company and business unit of a process of the demo company, as audits name them.
 * @throws Error for a process that no unit has
 */
export function demoUnitOf(process: string): { readonly company: string; readonly unit: string } {
  const [unit] = Object.entries(UNITS).find(([, has]) => has.some(([name]) => name === process)) ?? [];
  if (unit === undefined) throw new Error(`no unit of the demo has the process ${process}`);
  return { company: COMPANY, unit };
}

/** The structure of the demo account, and two changes of next year's calendar. */
export async function demoStructure({ act, day, person }: DemoScene): Promise<void> {
  const add = (step: string, body: Readonly<Record<string, unknown>>) =>
    act(step, MANAGER, orgUnit, 'create', body);
  const parent = await add('company', { level: 'company', name: COMPANY, code: 'FA' });
  for (const [name, processes] of Object.entries(UNITS)) {
    const unit = await add(`unit ${name}`, { level: 'business_unit', name, parent });
    for (const [process, responsible] of processes) {
      await add(`process ${process}`, {
        ...{ level: 'process', name: process, parent: unit },
        ...(responsible !== undefined && { responsible: person(responsible) }),
      });
    }
  }
  const nextYear = Number(day(0).slice(0, 4)) + 1;
  await act('christmas eve', MANAGER, calendarDay, 'create', {
    ...{ date: `${nextYear}-12-24`, name: 'Nochebuena', kind: 'holiday' },
  });
  await act('stock count', MANAGER, calendarDay, 'create', {
    ...{ date: `${nextYear}-12-08`, name: 'Inventario anual', kind: 'working' },
  });
}
