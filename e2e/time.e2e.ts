import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import type { Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let audit: string;
let laura: Person;
let andres: Person;

const planOf = (id: string) => `/auditorias/plan/?auditoria-id=${id}`;
const timeOf = (id: string) => `/auditorias/horas/?auditoria-id=${id}`;
const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text });
const form = (page: Page): Locator => page.getByRole('dialog');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

beforeAll(async () => {
  audit = await stage().newAudit({ name: 'Horas en vivo', auditors: ['laura.pineda'] });
  const enter = async (who: string, path: string) => {
    const person = await stage().enter(who, { reducedMotion: 'reduce' });
    await person.page.goto(`${person.url}${path}`);
    return person;
  };
  [laura, andres] = await Promise.all([
    enter('laura.pineda', planOf(audit)),
    enter('andres.murcia', timeOf(audit)),
  ]);
});

describe('time on an audit', () => {
  it('is loaded from the tree, begins the audit, and is seen at once by its leader', async () => {
    const { page } = laura;
    await andres.page.getByText('Todavía no hay horas cargadas').waitFor();
    await page.getByText('Sin iniciar').first().waitFor();
    await page
      .getByRole('treeitem', { name: /Compras/ })
      .first()
      .click();
    const side = page.getByRole('toolbar', { name: 'Opciones del plan' });
    await side.getByRole('button', { name: 'Cargar horas' }).click();
    const dialog = form(page);
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Persona' }).count()).toBe(0);
    await dialog.getByLabel('Horas').first().fill('2,5');
    await dialog.getByLabel('Notas').fill('Entrevista con la jefe de compras');
    await dialog.getByRole('button', { name: 'Cargar', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(andres.page, 'Laura Pineda').filter({ hasText: 'Entrevista' }).waitFor();
    await page.getByText('En proceso').first().waitFor();
    await page.getByText('2,5 de 120 h').waitFor();
  });

  it('is refused at its field where it cannot be', async () => {
    const { page } = laura;
    await page.getByRole('link', { name: 'Horas', exact: true }).click();
    await rowOf(page, 'Entrevista').waitFor();
    await page.getByRole('button', { name: 'Cargar horas' }).first().click();
    const dialog = form(page);
    await dialog.getByRole('button', { name: 'Cargar', exact: true }).click();
    await dialog.getByText('Hay campos obligatorios pendientes.').waitFor();
    await dialog.getByRole('combobox', { name: 'Actividad' }).fill('Compras');
    await page
      .getByRole('option', { name: /Compras/ })
      .first()
      .click();
    await dialog.getByLabel('Horas').first().fill('23');
    await dialog.getByRole('button', { name: 'Cargar', exact: true }).click();
    await dialog.getByText('Con estas horas el día pasaría de 24 horas').first().waitFor();
    await dialog.getByLabel('Horas').first().fill('1');
    await dialog.getByRole('button', { name: 'Cargar', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await andres.page.getByText('3,5 h en la lista').waitFor();
  });

  it('is corrected by the leader, and removed by whose it is', async () => {
    await rowOf(andres.page, 'Entrevista').click();
    const dialog = form(andres.page);
    await dialog.getByLabel('Horas').first().fill('4');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await laura.page.getByText('5 h en la lista').waitFor();
    await rowOf(laura.page, 'Entrevista')
      .getByRole('button', { name: /Eliminar las horas/ })
      .click();
    await form(laura.page).getByRole('button', { name: 'Eliminar' }).click();
    await rowOf(andres.page, 'Entrevista').waitFor({ state: 'detached' });
    await andres.page.getByText('1 h en la lista').waitFor();
  });

  it('goes out as a file, and stands in the team and the summary', async () => {
    const { page, url } = andres;
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    expect((await file).suggestedFilename()).toBe('Horas cargadas en Horas en vivo.xlsx');
    await page.goto(`${url}${planOf(audit)}&vista=equipo`);
    const member = page.getByRole('table', { name: 'Equipo' }).getByRole('row').filter({ hasText: 'Laura' });
    await member.getByRole('link', { name: '1 h' }).click();
    await rowOf(page, 'Laura Pineda').waitFor();
    await page.goto(`${url}${planOf(audit)}&vista=resumen`);
    await page.getByRole('link', { name: '1 h', exact: true }).first().waitFor();
  });
});

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('can be read by everybody: %s, %i px', async (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 844 }, reducedMotion: 'reduce' } as const;
  const { page, url } = await stage().enter('andres.murcia', look);
  await page.goto(`${url}${timeOf(await stage().auditNamed('Compras y pagos'))}`);
  await page.getByText('352 h en la lista').waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cargar horas' }).first().click();
  await form(page).waitFor();
  expect(await axeFaults(page, '[aria-modal=true]')).toEqual([]);
  await page.close();
});

it('can be loaded on a phone, whose page keeps its width while the options are open', async () => {
  const viewport = { width: 390, height: 844 };
  const touch = { viewport, isMobile: true, hasTouch: true, reducedMotion: 'reduce' } as const;
  const { page, url } = await stage().enter('andres.murcia', touch);
  await page.goto(`${url}${timeOf(await stage().auditNamed('Compras y pagos'))}`);
  await page.getByRole('button', { name: 'Cargar horas' }).first().tap();
  const activity = form(page).getByRole('combobox', { name: 'Actividad' });
  await activity.tap();
  await page.getByRole('option', { name: 'Planeación', exact: true }).tap();
  await expect.poll(() => activity.inputValue()).toBe('Planeación');
  expect(await page.evaluate(() => innerWidth)).toBe(viewport.width);
  await page.close();
});

it('leaves no complaint on the console but for what was refused', () => {
  expect(
    stage()
      .complaints()
      .filter((complaint) => !complaint.includes('422')),
  ).toEqual([]);
});
