import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from '../libs/worksheets/domain/src/oscal/sample-catalogue.ts';
import { chooseCatalogue, jsonFile, openImport } from './support/import-dialog.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

const catalogue = jsonFile('pagos.oscal.json', JSON.stringify(sampleCatalogue, null, 2));

describe('importing a catalogue', () => {
  it('makes a programme of it that others see appear, and reports what it counted', async () => {
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo'),
      stage().enter('andres.murcia'),
    ]);
    await andres.page.goto(andres.url);
    const theirs = andres.page.getByRole('row');
    await theirs.filter({ hasText: 'Compras y pagos' }).waitFor();

    const dialog = await openImport(claudia.page, claudia.url);
    const submit = dialog.getByRole('button', { name: 'Importar', exact: true });
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await chooseCatalogue(claudia.page, catalogue);
    const name = dialog.getByLabel('Nombre de la auditoría');
    await expect.poll(() => name.inputValue()).toBe('pagos');
    await name.fill('Programa de pagos');
    await submit.click();

    await dialog.getByText('Controles de pagos', { exact: true }).waitFor();
    await dialog.getByText(/Importación terminada: AUD-\d{4}-\d{3}/).waitFor();
    const report = dialog.locator('dl > div');
    expect(
      await report.evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent)),
      ),
    ).toEqual([
      ['Grupos', '3'],
      ['Controles', '3'],
      ['Mejoras de control', '1'],
      ['Pasos', '4'],
      ['Instrucciones', '3'],
      ['Parámetros', '4'],
      ['Controles retirados (omitidos)', '1'],
      ['Parámetros sin definir', '1'],
      ['Textos de grupos, o sin espacio (no importados)', '1'],
      ['Vínculos (no importados)', '2'],
      ['Fuentes y anexos (no importados)', '1'],
    ]);

    const row = theirs.filter({ hasText: 'Programa de pagos' });
    // None of the four steps is signed.
    await expect.poll(() => row.getByText(/^0\/\d+$/).innerText()).toBe('0/4');
    await dialog.getByRole('button', { name: 'Abrir el plan' }).click();
    await claudia.page.getByRole('heading', { name: 'Programa de pagos' }).waitFor();
    const tree = claudia.page.getByRole('tree', { name: 'Plan de auditoría' });
    await expect
      .poll(() => Plan.outlineOf(tree))
      .toEqual([
        'Ejecución',
        '  Pagos',
        '    Doble aprobación',
        '    Bloqueo automático',
        '    Caja menor',
        '      Arqueo',
        '  Compras',
        '    Tres cotizaciones',
      ]);

    await tree.getByTitle('Doble aprobación', { exact: true }).click();
    const panel = claudia.page.getByRole('dialog', { name: 'Doble aprobación' });
    await panel.getByText('PG-1', { exact: true }).waitFor();
    await panel
      .getByText(/a\. Aprueba con dos firmas los pagos desde \[monto definido por la entidad\]; y/)
      .waitFor();
    await panel.getByRole('heading', { name: 'Instrucciones 3' }).waitFor();
    const texts = panel.locator('[data-field^="instruction."][data-field$=".text"]');
    const words = [
      'PG-1a[1] los pagos con dos firmas: se identifican;',
      'PG-1a[2] los pagos con dos firmas: se revisan cada 30 días.',
      'PG-1b existe un segundo firmante.',
    ];
    await expect.poll(() => texts.count()).toBe(words.length);
    for (const [at, says] of words.entries()) {
      // A text opens when scrolled into view, and is empty until its content has loaded.
      await texts.nth(at).scrollIntoViewIfNeeded();
      await expect.poll(() => texts.nth(at).getByRole('textbox').innerText()).toBe(says);
    }
  });

  it('asks before it imports the same again', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    const dialog = await openImport(page, url);
    await chooseCatalogue(page, catalogue);
    await dialog.getByLabel('Nombre de la auditoría').fill('Otra vez pagos');
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'Este catálogo ya se importó en «Programa de pagos»' })
      .waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Otra vez pagos' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Importar otra vez' }).click();
    await dialog.getByText(/Importación terminada/).waitFor();
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await page.getByRole('row').filter({ hasText: 'Otra vez pagos' }).waitFor();
  });

  it('refuses a file at fault, naming the place, and imports nothing of it', async () => {
    const { page, url } = await stage().enter('andres.murcia');
    const dialog = await openImport(page, url);
    const rows = await page.getByRole('row').count();
    const untitled = structuredClone(sampleCatalogue) as {
      catalog: { groups: { controls: { title?: string }[] }[] };
    };
    delete untitled.catalog.groups[1]?.controls[0]?.title;
    const refused = async (chosen: ReturnType<typeof jsonFile>, reason: string | RegExp) => {
      await chooseCatalogue(page, chosen);
      await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
      await dialog.getByRole('alert').filter({ hasText: reason }).waitFor();
      await dialog.getByText('No se importó nada').waitFor();
    };
    await refused(jsonFile('roto.json', '{\n  "catalog": {\n    "uuid": ,\n'), /línea 3, columna 13/);
    await refused(
      jsonFile('incompleto.json', JSON.stringify(untitled)),
      'catalog.groups[1].controls[0].title',
    );
    await refused(jsonFile('otro.json', '{"name":"x"}'), /no es un catálogo OSCAL/);

    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Compras y pagos' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(rows);
  });

  it('leaves no complaint on the console', () => {
    // The browser itself logs refused requests.
    const answered = /status of 4(09|22)/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !answered.test(complaint)),
    ).toEqual([]);
  });
});
