import { describe, expect, it } from 'vitest';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

describe('creating an audit', () => {
  it('opens the plan of the template with the processes in it, and shows up in the list of others at once', async () => {
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo'),
      stage().enter('andres.murcia'),
    ]);
    await Promise.all([claudia.page.goto(claudia.url), andres.page.goto(andres.url)]);
    const rows = andres.page.getByRole('row');
    await rows.filter({ hasText: 'Compras y pagos' }).waitFor();

    const { page } = claudia;
    await page.getByRole('button', { name: 'Nueva auditoría' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva auditoría' });
    await form.getByLabel('Nombre').fill('Ciclo de ingresos');
    await form.getByLabel('Plantilla').waitFor();
    await form.getByRole('combobox', { name: 'Líder' }).click();
    await page.getByRole('option', { name: 'Andrés Murcia' }).click();
    await form.getByLabel('Fecha inicial').fill('02/03/2026');
    await form.getByLabel('Fecha final').fill('30/06/2026');
    await form.getByLabel('Horas presupuestadas').fill('160');
    await form.getByLabel('Procesos en el alcance').fill('Facturación\n\n  Cartera ');
    await form.getByLabel('Riesgos en el alcance').fill('Ventas sin autorización');
    await form.getByRole('button', { name: 'Crear auditoría' }).click();

    await page.getByRole('heading', { name: 'Ciclo de ingresos' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auditorias/plan/');
    const tree = page.getByRole('tree', { name: 'Plan de auditoría' });
    await tree.getByTitle('Cartera', { exact: true }).waitFor();
    await expect
      .poll(() => Plan.outlineOf(tree))
      .toEqual([
        'Planeación',
        '  Entendimiento del proceso',
        '  Memorando de planeación',
        '  Reunión de apertura',
        'Ejecución',
        '  Facturación',
        '  Cartera',
        '  Ventas sin autorización',
        'Informe',
        '  Discusión de hallazgos',
        '  Informe preliminar',
        '  Informe final',
      ]);
    await page.getByText('Líder: Andrés Murcia').waitFor();
    await page.getByText('02/03/2026 – 30/06/2026').waitFor();
    await page.getByText('0 de 160 h').waitFor();

    const created = rows.filter({ hasText: 'Ciclo de ingresos' });
    const dated = created.filter({ hasText: '02/03/2026' }).filter({ hasText: '30/06/2026' });
    await dated.filter({ hasText: 'Sin iniciar' }).waitFor();
    await created.getByRole('link', { name: 'Ciclo de ingresos' }).click();
    await andres.page.getByRole('heading', { name: 'Ciclo de ingresos' }).waitFor();
  });

  it('says at each field what is missing or contradicts itself, and creates nothing', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(url);
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    const before = await page.getByRole('row').count();
    await page.getByRole('button', { name: 'Nueva auditoría' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva auditoría' });
    const submit = form.getByRole('button', { name: 'Crear auditoría' });

    await submit.click();
    await form.getByText('Campo requerido').waitFor();
    await expect.poll(() => form.getByLabel('Nombre').getAttribute('aria-invalid')).toBe('true');

    await form.getByLabel('Nombre').fill('Sin alcance');
    await submit.click();
    await form.getByText('Agregue al menos un proceso o un riesgo').waitFor();

    await form.getByLabel('Procesos en el alcance').fill('Nómina');
    await form.getByLabel('Fecha inicial').fill('01/08/2026');
    await form.getByLabel('Fecha final').fill('01/07/2026');
    await submit.click();
    await form.getByText('La fecha final no puede ser anterior a la inicial').waitFor();

    await form.getByRole('button', { name: 'Cancelar' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(before);
  });

  it('is offered to nobody who may not', async () => {
    const { page, url } = await stage().enter('laura.pineda');
    await page.goto(url);
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    expect(await page.getByRole('button', { name: 'Nueva auditoría' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Importar catálogo' }).count()).toBe(0);
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
