import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { searchByKey } from './support/entrance.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;
let laura: Person;

beforeAll(async () => {
  [claudia, laura] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('laura.pineda', { reducedMotion: 'reduce' }),
  ]);
});

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const open = async ({ page, url }: Person, path: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.locator('[role=grid]').waitFor();
};
const save = (form: Locator) => form.getByRole('button', { name: 'Guardar' }).click();

describe('the directory of the responsible', () => {
  it('takes a person, whom auditors find at once', async () => {
    await Promise.all([open(claudia, '/responsables/'), open(laura, '/responsables/')]);
    const { page } = claudia;
    await page.getByRole('button', { name: 'Nuevo responsable' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo responsable' });
    await form.getByLabel('Nombre').fill('Irene Salcedo');
    await form.getByLabel('Correo').fill('irene');
    await form.getByLabel('Cargo').fill('Revisora fiscal');
    await save(form);
    await form.getByLabel('Correo').fill('irene@afuera.example');
    await save(form);
    await page.getByRole('dialog', { name: 'Irene Salcedo' }).getByText('agregó al responsable').waitFor();
    await rowOf(laura.page, 'irene@afuera.example').waitFor();
    await expect.poll(() => laura.page.getByRole('button', { name: 'Nuevo responsable' }).count()).toBe(0);
    await searchByKey(laura.page, 'salcedo');
    await expect.poll(() => laura.page.getByRole('row').count()).toBe(2);
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe('training certificates', () => {
  it('are registered from «Mi perfil» and seen by who staffs audits', async () => {
    const { page, url } = laura;
    await page.goto(`${url}/profile/`);
    await page.getByRole('link', { name: 'Abrir Certificados de formación' }).click();
    await page.getByRole('button', { name: 'Nuevo certificado' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo certificado' });
    // The calendar of a day lies over what is below it until another field has the focus.
    await form.getByLabel('Fecha').fill('01/02/2026');
    await form.getByLabel('Vigente hasta').fill('01/01/2026');
    await form.getByLabel('Nombre').fill('Riesgos de fraude');
    await form.getByLabel('Emisor').fill('ACFE');
    await save(form);
    await form.getByText('La vigencia no puede terminar antes').waitFor();
    await form.getByLabel('Vigente hasta').fill('01/02/2029');
    await form.getByLabel('Horas').fill('8');
    await save(form);
    await page.getByRole('dialog', { name: 'Riesgos de fraude' }).getByText('8').first().waitFor();
    await open(claudia, '/profile/certificados/');
    await rowOf(claudia.page, 'Riesgos de fraude').filter({ hasText: 'Laura Pineda' }).waitFor();
  });
});

describe('allowances', () => {
  it('are given by project and by person', async () => {
    await open(claudia, '/viaticos/');
    const { page } = claudia;
    await page.getByRole('button', { name: 'Nuevo viático' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo viático' });
    await form.getByRole('combobox', { name: 'Persona' }).fill('Laura');
    await page.getByRole('option', { name: 'Laura Pineda' }).click();
    await form.getByRole('combobox', { name: 'Proyecto' }).click();
    await page.getByRole('option', { name: 'Compras y pagos' }).first().click();
    await form.getByRole('combobox', { name: 'Concepto' }).click();
    await page.getByRole('option', { name: 'Alimentación' }).click();
    await form.getByLabel('Valor').fill('75000');
    await form.getByLabel('Desde').fill('02/02/2026');
    await save(form);
    await page.getByRole('dialog', { name: 'Alimentación' }).getByText('75.000').first().waitFor();
    await open(laura, '/viaticos/');
    await rowOf(laura.page, '75.000').waitFor();
    await expect.poll(() => rowOf(laura.page, 'Óscar Benítez').count()).toBe(0);
  });
});

// The browser itself logs the one refused request: the days in the wrong order.
it('nothing else complained', () =>
  expect(stage().complaints()).toEqual([expect.stringContaining('status of 422')]));
