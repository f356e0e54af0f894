import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;

beforeAll(async () => {
  claudia = await stage().enter('claudia.restrepo', { reducedMotion: 'reduce' });
});

const choose = async (page: Page, within: Locator, field: string, option: string) => {
  await within.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const items = (page: Page) => page.getByRole('treeitem');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describe('the structure of the account', () => {
  it('is reached from the settings and shown as a tree', async () => {
    const { page, url } = claudia;
    await page.goto(`${url}/configuraciones/`);
    await page.getByRole('link', { name: 'Estructura' }).click();
    await items(page).filter({ hasText: 'Frailejón Alimentos S.A.S.' }).waitFor();
    await items(page).filter({ hasText: 'Tecnología' }).waitFor();
    await items(page).filter({ hasText: 'Tesorería' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  it('takes a process into a business unit, but not into a company', async () => {
    const { page } = claudia;
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Agregar' });
    await form.getByLabel('Nombre').fill('Mesa de ayuda');
    await choose(page, form, 'Nivel', 'Proceso');
    await choose(page, form, 'Pertenece a', 'Frailejón Alimentos S.A.S.');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.getByText('Un proceso pertenece a una unidad de negocio.').waitFor();
    await choose(page, form, 'Pertenece a', 'Frailejón Alimentos S.A.S. › Tecnología');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await page
      .getByRole('dialog', { name: 'Mesa de ayuda' })
      .getByText('lo agregó a la estructura')
      .waitFor();
    await items(page).filter({ hasText: 'Mesa de ayuda' }).waitFor();
  });

  it('keeps a unit that has processes, and says why', async () => {
    const { page } = claudia;
    await items(page).filter({ hasText: 'Tecnología' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Tecnología' });
    await panel.getByRole('button', { name: 'Enviar a la papelera' }).click();
    const question = page.getByRole('dialog', { name: 'Enviar a la papelera' });
    await question.getByRole('button', { name: 'Enviar a la papelera' }).click();
    await page.getByText('No se puede eliminar porque está en uso').first().waitFor();
    await question.getByRole('button', { name: 'Cancelar' }).click();
  });

  it('is chosen from when an audit is created', async () => {
    const { page, url } = claudia;
    await page.goto(`${url}/auditorias/nueva/?paso=alcance`);
    await page.getByRole('button', { name: 'Agregar unidad de negocio' }).click();
    const unit = page.getByRole('group', { name: 'Unidad de negocio 1' });
    await unit.getByRole('combobox', { name: 'Empresa' }).fill('Frailejón');
    await page.getByRole('option', { name: 'Frailejón Alimentos S.A.S.' }).click();
    await unit.getByRole('combobox', { name: 'Unidad de negocio' }).click();
    await page.getByRole('option', { name: 'Tecnología' }).click();
    await unit.getByRole('combobox', { name: 'Procesos de la unidad' }).click();
    await page.getByRole('option', { name: 'Mesa de ayuda' }).waitFor();
  });
});

describe('the working calendar', () => {
  it('lists the holidays by law, and counts a day that the account works', async () => {
    const { page, url } = claudia;
    await page.goto(`${url}/configuraciones/calendario/`);
    const figures = page.getByText(/días hábiles/);
    await figures.waitFor();
    const before = await figures.textContent();
    await page.getByRole('row').filter({ hasText: 'Día de la Independencia' }).first().click();
    const form = page.getByRole('dialog', { name: 'Agregar día' });
    await choose(page, form, 'Tipo', 'Laborable');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('dialog', { name: 'Día de la Independencia' }).getByText('agregó el día').waitFor();
    await expect.poll(() => figures.textContent()).not.toBe(before);
    expect(await axeFaults(page)).toEqual([]);
  });

  it('shows the working time by law until the account says its own', async () => {
    const { page, url } = claudia;
    await page.goto(`${url}/configuraciones/jornada/`);
    await page.getByRole('row').filter({ hasText: '42 h a la semana' }).waitFor();
    await page.getByRole('button', { name: 'Nueva jornada' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva jornada' });
    await form.getByLabel('Nombre').fill('Jornada propia');
    await form.getByLabel('Rige desde').fill('01/01/2030');
    await form.getByLabel('Horas al día').fill('7,5');
    await choose(page, form, 'Días de la semana', 'Lunes a viernes');
    await form.getByLabel('Días de vacaciones al año').fill('15');
    await form.getByLabel('Días de capacitación al año').fill('5');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('row').filter({ hasText: 'Jornada propia' }).filter({ hasText: '7,5 h' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });
});

it('on a phone the three pages fit', async () => {
  const viewport = { width: 390, height: 844 };
  const { page, url } = await stage().enter('claudia.restrepo', { viewport, reducedMotion: 'reduce' });
  for (const section of ['estructura', 'calendario', 'jornada']) {
    await page.goto(`${url}/configuraciones/${section}/`);
    await page.locator('[role=grid], [role=treegrid], [role=tree]').first().waitFor();
    await expect.poll(() => fits(page)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
  }
});

// The browser itself logs the two refused requests.
it('nothing else complained', () =>
  expect(
    stage()
      .complaints()
      .filter((complaint) => !/status of (409|422)/.test(complaint)),
  ).toEqual([]));
