import { describe, expect, it } from 'vitest';
import { AuditWizard } from './support/audit-wizard.ts';
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
    const wizard = await AuditWizard.open(claudia);
    await wizard.nextIs('¿De dónde parte?');
    await wizard.nextIs('¿Qué se audita?');
    await wizard.step.getByLabel('Procesos en el alcance').fill('Facturación\n\n  Cartera ');
    await wizard.step.getByLabel('Riesgos en el alcance').fill('Ventas sin autorización');
    await wizard.nextIs('Datos generales');
    await wizard.step.getByRole('textbox', { name: 'Nombre' }).fill('Ciclo de ingresos');
    await wizard.choose('Líder', 'Andrés Murcia');
    await wizard.step.getByLabel('Fecha inicial').fill('02/03/2026');
    await wizard.step.getByLabel('Fecha final').fill('30/06/2026');
    await wizard.step.getByLabel('Horas presupuestadas').fill('160');
    await wizard.nextIs('Revise antes de crear');
    await wizard.create();

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
    const claudia = await stage().enter('claudia.restrepo');
    const { page, url } = claudia;
    await page.goto(url);
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    const before = await page.getByRole('row').count();
    const wizard = await AuditWizard.open(claudia);
    const { step } = wizard;
    await wizard.goTo('Alcance');
    await wizard.next();
    await step.getByText('Agregue al menos un proceso o un riesgo').waitFor();
    await expect
      .poll(() => step.getByLabel('Procesos en el alcance').getAttribute('aria-invalid'))
      .toBe('true');
    await step.getByLabel('Procesos en el alcance').fill('Nómina');
    await wizard.nextIs('Datos generales');

    await wizard.next();
    await step.getByText('Campo requerido').waitFor();
    await expect
      .poll(() => step.getByRole('textbox', { name: 'Nombre' }).getAttribute('aria-invalid'))
      .toBe('true');
    await step.getByRole('textbox', { name: 'Nombre' }).fill('Al revés');
    await step.getByLabel('Fecha inicial').fill('01/08/2026');
    await step.getByLabel('Fecha final').fill('01/07/2026');
    await step.getByLabel('Horas presupuestadas').fill('40');
    await step.getByLabel('Horas del líder').fill('41');
    await wizard.next();
    await step.getByText('La fecha final no puede ser anterior a la inicial').waitFor();
    await step.getByText('Las horas del líder no pueden superar las de la auditoría').waitFor();

    await wizard.goTo('Resumen');
    await wizard.create();
    await page.getByRole('heading', { name: 'Datos generales' }).waitFor();
    await step.getByRole('button', { name: 'Descartar borrador' }).click();
    const question = page.getByRole('dialog', { name: 'Descartar borrador' });
    await question.getByRole('button', { name: 'Descartar borrador' }).click();
    await page.getByRole('heading', { name: '¿Qué va a crear?' }).waitFor();
    await page.goto(url);
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(before);
  });

  it('is offered to nobody who may not', async () => {
    const { page, url } = await stage().enter('laura.pineda');
    await page.goto(url);
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Nueva auditoría' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Importar catálogo' }).count()).toBe(0);
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
