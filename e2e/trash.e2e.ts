import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { Trash } from './support/trash.ts';

const stage = stageOfThisFile();
let andres: Person;
let claudia: Person;
let audit: string;

beforeAll(async () => {
  [andres, claudia] = await Promise.all([stage().enter('andres.murcia'), stage().enter('claudia.restrepo')]);
});

async function remove(plan: Plan, name: string): Promise<void> {
  await plan.focus(name);
  await plan.press('Delete');
  const dialog = plan.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sí, Eliminar' }).click();
  await plan.row(name).waitFor({ state: 'detached' });
  // The next removal opens a dialog of its own.
  await dialog.waitFor({ state: 'hidden' });
}

describe('the trash of a plan', () => {
  let plan: Plan;
  beforeEach(async () => {
    audit = await stage().newAudit({
      name: 'Compras menores',
      processes: ['Compras', 'Pagos'],
      risks: ['Pagos duplicados'],
    });
    plan = await Plan.open(andres, audit);
  });

  it('is empty, then shows live what others delete and restore', async () => {
    const trash = await Trash.open(claudia, audit);
    await trash.empty.waitFor();
    expect(await axeFaults(trash.page)).toEqual([]);
    await expect.poll(() => trash.page.title()).toMatch(/^\[Desarrollo\] Papelera/);

    await remove(plan, 'Compras');
    const row = trash.row('Compras');
    for (const words of ['Proceso', 'Ejecución', 'Andrés Murcia', '30 días'])
      await row.getByText(words).waitFor();
    await expect.poll(() => row.getByRole('time').innerText()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    expect(await axeFaults(trash.page)).toEqual([]);

    await plan.press('Control+z');
    await trash.empty.waitFor();
  });

  it('is reached from the plan, searched, and gives back one or many', async () => {
    await remove(plan, 'Compras');
    await remove(plan, 'Informe final');
    await remove(plan, 'Pagos duplicados');
    await plan.chooseOption('Papelera');
    await andres.page.getByRole('heading', { name: 'Papelera', exact: true }).waitFor();
    const rows = andres.page.getByRole('row').filter({ has: andres.page.getByRole('cell') });
    // Latest first.
    await expect
      .poll(() => rows.locator('b').allInnerTexts())
      .toEqual(['Pagos duplicados', 'Informe final', 'Compras']);

    // By its headings, then back to the latest first; the order is in the address.
    await andres.page.getByRole('button', { name: 'Elemento', exact: true }).click();
    await expect
      .poll(() => rows.locator('b').allInnerTexts())
      .toEqual(['Compras', 'Informe final', 'Pagos duplicados']);
    expect(new URL(andres.page.url()).searchParams.get('orden')).toBe('elemento');
    const by = andres.page.getByRole('columnheader', { name: 'Cuándo' });
    await by.getByRole('button').click();
    await expect.poll(() => by.getAttribute('aria-sort')).toBe('ascending');
    await by.getByRole('button').click();
    await expect
      .poll(() => rows.locator('b').allInnerTexts())
      .toEqual(['Pagos duplicados', 'Informe final', 'Compras']);
    await andres.page.getByRole('button', { name: 'Filtros' }).click();
    await andres.page.getByRole('combobox', { name: 'Tipo' }).click();
    await andres.page.getByRole('option', { name: 'Riesgo' }).click();
    await expect.poll(() => rows.locator('b').allInnerTexts()).toEqual(['Pagos duplicados']);
    await andres.page.keyboard.press('Escape');
    await andres.page.keyboard.press('Escape');
    await andres.page.getByRole('button', { name: 'Quitar el filtro de Tipo' }).click();

    await andres.page.getByRole('searchbox', { name: /^Buscar/ }).fill('informe');
    await expect.poll(() => rows.locator('b').allInnerTexts()).toEqual(['Informe final']);
    await andres.page.getByRole('searchbox', { name: /^Buscar/ }).fill('');
    await andres.page.getByRole('checkbox', { name: 'Elegir Compras' }).check();
    await andres.page.getByRole('checkbox', { name: 'Elegir Pagos duplicados' }).check();
    await andres.page.getByRole('button', { name: 'Restaurar 2' }).click();
    await expect.poll(() => rows.locator('b').allInnerTexts()).toEqual(['Informe final']);

    await andres.page.getByRole('button', { name: 'Restaurar Informe final' }).click();
    await andres.page
      .getByRole('alert')
      .filter({ hasText: 'Se restauró un elemento' })
      .getByRole('button', { name: 'Ver en el plan' })
      .click();
    await plan.panel('Informe final').waitFor();
    for (const name of ['Compras', 'Pagos duplicados', 'Informe final']) await plan.row(name).waitFor();
  });

  it('asks before it brings back what held an item, too', async () => {
    await plan.focus('Compras');
    await plan.addFromToolbar('En «Compras»', 'Riesgo', 'Compras fraccionadas');
    await plan.online.waitFor();
    await remove(plan, 'Compras fraccionadas');
    await remove(plan, 'Compras');
    const trash = await Trash.open(andres, audit);
    await trash.row('Compras fraccionadas').getByText('Su lugar también fue eliminado').waitFor();
    await trash.restore('Compras fraccionadas');
    const question = trash.page.getByRole('dialog', { name: 'Restaurar con lo que lo contiene' });
    await question.getByRole('listitem').filter({ hasText: 'Compras' }).waitFor();
    expect(await axeFaults(trash.page, '[role=dialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Restaurar todo' }).click();
    await trash.empty.waitFor();
    await plan.reopen(audit);
    await plan.row('Compras fraccionadas').waitFor();
  });

  it('works on a phone', async () => {
    await remove(plan, 'Compras');
    const phone = await stage().enter('claudia.restrepo', { viewport: { width: 390, height: 844 } });
    const trash = await Trash.open(phone, audit);
    await trash.row('Compras').waitFor();
    expect(await axeFaults(trash.page)).toEqual([]);
    const overflow = await trash.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await trash.restore('Compras');
    await trash.empty.waitFor();
  });

  it('is closed to whoever may not enter it', async () => {
    const { page, url } = await stage().enter('hernan.duque');
    await page.goto(`${url}/auditorias/papelera/?auditoria-id=${audit}`);
    await page.getByText('Página no autorizada').first().waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(0);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
