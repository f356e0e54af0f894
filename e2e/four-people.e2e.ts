import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { Cable } from './support/cable.ts';
import { Plan } from './support/plan.ts';
import type { Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

const START = ['Ejecución', '  Compras', '  Pagos', '  Nómina', '  Tesorería', '  Pagos duplicados'];

describe('four people at one plan', () => {
  let people: Person[];
  let audit: string;
  let claudia: Plan;
  let andres: Plan;
  let laura: Plan;
  let oscar: Plan;
  let lauras: Person;
  let cable: Cable;

  beforeEach(async () => {
    people = [];
    for (const username of ['claudia.restrepo', 'andres.murcia', 'laura.pineda', 'oscar.benitez'])
      people.push(await stage().enter(username, { cable: true }));
    audit = await stage().newAudit({
      name: 'Compras, pagos y nómina',
      processes: ['Compras', 'Pagos', 'Nómina', 'Tesorería'],
      risks: ['Pagos duplicados'],
      auditors: ['laura.pineda', 'oscar.benitez'],
    });
    const plans = await Promise.all(people.map((person) => Plan.open(person, audit)));
    [claudia, andres, laura, oscar] = plans as [Plan, Plan, Plan, Plan];
    const third = people[2];
    if (!third?.cable) throw new Error('asked for a cable');
    lauras = third;
    cable = third.cable;
  });
  afterEach(async () => {
    await Promise.all(people.map(({ context }) => context.close()));
  });

  /** The branch in which the users work. */
  const outlineOf = async (plan: Plan): Promise<string[]> => {
    const rows = await plan.outline();
    const first = rows.indexOf('Ejecución');
    const next = rows.findIndex((row, index) => index > first && !row.startsWith(' '));
    return rows.slice(first, next < 0 ? undefined : next);
  };
  const allSee = async (plans: readonly Plan[], rows: readonly string[]): Promise<void> => {
    for (const plan of plans) await expect.poll(() => outlineOf(plan)).toEqual(rows);
  };
  const remove = async (plan: Plan, name: string): Promise<void> => {
    await plan.focus(name);
    await plan.press('Delete');
    await plan.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await plan.row(name).waitFor({ state: 'detached' });
  };
  const move = async (plan: Plan, name: string, to: string): Promise<void> => {
    await plan.focus(name);
    await plan.press('Control+Shift+M');
    const dialog = plan.page.getByRole('dialog', { name: `Mover «${name}»` });
    await dialog.getByRole('combobox', { name: 'Mover a' }).fill(to);
    await plan.page.getByRole('option', { name: `Ejecución › ${to}` }).click();
    await dialog.getByRole('button', { name: 'Mover' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const add = async (plan: Plan, under: string, type: string, name: string): Promise<void> => {
    await plan.focus(under);
    await plan.addFromToolbar(`En «${under}»`, type, name);
    await plan.row(name).waitFor();
  };

  it('end with the same tree after a cut, a reload without the room and a server that died; nothing is lost', async () => {
    const all = [claudia, andres, laura, oscar];
    await allSee(all, START);

    // Concurrently.
    await Promise.all([
      add(claudia, 'Compras', 'Riesgo', 'Proveedores ficticios'),
      move(andres, 'Pagos duplicados', 'Tesorería'),
      add(laura, 'Pagos', 'Riesgo', 'Pagos sin soporte'),
      oscar.rename('Nómina', 'Nómina y beneficios'),
    ]);
    await allSee(all, [
      'Ejecución',
      '  Compras',
      '    Proveedores ficticios',
      '  Pagos',
      '    Pagos sin soporte',
      '  Nómina y beneficios',
      '  Tesorería',
      '    Pagos duplicados',
    ]);

    // Laura is offline and continues; the others are not blocked.
    cable.cut();
    await laura.header('Sin conexión').waitFor();
    await add(laura, 'Nómina y beneficios', 'Riesgo', 'Empleados fantasma');
    await add(laura, 'Empleados fantasma', 'Control', 'Cruce con la seguridad social');
    await laura.rename('Compras', 'Compras mayores');
    await laura.header('Sin conexión · 3 sin enviar').waitFor();
    await remove(claudia, 'Compras');

    // She closes the tab and opens another one: pages load, the room does not.
    cable.cut('rooms');
    await lauras.page.close({ runBeforeUnload: false });
    const again: Person = { ...lauras, page: await lauras.context.newPage() };
    laura = await Plan.recall(again, audit);
    await laura.row('Cruce con la seguridad social').waitFor();
    await laura.header('Sin conexión · 3 sin enviar').waitFor();
    await laura.rename('Pagos sin soporte', 'Pagos sin factura');
    await laura.header('Sin conexión · 4 sin enviar').waitFor();

    // The server is killed; edits made meanwhile are queued, too.
    await stage().restart(async () => {
      await oscar.header('Sin conexión').waitFor();
      await add(oscar, 'Tesorería', 'Riesgo', 'Firmas vencidas');
      await andres.header('Sin conexión').waitFor();
      await andres.rename('Pagos', 'Pagos a proveedores');
    });
    for (const plan of [claudia, andres, oscar]) await plan.online.waitFor();

    cable.mend();
    await laura.online.waitFor();
    await allSee(
      [claudia, andres, laura, oscar],
      [
        'Ejecución',
        '  Pagos a proveedores',
        '    Pagos sin factura',
        '  Nómina y beneficios',
        '    Empleados fantasma',
        '      Cruce con la seguridad social',
        '  Tesorería',
        '    Pagos duplicados',
        '    Firmas vencidas',
      ],
    );

    // The refused change is in her tray with its reason, and in no other user's.
    await laura.page.getByRole('button', { name: /^Rechazados/ }).click();
    const refused = laura.panel('Cambios rechazados').getByRole('listitem');
    await expect.poll(() => refused.count()).toBe(1);
    await refused.filter({ hasText: 'Compras mayores' }).getByText('El elemento fue eliminado.').waitFor();
    for (const plan of [claudia, andres, oscar])
      await expect.poll(() => plan.page.getByRole('button', { name: /^Rechazados/ }).count()).toBe(0);
    for (const plan of [claudia, andres, laura, oscar])
      await expect.poll(() => plan.page.getByLabel('Sin enviar todavía').count()).toBe(0);
  });
});

describe('the pages of this test', () => {
  it('left no complaint on the console but that the network was gone', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
