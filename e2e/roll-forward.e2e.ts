import { describe, expect, it } from 'vitest';
import { AuditWizard } from './support/audit-wizard.ts';
import { chooseCatalogue, jsonFile, openImport } from './support/import-dialog.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const GROUPS = 20;
const CONTROLS = 99;
const OLD = 'Controles de tecnología';
const NEW = 'Controles de tecnología, otro año';

/** A catalogue of 2,000 items: groups and their controls. */
const catalogue = jsonFile(
  'tecnologia.oscal.json',
  JSON.stringify({
    catalog: {
      uuid: '7d0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e40',
      metadata: { title: OLD, version: '1', 'oscal-version': '1.1.2' },
      groups: Array.from({ length: GROUPS }, (_, group) => ({
        id: `g-${group}`,
        title: `Grupo ${group + 1}`,
        controls: Array.from({ length: CONTROLS }, (__, control) => ({
          id: `g-${group}-${control}`,
          title: `Control ${group + 1}.${control + 1}`,
          parts: [{ name: 'statement', prose: 'Se revisa cada mes.' }],
        })),
      })),
    },
  }),
);

describe('an audit of 2,000 items', () => {
  it('is rolled forward by one person, who leaves meanwhile, and is seen by another in the list', async () => {
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo'),
      stage().enter('andres.murcia'),
    ]);
    const { page } = claudia;
    const dialog = await openImport(page, claudia.url);
    await chooseCatalogue(page, catalogue);
    const name = dialog.getByLabel('Nombre de la auditoría');
    await expect.poll(() => name.inputValue()).not.toBe('');
    await name.fill(OLD);
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
    await dialog.getByText(/Importación terminada/).waitFor();
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();

    const wizard = await AuditWizard.open(claudia);
    await wizard.nextIs('¿De dónde parte?');
    await wizard.step.getByRole('radio', { name: 'Traslado de una auditoría anterior' }).check();
    await wizard.choose('Auditoría que se traslada', new RegExp(OLD));
    await wizard.nextIs('¿Qué se audita?');
    await wizard.nextIs('Datos generales');
    await wizard.step.getByRole('textbox', { name: 'Nombre' }).fill(NEW);
    await wizard.nextIs('Revise antes de crear');
    await andres.page.goto(andres.url);
    await wizard.create();
    await page.getByRole('progressbar', { name: 'Avance del llenado' }).waitFor();
    await page.goto(claudia.url);

    // Steps that are to be signed.
    const row = andres.page.getByRole('row').filter({ hasText: NEW });
    await row.getByText('0/1.980', { exact: true }).waitFor();
    const rolled = await Plan.open(andres, await stage().auditNamed(NEW));
    await expect
      .poll(() => rolled.outline())
      .toEqual(expect.arrayContaining(['  Grupo 1', `  Grupo ${GROUPS}`]));
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
