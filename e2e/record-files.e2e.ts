import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;
let hernan: Person;
let laura: Person;

beforeAll(async () => {
  [claudia, hernan, laura] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('hernan.duque', { reducedMotion: 'reduce' }),
    stage().enter('laura.pineda', { reducedMotion: 'reduce' }),
  ]);
});

const pdf = (text: string): Buffer =>
  Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%${text}\n%%EOF\n`,
  );
const choose = (form: Locator, field: string, name: string): Promise<void> =>
  form
    .locator(`input[data-for=${field}]`)
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(name) });
/** Name and content of the file that a button downloads. */
async function downloaded(page: Page, panel: Locator, name: string): Promise<[string, string]> {
  const coming = page.waitForEvent('download');
  await panel.getByRole('button', { name: `Descargar «${name}»` }).click();
  const file = await coming;
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part as Buffer);
  return [file.suggestedFilename(), Buffer.concat(parts).toString()];
}

const COMMITTEE = 'Comité con actas';

describe('documents of a committee', () => {
  it('are added with it, and downloaded by another member', async () => {
    const { page } = claudia;
    await page.goto(`${claudia.url}/comites/?vista=tabla`);
    await page.getByRole('button', { name: 'Nuevo comité' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo comité' });
    await form.getByLabel('Nombre').fill(COMMITTEE);
    await form.getByLabel('Fecha').fill('03/02/2026');
    await choose(form, 'documentos', 'Acta 1.pdf');
    await form.getByRole('button', { name: 'Quitar «Acta 1.pdf»' }).waitFor();
    await expect.poll(() => form.getByRole('progressbar').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Guardar' }).click();
    const panel = page.getByRole('dialog', { name: COMMITTEE });
    await panel.getByRole('button', { name: 'Descargar «Acta 1.pdf»' }).waitFor();

    await hernan.page.goto(`${hernan.url}/comites/?vista=tabla`);
    const row = hernan.page.getByRole('row').filter({ hasText: COMMITTEE });
    await row.filter({ hasText: 'Acta 1.pdf' }).waitFor();
    await row.getByText(COMMITTEE).click();
    const theirs = hernan.page.getByRole('dialog', { name: COMMITTEE });
    expect(await downloaded(hernan.page, theirs, 'Acta 1.pdf')).toEqual([
      'Acta 1.pdf',
      pdf('Acta 1.pdf').toString(),
    ]);
    expect(await axeFaults(hernan.page)).toEqual([]);
  });

  it('are replaced, which the other sees at once and the history says', async () => {
    const { page } = claudia;
    const panel = page.getByRole('dialog', { name: COMMITTEE });
    await panel.getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar' });
    await form.getByRole('button', { name: 'Quitar «Acta 1.pdf»' }).click();
    await choose(form, 'documentos', 'Acta 2.pdf');
    await form.getByRole('button', { name: 'Quitar «Acta 2.pdf»' }).waitFor();
    await expect.poll(() => form.getByRole('progressbar').count()).toBe(0);
    await form.getByRole('button', { name: 'Guardar' }).click();
    await panel.getByText('Documentos: adjuntó Acta 2.pdf · quitó Acta 1.pdf').waitFor();
    const theirs = hernan.page.getByRole('dialog', { name: COMMITTEE });
    await theirs.getByRole('button', { name: 'Descargar «Acta 2.pdf»' }).waitFor();
    await theirs.getByRole('button', { name: 'Descargar «Acta 1.pdf»' }).waitFor({ state: 'detached' });
  });
});

describe('the file of a certificate', () => {
  it('is given with it, kept with a draft, and downloaded', async () => {
    const { page } = laura;
    await page.goto(`${laura.url}/profile/certificados/`);
    await page.getByRole('button', { name: 'Nuevo certificado' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo certificado' });
    await form.getByLabel('Nombre').fill('Prevención del fraude');
    await form.getByLabel('Emisor').fill('ACFE');
    await form.getByLabel('Fecha').fill('15/01/2026');
    await choose(form, 'archivo', 'Diploma.pdf');
    await form.getByRole('button', { name: 'Reemplazar: Archivo' }).waitFor();
    await expect.poll(() => form.getByRole('progressbar').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('sha256'))).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'Nuevo certificado' }).click();
    await form.getByText('Diploma.pdf').waitFor();
    await form.getByRole('button', { name: 'Guardar' }).click();
    const panel = page.getByRole('dialog', { name: 'Prevención del fraude' });
    expect(await downloaded(page, panel, 'Diploma.pdf')).toEqual([
      'Diploma.pdf',
      pdf('Diploma.pdf').toString(),
    ]);
  });
});

it('nothing complained', () => expect(stage().complaints()).toEqual([]));
