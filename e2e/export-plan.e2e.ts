import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { searchByKey } from './support/entrance.ts';
import { Plan } from './support/plan.ts';
import type { Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let laura: Person;
let plan: Plan;

beforeAll(async () => {
  laura = await stage().enter('laura.pineda', { reducedMotion: 'reduce' });
  plan = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
});

/** Texts of the cells of the first sheet. */
async function cellsOf(page: Page, press: () => Promise<void>): Promise<{ name: string; cells: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const parts = unzipSync(await readFile(await file.path()));
  const part = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  return { name: file.suggestedFilename(), cells: part('xl/sharedStrings.xml') };
}

describe('the plan as a file', () => {
  const dialog = () => plan.page.getByRole('dialog', { name: 'Exportar el plan' });
  const open = () => plan.page.getByRole('button', { name: 'Exportar…' }).click();
  const submit = () => dialog().getByRole('button', { name: 'Exportar', exact: true }).click();

  it('has the rows that the filter leaves, with the columns of the screen', async () => {
    const { page } = plan;
    await searchByKey(page, 'Cambio fraudulento');
    await page.getByText('1 coincidencia').or(page.getByText('Una coincidencia')).first().waitFor();
    await open();
    await dialog().getByText('según el filtro actual').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const { name, cells } = await cellsOf(page, submit);
    expect(name).toMatch(/^AUD-2026-\d+ plan\.xlsx$/);
    expect(cells).toContain('Cambio fraudulento de cuenta bancaria');
    expect(cells).not.toContain('Pagos duplicados');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Quitar filtros' }).first().click();
  });

  it('is also that of risks and controls, with their rating and tests', async () => {
    const { page } = plan;
    await open();
    await dialog()
      .getByRole('radio', { name: /Riesgos y controles/ })
      .check();
    await dialog().getByText('Excel (.xlsx)').click();
    const { name, cells } = await cellsOf(page, submit);
    expect(name).toMatch(/riesgos y controles\.xlsx$/);
    for (const text of ['R-001 Pagos duplicados o no autorizados', 'Nivel residual', 'Preventivo'])
      expect(cells).toContain(text);
  });
});
