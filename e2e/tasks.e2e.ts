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
    stage().enter('claudia.restrepo'),
    stage().enter('laura.pineda', { reducedMotion: 'reduce' }),
  ]);
});

const TITLE = 'Confirmar saldos con los bancos';
const rowOf = (page: Page): Locator => page.getByRole('row').filter({ hasText: TITLE });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: TITLE });
const press = (page: Page, act: string) =>
  panelOf(page).getByRole('button', { name: act, exact: true }).click();
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function openTasks({ page, url }: Person, query = ''): Promise<void> {
  await page.goto(`${url}/tareas/${query}`);
  await page.locator('[role=grid], [role=treegrid]').waitFor();
}

describe('a task', () => {
  it('is given to somebody, who sees it at once', async () => {
    await Promise.all([openTasks(claudia), openTasks(laura)]);
    const { page } = claudia;
    await page.getByRole('link', { name: 'Tareas' }).waitFor();
    await page.getByRole('button', { name: 'Nueva tarea' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva tarea' });
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.getByText('Hay campos obligatorios pendientes.').waitFor();
    await form.getByLabel('Título').fill(TITLE);
    await form.getByRole('combobox', { name: 'Responsable' }).fill('Laura');
    await page.getByRole('option', { name: 'Laura Pineda' }).click();
    await form.getByLabel('Vence el').fill('15/12/2026');
    await form.getByRole('combobox', { name: 'Prioridad' }).click();
    await page.getByRole('option', { name: 'Alta' }).click();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await panelOf(page).getByText('15/12/2026').waitFor();
    await rowOf(laura.page).filter({ hasText: 'Pendiente' }).waitFor();
    await expect.poll(() => rowOf(laura.page).getAttribute('data-fresh')).toBe('true');
  });

  it('is completed, rejected with a reason, completed again and reviewed, each step seen by the other', async () => {
    await rowOf(laura.page).click();
    await press(laura.page, 'Completar');
    await press(claudia.page, 'Rechazar');
    const reason = claudia.page.getByRole('dialog', { name: 'Rechazar' });
    await reason.getByRole('button', { name: 'Rechazar' }).click();
    await reason.getByText('Campo requerido.').waitFor();
    await reason.getByLabel('Motivo del rechazo').fill('Falta el banco de la caja menor.');
    await reason.getByRole('button', { name: 'Rechazar' }).click();
    await panelOf(laura.page).getByText('Falta el banco de la caja menor.').first().waitFor();
    // The responsible user cannot review.
    await expect.poll(() => panelOf(laura.page).getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
    await press(laura.page, 'Completar');
    await press(claudia.page, 'Aprobar');
    await rowOf(laura.page).filter({ hasText: 'Revisada' }).waitFor();
    await panelOf(laura.page).getByText('revisó la tarea y la aprobó').waitFor();
    await expect.poll(() => panelOf(laura.page).getByText('dio la tarea por hecha').count()).toBe(2);
  });

  it('is found by its address, which says what is shown, and goes out as a file', async () => {
    const { page } = laura;
    await openTasks(laura);
    await searchByKey(page, 'bancos');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('bancos');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.reload();
    await rowOf(page).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    for (const [format, name] of [
      ['Excel (.xlsx)', 'Tareas.xlsx'],
      ['PDF', 'Tareas.pdf'],
      ['Word (.docx)', 'Tareas.docx'],
    ] as const) {
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Exportar' }).click();
      await page.getByRole('menuitem', { name: format }).click();
      expect((await file).suggestedFilename()).toBe(name);
    }
  });

  it('goes to the trash and comes back from it', async () => {
    const { page } = claudia;
    await press(page, 'Enviar a la papelera');
    const question = page.getByRole('dialog', { name: 'Enviar a la papelera' });
    await question.getByRole('button', { name: 'Enviar a la papelera' }).click();
    await question.waitFor({ state: 'detached' });
    await rowOf(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Papelera', exact: true }).click();
    await page.getByRole('heading', { name: 'Tareas · papelera' }).waitFor();
    await rowOf(page).click();
    await press(page, 'Restaurar');
    await page.getByRole('button', { name: 'Salir de la papelera' }).click();
    await rowOf(page).waitFor();
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  const look = { colorScheme, reducedMotion: 'reduce' } as const;

  it('the list, its filters, its form and its panel have no fault of accessibility', async () => {
    const person = await stage().enter('claudia.restrepo', look);
    const { page } = person;
    await openTasks(person, '?grupo=status');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('dialog', { name: 'Filtros' }).waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Enviar los soportes').click();
    await page.getByText('creó la tarea').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Editar' }).click();
    await page.getByRole('dialog', { name: 'Editar' }).waitFor();
    expect(await axeFaults(page, '[aria-modal=true]')).toEqual([]);
  });
});

it('on a phone the list, the panel and the form fit', async () => {
  const viewport = { width: 390, height: 844 };
  const person = await stage().enter('marta.suarez', { viewport, reducedMotion: 'reduce' });
  const { page } = person;
  await openTasks(person);
  await expect.poll(() => fits(page)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  // Action-plan owners see their own tasks, and cannot create tasks for others.
  await expect.poll(() => page.getByRole('row').count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: 'Nueva tarea' }).count()).toBe(0);
  await page.getByText('Enviar los soportes').click();
  await page.getByText('Faltan los soportes de marzo.').first().waitFor();
  await expect.poll(() => fits(page)).toBe(true);
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
});

it('nothing complained', () => expect(stage().complaints()).toEqual([]));
