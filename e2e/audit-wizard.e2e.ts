import { describe, expect, it } from 'vitest';
import { AuditWizard } from './support/audit-wizard.ts';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const reducedMotion = 'reduce';

describe('the wizard that creates audits', () => {
  it('takes the scope from the structure, and its draft survives a reload', async () => {
    const claudia = await stage().enter('claudia.restrepo', { reducedMotion });
    const { page } = claudia;
    const wizard = await AuditWizard.open(claudia);
    const { step } = wizard;
    expect(await axeFaults(page)).toEqual([]);
    await wizard.nextIs('¿De dónde parte?');
    await wizard.nextIs('¿Qué se audita?');
    await step.getByRole('button', { name: 'Agregar unidad de negocio' }).click();
    const unit = step.getByRole('group', { name: 'Unidad de negocio 1' });
    const nameOfUnit = unit.getByRole('combobox', { name: 'Unidad de negocio' });
    await expect.poll(() => nameOfUnit.isDisabled()).toBe(true);
    await wizard.next();
    await unit.getByText('Elija primero una empresa').waitFor();
    await unit.getByText('Agregue al menos un proceso o un riesgo a esta unidad').waitFor();
    await unit.getByRole('combobox', { name: 'Empresa' }).fill('Frailejón');
    await page.getByRole('option', { name: 'Frailejón Alimentos S.A.S.' }).click();
    await nameOfUnit.click();
    await page.getByRole('option', { name: 'Tecnología' }).click();
    const processes = unit.getByRole('combobox', { name: 'Procesos de la unidad' });
    await processes.click();
    const offered = page.getByRole('option');
    await offered.first().waitFor();
    const process = (await offered.first().textContent()) ?? '';
    await offered.first().click();
    await page.keyboard.press('Escape');
    await step.getByLabel('Procesos en el alcance').fill('Mesa de ayuda');
    expect(await axeFaults(page)).toEqual([]);
    await wizard.nextIs('Datos generales');
    await step.getByRole('textbox', { name: 'Nombre' }).fill('Tecnología 2027');
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('Tecnología 2027'));

    await page.reload();
    await page.getByText('Recuperamos el borrador que tenía en este navegador.').waitFor();
    await expect
      .poll(() => step.getByRole('textbox', { name: 'Nombre' }).inputValue())
      .toBe('Tecnología 2027');
    await step.getByRole('textbox', { name: 'Código' }).fill('tec-2027');
    await wizard.nextIs('Revise antes de crear');
    expect(await axeFaults(page)).toEqual([]);
    await step.getByText('Frailejón Alimentos S.A.S. › Tecnología').waitFor();
    await step.getByRole('link', { name: 'Cambiar Alcance' }).click();
    await page.getByRole('heading', { name: '¿Qué se audita?' }).waitFor();
    await wizard.goTo('Resumen');
    await wizard.create();

    await page.getByRole('heading', { name: 'Tecnología 2027' }).waitFor();
    const tree = page.getByRole('tree', { name: 'Plan de auditoría' });
    await tree.getByTitle('Mesa de ayuda', { exact: true }).waitFor();
    const outline = await Plan.outlineOf(tree);
    expect(outline).toContain(`  ${process}`);
    await page.getByText('TEC-2027').first().waitFor();
    await AuditWizard.open(claudia);
    await expect.poll(() => page.getByText('Recuperamos el borrador').count()).toBe(0);
    await page.goto(
      `${claudia.url}/?f.company=${encodeURIComponent('Frailejón Alimentos S.A.S.')}&f.unit=Tecnolog%C3%ADa`,
    );
    await page.getByRole('link', { name: 'Tecnología 2027' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Compras y pagos' }).count()).toBe(0);
  });

  it('says at its field that a code is taken', async () => {
    const claudia = await stage().enter('claudia.restrepo', { reducedMotion });
    const wizard = await AuditWizard.open(claudia);
    await wizard.goTo('Alcance');
    await wizard.step.getByLabel('Procesos en el alcance').fill('Nómina');
    await wizard.nextIs('Datos generales');
    await wizard.step.getByRole('textbox', { name: 'Nombre' }).fill('Otra');
    await wizard.step.getByRole('textbox', { name: 'Código' }).fill('TEC-2027');
    await wizard.nextIs('Revise antes de crear');
    await wizard.create();
    const code = wizard.step.getByRole('textbox', { name: 'Código' });
    await wizard.step.getByText('Ya existe una auditoría con el código TEC-2027.').waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await code.fill('TEC-2028');
    await wizard.nextIs('Revise antes de crear');
    await wizard.create();
    await claudia.page.getByRole('heading', { name: 'Otra' }).waitFor();
  });

  it('rolls an audit forward with its progress, and the new one has the programme of the old one', async () => {
    const claudia = await stage().enter('claudia.restrepo', { reducedMotion });
    const { page } = claudia;
    const source = await Plan.open(claudia, await stage().auditNamed('Compras y pagos'));
    const before = await source.outline();
    const wizard = await AuditWizard.open(claudia);
    await wizard.nextIs('¿De dónde parte?');
    await wizard.step.getByRole('radio', { name: 'Traslado de una auditoría anterior' }).check();
    await wizard.next();
    await wizard.step.getByText('Elija la auditoría de origen').waitFor();
    await wizard.choose('Auditoría que se traslada', /Compras y pagos/);
    await wizard.step.getByRole('heading', { name: 'Vienen siempre' }).waitFor();
    await wizard.step.getByRole('checkbox', { name: /Calificaciones de riesgos/ }).check();
    expect(await axeFaults(page)).toEqual([]);
    await wizard.nextIs('¿Qué se audita?');
    await wizard.step.getByText('El alcance es el de').waitFor();
    await wizard.nextIs('Datos generales');
    await expect
      .poll(() => wizard.step.getByRole('textbox', { name: 'Nombre' }).inputValue())
      .toBe('Compras y pagos');
    await wizard.step.getByRole('textbox', { name: 'Nombre' }).fill('Compras y pagos, otra vez');
    await wizard.nextIs('Revise antes de crear');
    await wizard.create();
    await page.getByRole('progressbar', { name: 'Avance del llenado' }).waitFor();
    await page.getByRole('heading', { name: /está lista/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Abrir el plan' }).click();
    await page.getByRole('heading', { name: 'Compras y pagos, otra vez' }).waitFor();
    const tree = page.getByRole('tree', { name: 'Plan de auditoría' });
    await tree.getByRole('treeitem').first().waitFor();
    const phases = (lines: readonly string[]) => lines.filter((line) => !line.startsWith(' '));
    await expect.poll(async () => phases(await Plan.outlineOf(tree))).toEqual(phases(before));
  });

  it('fits a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const claudia = await stage().enter('claudia.restrepo', { viewport, reducedMotion, colorScheme: 'dark' });
    const { page, url } = claudia;
    await page.goto(`${url}/auditorias/nueva/`);
    const wizard = await AuditWizard.at(claudia);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    for (const step of ['Tipo', 'Origen', 'Alcance', 'Datos generales', 'Resumen']) {
      await wizard.goTo(step);
      await expect.poll(fits).toBe(true);
      expect(await axeFaults(page)).toEqual([]);
    }
  });

  it('leaves no complaint on the console', () => {
    // The code that was taken is refused with 409.
    expect(
      stage()
        .complaints()
        .filter((line) => !line.includes('409')),
    ).toEqual([]);
  });
});
