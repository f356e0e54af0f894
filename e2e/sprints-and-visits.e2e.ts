import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { newPlan } from './support/plan-items.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let audit: string;
let andres: Plan;
let laura: Plan;

beforeAll(async () => {
  audit = await newPlan(stage(), 'Visitas en vivo', ['laura.pineda']);
  andres = await Plan.open(await stage().enter('andres.murcia', { reducedMotion: 'reduce' }), audit);
  laura = await Plan.open(await stage().enter('laura.pineda', { reducedMotion: 'reduce' }), audit);
});

/** Opens a panel of the side menu. */
async function manage(plan: Plan, option: string, title: string): Promise<Locator> {
  await plan.chooseOption(option);
  const panel = plan.panel(title);
  await panel.waitFor();
  return panel;
}

async function create(plan: Plan, panel: Locator, button: string, name: string): Promise<void> {
  await panel.getByRole('button', { name: button }).click();
  const form = plan.panel(button);
  await form.getByLabel('Nombre').fill(name);
  await form.getByRole('button', { name: 'Crear' }).click();
  await form.waitFor({ state: 'hidden' });
}

const card = (panel: Locator, name: string): Locator =>
  panel.getByRole('listitem').filter({ has: panel.page().getByRole('button', { name, exact: true }) });

describe('sprints and visits of an audit', () => {
  it('are created by one and seen at once by the other', async () => {
    const seen = await manage(laura, 'Administrar visitas', 'Visitas');
    await seen.getByText('Todavía no hay visitas').waitFor();
    const visits = await manage(andres, 'Administrar visitas', 'Visitas');
    await create(andres, visits, 'Nueva visita', 'Bodega central');
    await create(andres, visits, 'Nueva visita', 'Seguimiento');
    await card(seen, 'Bodega central').waitFor();
    await card(seen, 'Seguimiento').waitFor();
    expect(await axeFaults(andres.page, '[role=dialog]')).toEqual([]);
  });

  it('take a row from its menu', async () => {
    await andres.chooseAction('Proveedores ficticios', 'Sprints y visitas…');
    const dialog = andres.panel('Sprints y visitas de Proveedores ficticios');
    await dialog.getByRole('checkbox', { name: 'Bodega central' }).check();
    expect(await axeFaults(andres.page, '[aria-modal=true]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await card(laura.panel('Visitas'), 'Bodega central').getByText('Un elemento').waitFor();
  });

  it('take what is selected, from the visit, and one step takes it back', async () => {
    await andres.focus('Doble aprobación');
    await andres
      .row('Pagos duplicados')
      .getByTitle('Pagos duplicados', { exact: true })
      .click({ modifiers: ['Control'] });
    const visits = andres.panel('Visitas');
    await card(visits, 'Seguimiento').getByRole('button', { name: 'Seguimiento', exact: true }).click();
    await visits.getByRole('button', { name: 'Asignar 2 seleccionados' }).click();
    const seen = card(laura.panel('Visitas'), 'Seguimiento');
    await seen.getByText('2 elementos').waitFor();
    await andres.focus('Pagos');
    await andres.press('Control+z');
    await seen.getByText('0 elementos').waitFor();
    await andres.press('Control+Shift+z');
    await seen.getByText('2 elementos').waitFor();
  });

  it('filter the tree', async () => {
    const visits = laura.panel('Visitas');
    await card(visits, 'Bodega central').getByRole('button', { name: 'Bodega central', exact: true }).click();
    await visits.getByRole('button', { name: 'Ver en el árbol' }).click();
    await laura.page.getByText('Una coincidencia').waitFor();
    await laura.row('Proveedores ficticios').waitFor();
    await expect.poll(() => laura.row('Pagos duplicados').count()).toBe(0);
    await laura.page.getByRole('button', { name: 'Quitar filtros' }).click();
  });

  it('leave the items of a sprint out of progress when it says so', async () => {
    const sprints = await manage(andres, 'Administrar sprints', 'Sprints');
    await sprints.getByRole('button', { name: 'Nuevo sprint' }).click();
    const form = andres.panel('Nuevo sprint');
    await form.getByLabel('Nombre').fill('Más tarde');
    await form.getByLabel('Cuenta para el progreso').uncheck();
    await form.getByRole('button', { name: 'Crear' }).click();
    const seen = await manage(laura, 'Administrar sprints', 'Sprints');
    await card(seen, 'Más tarde').getByText('Fuera del progreso').waitFor();
  });

  it('stay removed until the step is taken back', async () => {
    const visits = await manage(andres, 'Administrar visitas', 'Visitas');
    await visits.getByRole('button', { name: 'Acciones de Seguimiento' }).click();
    await andres.page.getByRole('menuitem', { name: 'Quitar' }).click();
    await andres.panel('Quitar visita').getByRole('button', { name: 'Quitar', exact: true }).click();
    const seen = await manage(laura, 'Administrar visitas', 'Visitas');
    await card(seen, 'Seguimiento').waitFor({ state: 'detached' });
    await andres.focus('Pagos');
    await andres.press('Control+z');
    await card(seen, 'Seguimiento').getByText('2 elementos').waitFor();
  });
});

it('leaves no complaint on the console', () => {
  expect(stage().complaints()).toEqual([]);
});
