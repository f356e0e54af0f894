import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
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

const YEAR = new Date().getFullYear();
const NEXT = YEAR + 1;
const SUBJECT = 'Tesorería y pagos';
const show = ({ page, url }: Person, year: number, query = '') =>
  page.goto(`${url}/plan-anual/?ano=${year}${query}`);
const rowOf = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject });
const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
// By keyboard: a notice may lie over the button for a while.
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

describe('the plan of next year', () => {
  it('is begun with an audit, which the other sees at once and cannot change', async () => {
    await Promise.all([show(claudia, NEXT), show(laura, NEXT)]);
    await laura.page.getByText('Este año todavía no tiene plan.').waitFor();
    await expect.poll(() => laura.page.getByRole('button', { name: 'Empezar el plan' }).count()).toBe(0);
    const { page } = claudia;
    await press(page, 'Empezar el plan');
    await press(page, 'Agregar auditoría');
    const form = page.getByRole('dialog', { name: 'Agregar auditoría' });
    await form.getByLabel('Unidad o tema').fill(SUBJECT);
    await form.getByRole('combobox', { name: 'Razón' }).click();
    await page.getByRole('option', { name: 'Riesgo' }).click();
    await form.getByRole('combobox', { name: 'Trimestre planeado' }).click();
    await page.getByRole('option', { name: 'Segundo trimestre' }).click();
    await form.getByRole('textbox', { name: 'Horas', exact: true }).fill('200');
    await form.getByRole('combobox', { name: 'Líder' }).click();
    await page.getByRole('option', { name: 'Andrés Murcia' }).click();
    await form.getByRole('button', { name: 'Guardar' }).click();
    // Not approved yet: nothing to compare with, and the audit comes later.
    await panelOf(page, SUBJECT)
      .getByText(/desde aquí se crea la auditoría/)
      .waitFor();
    expect(await page.getByText('Frente al aprobado').count()).toBe(0);
    await page.keyboard.press('Escape');

    await rowOf(laura.page, SUBJECT).click();
    await panelOf(laura.page, SUBJECT).waitFor();
    await expect
      .poll(() => panelOf(laura.page, SUBJECT).getByRole('button', { name: 'Editar' }).count())
      .toBe(0);
    await laura.page.keyboard.press('Escape');
  });

  it('says where its hours go over the time of a person, while they are written and for the whole year', async () => {
    const { page } = claudia;
    await rowOf(page, SUBJECT).click();
    await panelOf(page, SUBJECT)
      .getByText(/tiene .* libres en los meses/)
      .waitFor();
    await panelOf(page, SUBJECT).getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar' });
    const note = form.getByRole('region', { name: 'Capacidad del equipo' });
    await note.getByText(/tiene .* libres en los meses/).waitFor();
    await form.getByRole('textbox', { name: 'Horas', exact: true }).fill('3000');
    await note.getByText(/Andrés Murcia excede su capacidad: .* en abril/).waitFor();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Capacidad' }).click();
    const line = page.getByRole('row').filter({ hasText: 'Andrés Murcia' });
    await line
      .getByText(/Excede en/)
      .first()
      .waitFor();
    // Guests, the audited and who runs the platform staff no audit.
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(expect.arrayContaining(['Claudia Restrepo', 'Laura Pineda']));
    for (const name of ['Hernán Duque', 'Marta Suárez', 'Beatriz Cano'])
      expect(await page.getByRole('rowheader', { name }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByText('Por mes').click();
    await page.getByRole('columnheader', { name: /^dic/ }).waitFor();
    await page.getByRole('link', { name: 'Plan anual' }).last().click();
    await rowOf(page, SUBJECT).click();
    await panelOf(page, SUBJECT).getByRole('button', { name: 'Editar' }).click();
    await form.getByRole('textbox', { name: 'Horas', exact: true }).fill('200');
    await note.getByText(/tiene .* libres/).waitFor();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('is sent to the committee, which closes it for changes, and approved with its minutes', async () => {
    const { page } = claudia;
    await press(page, 'Plan del año');
    const plan = panelOf(page, String(NEXT));
    await plan.getByRole('button', { name: 'Enviar al comité' }).click();
    await laura.page.getByText('En el comité').first().waitFor();
    await plan.getByRole('button', { name: 'Registrar la aprobación' }).click();
    const form = page.getByRole('dialog', { name: 'Registrar la aprobación' });
    const [day, month] = new Intl.DateTimeFormat('es-CO', { timeZone: 'America/Bogota', dateStyle: 'short' })
      .formatToParts(new Date())
      .filter(({ type }) => type === 'day' || type === 'month')
      .map(({ value }) => value.padStart(2, '0'));
    await form.getByLabel('Fecha de aprobación').fill(`${day}/${month}/${YEAR}`);
    await form.getByLabel('Acta').fill('Acta 014');
    await form.getByRole('button', { name: 'Registrar la aprobación' }).click();
    await laura.page.getByText(/Acta 014/).waitFor();
    await laura.page.getByText('Cumplimiento: nada vence todavía').waitFor();
    await plan.waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows a change with its reason beside what was approved', async () => {
    const { page } = claudia;
    await rowOf(page, SUBJECT).click();
    await panelOf(page, SUBJECT).getByRole('button', { name: 'Modificar' }).click();
    const form = page.getByRole('dialog', { name: 'Modificar' });
    await form.getByRole('textbox', { name: 'Horas', exact: true }).fill('260');
    await form.getByLabel('Motivo del cambio').fill('Se agregó la filial.');
    await form.getByRole('button', { name: 'Modificar' }).click();
    await form.waitFor({ state: 'detached' });
    await rowOf(laura.page, SUBJECT).click();
    const line = panelOf(laura.page, SUBJECT).getByRole('row').filter({ hasText: 'Horas' });
    await line.getByText('260', { exact: false }).waitFor();
    await expect
      .poll(() => line.getByRole('cell').allTextContents())
      .toEqual([expect.stringContaining('200'), expect.stringContaining('260')]);
    await panelOf(laura.page, SUBJECT).getByText('Se agregó la filial.').first().waitFor();
    expect(await axeFaults(laura.page)).toEqual([]);
  });

  it('leads to the wizard with what the plan says, and is linked with the audit', async () => {
    const { page } = claudia;
    await panelOf(page, SUBJECT).getByRole('link', { name: 'Crear auditoría' }).click();
    await page.getByText(`Se crea desde el plan anual de ${NEXT}: «${SUBJECT}»`).waitFor();
    await page.getByRole('link', { name: /^Alcance/ }).click();
    await page.getByLabel('Procesos en el alcance').fill('Tesorería\nPagos');
    await page.getByRole('link', { name: /^Datos generales/ }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Nombre', exact: true }).inputValue())
      .toBe(SUBJECT);
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Fecha inicial/ }).inputValue())
      .toBe(`01/04/${NEXT}`);
    await page.getByRole('link', { name: /^Resumen/ }).click();
    await page.getByText('Andrés Murcia').first().waitFor();
    await page.getByRole('button', { name: 'Crear auditoría' }).click();
    await page.waitForURL(/auditoria-id=/);
    await panelOf(laura.page, SUBJECT).getByText('Auditoría creada').first().waitFor();
    await panelOf(laura.page, SUBJECT).getByRole('link', { name: 'Abrir la auditoría' }).waitFor();
  });
});

it('a row that is postponed moves to the plan of another year, and says where it went', async () => {
  const { page } = claudia;
  await show(claudia, NEXT);
  await press(page, 'Agregar auditoría');
  const add = page.getByRole('dialog', { name: 'Agregar auditoría' });
  await add.getByLabel('Unidad o tema').fill('Cartera');
  await add.getByRole('combobox', { name: 'Razón' }).click();
  await page.getByRole('option', { name: 'Rotación' }).click();
  await add.getByRole('combobox', { name: 'Trimestre planeado' }).click();
  await page.getByRole('option', { name: 'Tercer trimestre' }).click();
  await add.getByRole('textbox', { name: 'Horas', exact: true }).fill('80');
  await add.getByLabel('Motivo del cambio').fill('La pidió la junta.');
  await add.getByRole('button', { name: 'Guardar' }).click();
  const panel = panelOf(page, 'Cartera');
  await panel.getByRole('button', { name: 'Aplazar' }).click();
  const postpone = page.getByRole('dialog', { name: 'Aplazar' });
  await postpone.getByLabel('Motivo del cambio').fill('No alcanza el tiempo.');
  await postpone.getByRole('button', { name: 'Aplazar' }).click();
  await postpone.waitFor({ state: 'detached' });
  // The plan of the year after is begun first.
  await show(claudia, NEXT + 1);
  await press(page, 'Empezar el plan');
  await press(page, `Traer las filas de ${NEXT}`);
  await rowOf(page, SUBJECT).waitFor();
  // What was postponed has a way of its own.
  expect(await rowOf(page, 'Cartera').count()).toBe(0);
  await show(claudia, NEXT);
  await rowOf(page, 'Cartera').click();
  await panel.getByRole('button', { name: 'Mover al plan de…' }).click();
  await page.getByRole('menuitem', { name: String(NEXT + 1) }).click();
  const move = page.getByRole('dialog', { name: 'Agregar auditoría' });
  await expect.poll(() => move.getByLabel('Unidad o tema').inputValue()).toBe('Cartera');
  await move.getByRole('button', { name: 'Guardar' }).click();
  await panel.getByRole('link', { name: `En el plan de ${NEXT + 1}: «Cartera»` }).click();
  await panel.getByRole('link', { name: 'Viene aplazada de otro año: «Cartera»' }).waitFor();
  await panel.getByText('Planeada').first().waitFor();
});

/** Element that shows that a view is drawn, by its name in the URL. */
const VIEWS = {
  kanban: (page: Page) => page.getByRole('group', { name: 'Tablero por Estado' }),
  arbol: (page: Page) => page.getByRole('treegrid').or(page.getByRole('tree')),
  calendario: (page: Page) => page.getByRole('button', { name: 'Mes anterior' }),
  gantt: (page: Page) => page.locator('[aria-label="Filas con fechas"]'),
  grafico: (page: Page) => page.getByRole('table'),
  lista: (page: Page) => page.getByRole('grid').or(page.getByRole('treegrid')),
  simple: (page: Page) => page.getByRole('grid').or(page.getByRole('treegrid')),
  tabla: (page: Page) => page.getByRole('grid').or(page.getByRole('treegrid')),
};

it.each(['light', 'dark'] as const)('in %s, every view of this year has no fault', async (colorScheme) => {
  const person = await stage().enter('claudia.restrepo', { colorScheme, reducedMotion: 'reduce' });
  for (const [view, drawn] of Object.entries(VIEWS)) {
    await show(person, YEAR, `&vista=${view}`);
    await drawn(person.page).first().waitFor();
    expect([view, await axeFaults(person.page)]).toEqual([view, []]);
  }
});

it("last year's plan says how many of its audits are closed", async () => {
  const { page, url } = claudia;
  await page.goto(`${url}/plan-anual/?ano=${YEAR - 1}`);
  await page.getByText('Cumplimiento: 75 % (3 cerradas de 4 que vencieron)').waitFor();
});

it('on a phone the plan and its panel fit', async () => {
  const viewport = { width: 390, height: 844 };
  const person = await stage().enter('laura.pineda', { viewport, reducedMotion: 'reduce' });
  const { page } = person;
  await show(person, YEAR);
  await page.getByText('Inventarios').first().click();
  await panelOf(page, 'Inventarios').getByText('Frente al plan aprobado').waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
});

it('nothing complained', () => expect(stage().complaints()).toEqual([]));
