import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;
let hernan: Person;

beforeAll(async () => {
  [claudia, hernan] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('hernan.duque', { reducedMotion: 'reduce' }),
  ]);
});

const NAME = 'Comité extraordinario de compras';
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: NAME });
const press = (page: Page, act: string) =>
  panelOf(page).getByRole('button', { name: act, exact: true }).click();
const choose = async (form: Locator, page: Page, label: string, person: string): Promise<void> => {
  await form.getByRole('combobox', { name: label }).fill(person);
  await page.getByRole('option', { name: person }).click();
};

describe('a committee', () => {
  it('is planned in the calendar and seen at once by a member', async () => {
    await claudia.page.goto(`${claudia.url}/comites/`);
    await hernan.page.goto(`${hernan.url}/comites/?vista=tabla`);
    await hernan.page.locator('[role=grid]').waitFor();
    const { page } = claudia;
    await page.getByRole('heading', { name: 'Comités de auditoría' }).waitFor();
    await page.getByRole('button', { name: 'Nuevo comité' }).click();
    const form = page.getByRole('dialog', { name: 'Nuevo comité' });
    await form.getByLabel('Nombre').fill(NAME);
    await form.getByLabel('Fecha').fill('02/02/2026');
    await form.getByLabel('Hora').fill('08:30');
    await choose(form, page, 'Miembros', 'Hernán Duque');
    // The list of options stays open after a choice, above the buttons.
    await form.getByLabel('Nombre').click();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await panelOf(page).getByText('Hernán Duque').first().waitFor();
    await hernan.page.getByRole('row').filter({ hasText: NAME }).waitFor();
    await expect.poll(() => hernan.page.getByRole('button', { name: 'Nuevo comité' }).count()).toBe(0);
  });

  it('decides, is closed, and is reopened with a reason', async () => {
    const { page } = claudia;
    await press(page, 'Registrar decisión');
    const form = page.getByRole('dialog', { name: 'Registrar decisión' });
    await form.getByLabel('Decisión').fill('Contratar un perito externo.');
    await choose(form, page, 'Responsable', 'Andrés Murcia');
    await form.getByRole('button', { name: 'Registrar decisión' }).click();
    await panelOf(page).getByRole('heading', { name: 'Decisiones' }).waitFor();
    await panelOf(page).getByText('Responsable: Andrés Murcia').waitFor();
    await press(page, 'Cerrar comité');
    await panelOf(page).getByText('cerró el comité').waitFor();
    await expect.poll(() => panelOf(page).getByRole('button', { name: 'Editar' }).count()).toBe(0);
    await hernan.page.getByRole('row').filter({ hasText: NAME }).filter({ hasText: 'Cerrado' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await press(page, 'Reabrir');
    const reason = page.getByRole('dialog', { name: 'Reabrir' });
    await reason.getByLabel('Motivo de la reapertura').fill('Falta la firma de un miembro.');
    await reason.getByRole('button', { name: 'Reabrir' }).click();
    await panelOf(page).getByText('Falta la firma de un miembro.').first().waitFor();
  });

  it('has an agenda of findings, plans and other subjects, in the order that it is given', async () => {
    const { page } = claudia;
    const agenda = panelOf(page).getByRole('region', { name: 'Agenda' });
    const topics = agenda.getByRole('listitem');
    await agenda.getByText('La agenda está vacía.').waitFor();
    await agenda.getByLabel('Otro asunto').fill('Acta anterior');
    await agenda.getByRole('button', { name: 'Agregar', exact: true }).click();
    await topics.filter({ hasText: 'Acta anterior' }).waitFor();

    await agenda.getByRole('button', { name: 'Hallazgos y planes' }).click();
    const picker = page.getByRole('dialog', { name: 'Hallazgos y planes abiertos' });
    await picker.getByRole('button', { name: /^Agregar «H-01 Cuentas/ }).waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await picker.getByRole('button', { name: /^Agregar «H-01 Cuentas/ }).click();
    await picker.getByRole('button', { name: /^En la agenda: H-01 Cuentas/ }).waitFor();
    await picker.getByText('Planes de acción', { exact: true }).click();
    await picker.getByLabel('Buscar por código, nombre o auditoría').fill('PA-03');
    await picker.getByRole('button', { name: /^Agregar «PA-03 / }).click();
    await picker.getByRole('button', { name: /^En la agenda: PA-03 / }).waitFor();
    await picker.getByRole('button', { name: 'Listo' }).click();
    await expect.poll(() => topics.count()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);

    // By keyboard, and the focus stays with the topic.
    const up = agenda.getByRole('button', { name: /^Subir «PA-03 / });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => topics.nth(1).textContent()).toContain('PA-03');
    await expect.poll(() => up.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => topics.first().textContent()).toContain('PA-03');
    await agenda.getByRole('button', { name: 'Quitar «Acta anterior» de la agenda' }).click();
    await expect.poll(() => topics.count()).toBe(2);

    // A guest reads it, without controls, and goes where the finding lives.
    await hernan.page.getByRole('row').filter({ hasText: NAME }).getByText(NAME).click();
    const read = panelOf(hernan.page).getByRole('region', { name: 'Agenda' });
    const link = read.getByRole('link', { name: /^H-01/ });
    await link.waitFor();
    expect(await read.getByRole('button').count()).toBe(0);
    await link.click();
    await hernan.page.waitForURL(/hoja-id=/);
    await hernan.page.getByRole('dialog', { name: /Cuentas cambiadas/ }).waitFor();
    await hernan.page.goto(`${hernan.url}/comites/?vista=tabla`);
    await hernan.page.getByRole('row').filter({ hasText: NAME }).waitFor();
  });

  it('goes out as a workbook', async () => {
    const { page } = hernan;
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    expect((await file).suggestedFilename()).toBe('Comités de auditoría.xlsx');
  });
});

it('nothing complained', () => expect(stage().complaints()).toEqual([]));
