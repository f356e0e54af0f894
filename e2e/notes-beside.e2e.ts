import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf, newPlan } from './support/plan-items.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const RISK = 'Pagos duplicados';
const OTHER = 'Alta con soportes';
const NOTES = 'Notas de revisión';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
let reviewer: Plan;
let audit: string;

beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
  // The explanation of the first visit stands above the tree until it is read.
  const plan = await Plan.open(claudia, await stage().auditNamed('Compras y pagos'));
  await plan.page.getByRole('button', { name: 'Entendido, no mostrar más' }).click();
});
beforeEach(async () => {
  audit = await newPlan(stage(), 'Notas al lado');
  reviewer = await Plan.open(claudia, audit);
});

const composer = (plan: Plan): Locator =>
  plan.panel(NOTES).getByRole('textbox', { name: 'Escriba una nota de revisión' });
const holdsFocus = async (place: Locator): Promise<void> => {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
};
const topOf = async (plan: Plan, name: string): Promise<number> => {
  const box = await plan.row(name).boundingBox();
  return box?.y ?? Number.NaN;
};

async function openSheet(plan: Plan, name: string): Promise<Locator> {
  await plan.focus(name);
  await plan.press('Enter');
  const sheet = plan.panel(name);
  await sheet.waitFor();
  return sheet;
}

/** Opens the notes of the risk's probability, by the button beside the field. */
async function noteOnProbability(plan: Plan): Promise<Locator> {
  const sheet = await openSheet(plan, RISK);
  await sheet.getByRole('tab', { name: 'Calificación' }).click();
  await sheet.getByRole('button', { name: 'Nota aquí: Probabilidad' }).click();
  await plan.panel(NOTES).waitFor();
  return sheet;
}

describe('notes beside their worksheet', () => {
  it('leave it where it was, take the keys, and keep what is half written over a reload', async () => {
    const sheet = await noteOnProbability(reviewer);
    await sheet.waitFor();
    await holdsFocus(composer(reviewer));
    await reviewer.type('¿De qué dato');
    expect(await axeFaults(reviewer.page)).toEqual([]);

    await reviewer.press('Escape');
    await reviewer.panel(NOTES).waitFor({ state: 'detached' });
    await sheet.waitFor();
    await sheet.getByRole('button', { name: 'Nota aquí: Probabilidad' }).click();
    await expect.poll(() => composer(reviewer).inputValue()).toBe('¿De qué dato');
    await reviewer.page.reload();
    await sheet.waitFor();
    await expect.poll(() => composer(reviewer).inputValue()).toBe('¿De qué dato');
    await holdsFocus(composer(reviewer));
    await reviewer.press('End');
    await reviewer.type(' sale?');
    await reviewer.press('Control+Enter');
    const note = reviewer.panel(NOTES).locator('li').filter({ hasText: '¿De qué dato sale?' }).first();
    await note.getByText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/).waitFor();
    await expect.poll(() => composer(reviewer).inputValue()).toBe('');
  });

  it('are where a mention leads: row, worksheet, tab and field, and the note in sight', async () => {
    await andres.page.goto(`${andres.url}/`);
    await andres.page.getByRole('button', { name: /^Menciones/ }).waitFor();
    await noteOnProbability(reviewer);
    await reviewer.type('Mire el dato @andr');
    await reviewer.page.getByRole('option', { name: 'Andrés Murcia' }).waitFor();
    await reviewer.press('Enter');
    await reviewer.press('Control+Enter');

    const told = andres.page.getByRole('alert').filter({ hasText: 'le mencionó' });
    await told.getByRole('button', { name: 'Ver la nota' }).click();
    const sheet = andres.page.getByRole('dialog', { name: RISK, exact: true });
    await sheet.waitFor();
    await expect
      .poll(() => sheet.getByRole('tab', { name: 'Calificación' }).getAttribute('aria-selected'))
      .toBe('true');
    const field = sheet.getByRole('button', { name: 'Una nota sin cerrar en Probabilidad' });
    await field.waitFor();
    await expect.poll(() => field.getAttribute('data-current')).toBe('true');
    const notes = andres.page.getByRole('dialog', { name: NOTES, exact: true });
    const note = notes.locator('li').filter({ hasText: 'Mire el dato' }).first();
    await holdsFocus(note);
    // Its row is in sight and marked in the tree.
    const row = andres.page
      .getByRole('treeitem')
      .filter({ has: andres.page.getByTitle(RISK, { exact: true }) });
    await row.locator('[data-opened]').waitFor();

    await note.getByRole('button', { name: 'Responder' }).click();
    await andres.page.keyboard.type('Del extracto');
    await andres.page.keyboard.press('Control+Enter');
    const here = reviewer.panel(NOTES).locator('li').filter({ hasText: 'Mire el dato' }).first();
    await here.getByText('Respondida', { exact: true }).waitFor();
  });

  it('lie over it on a phone, and closing leads back to the field', async () => {
    const items = await itemsOf(stage(), audit);
    const risk = items.find(({ _nombre }) => _nombre === RISK)?.id ?? '';
    const viewport = { width: 390, height: 844 };
    const { page, url } = await stage().enter('claudia.restrepo', { viewport, reducedMotion: 'reduce' });
    await page.goto(`${url}/auditorias/plan/?auditoria-id=${audit}&hoja-id=${risk}&pestana=calificacion`);
    const sheet = page.getByRole('dialog', { name: RISK, exact: true });
    await sheet.getByRole('button', { name: 'Nota aquí: Probabilidad' }).click();
    const notes = page.getByRole('dialog', { name: NOTES, exact: true });
    await expect.poll(() => notes.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    await holdsFocus(notes.getByRole('textbox', { name: 'Escriba una nota de revisión' }));
    expect(await axeFaults(page)).toEqual([]);
    await notes.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await sheet.getByRole('tab', { name: 'Calificación', selected: true }).waitFor();
  });
});

describe('the tree beside worksheets', () => {
  it('keeps its rows in place while they open, close and get notes beside them', async () => {
    const before = await topOf(reviewer, RISK);
    const sheet = await openSheet(reviewer, RISK);
    expect(await topOf(reviewer, RISK)).toBe(before);
    await sheet.getByRole('button', { name: /^Acciones de/ }).click();
    await reviewer.page.getByRole('menuitem', { name: NOTES }).click();
    await holdsFocus(composer(reviewer));
    expect(await topOf(reviewer, RISK)).toBe(before);
    await reviewer.press('Escape');
    await reviewer.panel(NOTES).waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await topOf(reviewer, RISK)).toBe(before);
  });

  it('is gone through from within a worksheet, by keys and buttons', async () => {
    const sheet = await openSheet(reviewer, OTHER);
    await reviewer.press('Alt+ArrowDown');
    await reviewer.panel(RISK).waitFor();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => reviewer.page.getByRole('dialog').count()).toBe(1);
    await holdsFocus(reviewer.panel(RISK));
    // Notes beside it go along, and leave the keys to the worksheet.
    await reviewer
      .panel(RISK)
      .getByRole('button', { name: /^Acciones de/ })
      .click();
    await reviewer.page.getByRole('menuitem', { name: NOTES }).click();
    await holdsFocus(composer(reviewer));
    await reviewer.press('F6');
    await holdsFocus(reviewer.panel(RISK));
    await reviewer.press('Alt+ArrowUp');
    await sheet.waitFor();
    await holdsFocus(sheet);
    await reviewer.panel(NOTES).getByText(OTHER).waitFor();
    await reviewer.press('Alt+ArrowDown');
    await reviewer.panel(RISK).waitFor();
    await reviewer.panel(NOTES).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await reviewer.panel(RISK).getByRole('button', { name: 'Fila anterior' }).click();
    await sheet.waitFor();
    await reviewer.press('Escape');
    // The keys go on in the row of the worksheet that was closed.
    await holdsFocus(reviewer.row(OTHER));
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
