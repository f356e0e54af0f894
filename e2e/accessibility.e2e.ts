import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults as faults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
describe.each(['light', 'dark'] as const)('in %s, every screen keeps to WCAG 2.2 AA', (colorScheme) => {
  // Axe evaluates current colours: no element may be in a transition.
  const options = { colorScheme, reducedMotion: 'reduce' } as const;
  let plan: Plan;
  let page: Page;
  beforeAll(async () => {
    const andres = await stage().enter('andres.murcia', options);
    page = andres.page;
    plan = await Plan.open(andres, await stage().auditNamed('Compras y pagos'));
  });

  it('signing in', async () => {
    const visitor = await stage().visitor(options);
    await visitor.page.goto(visitor.url);
    await visitor.page.getByLabel('Usuario').waitFor();
    expect(await faults(visitor.page)).toEqual([]);
    await visitor.page.keyboard.type('nadie.nunca');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByRole('alert').waitFor();
    expect(await faults(visitor.page)).toEqual([]);
  });

  it('the list, the page that creates and the dialog that imports', async () => {
    const { page: list, url } = await stage().enter('claudia.restrepo', options);
    await list.goto(url);
    await list.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    expect(await faults(list)).toEqual([]);
    await list.getByRole('button', { name: 'Importar catálogo' }).click();
    await list.getByRole('dialog', { name: 'Importar catálogo' }).waitFor();
    expect(await faults(list, '[role=dialog]')).toEqual([]);
    await list.keyboard.press('Escape');
    await list.getByRole('dialog').waitFor({ state: 'hidden' });
    await list.goto(`${url}/auditorias/nueva/`);
    await list.getByRole('radio', { name: 'ICCE' }).waitFor();
    expect(await faults(list)).toEqual([]);
  });

  it('the plan, its menus and its dialogs', async () => {
    expect(await faults(page)).toEqual([]);
    await plan.openActions('Selección de proveedores');
    expect(await faults(page, '[role=menu]')).toEqual([]);
    await plan.press('Escape');
    await page.getByRole('button', { name: 'Consulta en listas al vincular: Completado' }).click();
    await page.getByRole('menu').waitFor();
    expect(await faults(page, '[role=menu]')).toEqual([]);
    await plan.press('Escape');
    await plan.focus('Consulta en listas al vincular');
    await plan.press('Control+Shift+M');
    await page.getByRole('dialog').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await plan.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await plan.focus('Consulta en listas al vincular');
    await plan.press('Delete');
    await page.getByRole('dialog').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await plan.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await plan.focus('Consulta en listas al vincular');
    await plan.press('F2');
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).waitFor();
    expect(await faults(page, '[role=tree]')).toEqual([]);
    await plan.press('Escape');
  });

  it('the panels beside the plan', async () => {
    await plan.focus('Unificar la matriz de atribuciones entre sedes');
    await plan.press('Enter');
    await plan.panel('Unificar la matriz de atribuciones entre sedes').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await plan.focus('Analizar órdenes fraccionadas');
    await plan.press('Enter');
    await plan.panel('Analizar órdenes fraccionadas').getByRole('textbox').first().waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    const log = await plan.openPanel('Historial de cambios');
    await log.getByRole('listitem').first().waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
  });

  it('on a phone, the list and the plan with its panel', async () => {
    const phone = await stage().enter('laura.pineda', { ...options, viewport: { width: 390, height: 844 } });
    await phone.page.goto(phone.url);
    await phone.page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    expect(await faults(phone.page)).toEqual([]);
    const small = await Plan.open(phone, await stage().auditNamed('Compras y pagos'));
    expect(await faults(phone.page)).toEqual([]);
    await small.focus('Entendimiento de compras');
    await small.press('Enter');
    await small.panel('Entendimiento de compras').waitFor();
    expect(await faults(phone.page)).toEqual([]);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    const refused = /status of 4\d\d/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
