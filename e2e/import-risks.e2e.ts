import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { axeFaults } from './support/axe-faults.ts';
import { searchByKey } from './support/entrance.ts';
import { Plan } from './support/plan.ts';
import type { Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let laura: Person;
let andres: Person;
let plan: Plan;
let others: Plan;

beforeAll(async () => {
  [laura, andres] = await Promise.all([
    stage().enter('laura.pineda', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
  const audit = await stage().auditNamed('Compras y pagos');
  [plan, others] = await Promise.all([Plan.open(laura, audit), Plan.open(andres, audit)]);
});

const ROWS = [
  ['Riesgo', 'Probabilidad', 'Impacto', 'Nombre del control', 'Tipo de control'],
  ['Anticipos sin legalizar', '3', '5', 'Cruce mensual de anticipos', 'Detectivo'],
  ['Anticipos sin legalizar', '', '', 'Bloqueo de nuevos anticipos', 'Preventivo'],
  ['Compras fraccionadas', '9', '3', '', ''],
];

async function workbook(): Promise<Buffer> {
  const data = ROWS.map((row) => row.map((value) => ({ value, type: String })));
  return (await writeExcelFile([{ data, sheet: 'Riesgos' }])).toBuffer();
}

describe('risks of a workbook', () => {
  const dialog = () => plan.page.getByRole('dialog', { name: 'Importar riesgos y controles' });

  it('are mapped, their faults listed by row, and seen by the others once imported', async () => {
    const { page } = plan;
    await plan.focus('Compras');
    await page.getByRole('button', { name: 'Importar riesgos…' }).click();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({
        name: 'riesgos.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await workbook(),
      });
    await dialog().getByRole('button', { name: 'Continuar' }).click();
    await dialog().getByText('Un riesgo, 2 controles').waitFor();
    await dialog()
      .getByRole('row', { name: /4 Probabilidad «9» no es un valor/ })
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Importar', exact: true }).click();
    await page.getByText('Se importó un riesgo con 2 controles').first().waitFor();
    await plan.row('Anticipos sin legalizar').waitFor();
    await searchByKey(others.page, 'Bloqueo de nuevos anticipos');
    await others.row('Bloqueo de nuevos anticipos').waitFor();
    await expect.poll(() => others.row('Anticipos sin legalizar').textContent()).toContain('15');
  });

  it('are refused in a file that is no workbook', async () => {
    const { page } = plan;
    await page.getByRole('button', { name: 'Importar riesgos…' }).click();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'riesgos.xlsx', mimeType: 'text/plain', buffer: Buffer.from('no es un libro') });
    await dialog().getByRole('button', { name: 'Continuar' }).click();
    await dialog().getByText('no es un libro de Excel').waitFor();
  });
});
