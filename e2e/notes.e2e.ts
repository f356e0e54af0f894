import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const RISK = 'Pagos duplicados';
const NOTES = 'Notas de revisión';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { cable: true }),
    stage().enter('andres.murcia'),
  ]);
});

/** The manager reviews; the leader did the work. */
let reviewer: Plan;
let author: Plan;
let audit: string;

beforeEach(async () => {
  audit = await stage().newAudit({ name: 'Con notas', processes: ['Compras'], risks: [RISK] });
  [reviewer, author] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
});

const status = (plan: Plan, words: string): Locator =>
  plan.page.getByRole('button', { name: `${RISK}: ${words}`, exact: true });
const mark = (plan: Plan): Locator => plan.row(RISK).getByRole('button', { name: /sin cerrar/ });
const note = (plan: Plan, words: string): Locator =>
  plan.panel(NOTES).locator('li').filter({ hasText: words }).first();

async function complete(plan: Plan): Promise<void> {
  for (const [from, to] of [
    ['Nuevo', 'En proceso'],
    ['En proceso', 'Completado'],
  ] as const) {
    await status(plan, from).click();
    await plan.page.getByRole('menuitem', { name: to }).click();
    await status(plan, to).waitFor();
  }
}

/** Opens the notes of the risk from the menu of its row. */
async function openNotes(plan: Plan): Promise<Locator> {
  await plan.chooseAction(RISK, NOTES);
  const panel = plan.panel(NOTES);
  await panel.waitFor();
  return panel;
}

const composer = (plan: Plan): Locator =>
  plan.panel(NOTES).getByRole('textbox', { name: 'Escriba una nota de revisión' });

/** Opens the worksheet of the risk at a tab. */
async function openSheet(plan: Plan, tab: string): Promise<Locator> {
  await plan.focus(RISK);
  await plan.press('Enter');
  const sheet = plan.panel(RISK);
  await sheet.getByRole('tab', { name: tab }).click();
  return sheet;
}

/** Adds a note to the risk's probability, by the button beside the field. */
async function writeOnProbability(plan: Plan, words: string): Promise<void> {
  const sheet = await openSheet(plan, 'Calificación');
  await sheet.getByRole('button', { name: 'Nota aquí: Probabilidad' }).click();
  await plan.panel(NOTES).getByText('Sobre: Probabilidad').waitFor();
  await composer(plan).fill(words);
  await plan.panel(NOTES).getByRole('button', { name: 'Agregar nota' }).click();
  await note(plan, words).waitFor();
}

async function write(plan: Plan, words: string): Promise<void> {
  const panel = await openNotes(plan);
  await panel.getByRole('textbox', { name: 'Escriba una nota de revisión' }).fill(words);
  await panel.getByRole('button', { name: 'Agregar nota' }).click();
  await note(plan, words).waitFor();
}

describe('a review note between two people', () => {
  it('is seen at once, answered, closed and reopened; mark and status follow', async () => {
    await complete(author);
    await status(reviewer, 'Completado').waitFor();
    await write(reviewer, 'Falta el acta de marzo');
    // The other user has only the tree open.
    await status(author, 'Nota de revisión').waitFor();
    await expect.poll(() => mark(author).innerText()).toBe('1');

    await mark(author).click();
    await note(author, 'Falta el acta de marzo').getByText('Claudia Restrepo').waitFor();
    await note(author, 'Falta el acta').getByText('Abierta').waitFor();
    const days = author.panel(NOTES).getByText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
    await expect.poll(() => days.count()).toBe(1);
    // Answering users who are not reviewers cannot close notes of others; answering comes first.
    await note(author, 'Falta el acta').getByRole('button', { name: 'Responder' }).click();
    await author.type('Adjunta');
    await author.press('Control+Enter');
    await note(reviewer, 'Adjunta').getByText('Respondida', { exact: true }).waitFor();
    await note(reviewer, 'Adjunta').getByText('la dejó como respondida').waitFor();

    await note(reviewer, 'Falta el acta').getByRole('button', { name: 'Cerrar', exact: true }).click();
    await note(author, 'Falta el acta').getByText('Cerrada', { exact: true }).waitFor();
    await mark(author).waitFor({ state: 'hidden' });
    for (const plan of [reviewer, author]) await status(plan, 'Completado').waitFor();

    await note(reviewer, 'Falta el acta').getByRole('button', { name: 'Reabrir' }).click();
    await reviewer.type('Es de otro mes');
    await note(reviewer, 'Falta el acta').getByRole('button', { name: 'Reabrir' }).click();
    await note(author, 'Es de otro mes').getByText('Abierta').waitFor();
    for (const plan of [reviewer, author]) await status(plan, 'Nota de revisión').waitFor();
    await mark(author).waitFor();
  });

  it('is listed with those of the whole audit, and told in its history', async () => {
    await write(reviewer, 'Falta el acta');
    await reviewer.panel(NOTES).getByText('Toda la auditoría').click();
    await reviewer.panel(NOTES).getByRole('heading', { name: RISK }).waitFor();
    await author.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&panel=notas`);
    await note(author, 'Falta el acta').waitFor();
    await author.panel(NOTES).getByRole('combobox', { name: 'Autor' }).click();
    await author.page.getByRole('option', { name: 'Mis notas' }).click();
    await author.panel(NOTES).getByText('Ninguna nota coincide con los filtros').waitFor();

    await author.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&panel=historial`);
    await author.page.getByText('dejó una nota de revisión').waitFor();
  });

  it('written without a connection waits, also over a reload, and is sent when there is one', async () => {
    await openNotes(reviewer);
    claudia.cable?.cut('rooms');
    await reviewer.header(/Sin conexión/).waitFor();
    const panel = reviewer.panel(NOTES);
    await panel.getByRole('textbox', { name: 'Escriba una nota de revisión' }).fill('Sin señal');
    await panel.getByRole('button', { name: 'Agregar nota' }).click();
    await note(reviewer, 'Sin señal').getByRole('img', { name: 'Aún sin enviar' }).waitFor();
    await mark(reviewer).waitFor();
    await expect.poll(() => mark(author).count()).toBe(0);

    await reviewer.page.reload();
    await note(reviewer, 'Sin señal').getByRole('img', { name: 'Aún sin enviar' }).waitFor();
    claudia.cable?.mend();
    await mark(author).waitFor();
    await mark(author).click();
    await note(author, 'Sin señal').waitFor();
    await expect.poll(() => note(reviewer, 'Sin señal').getByText('Abierta').count()).toBe(1);
    await note(reviewer, 'Sin señal')
      .getByRole('img', { name: 'Aún sin enviar' })
      .waitFor({ state: 'hidden' });
  });

  it('is read by a guest, who can write none', async () => {
    await write(reviewer, 'Falta el acta');
    const guest = await stage().enter('hernan.duque');
    const plan = await Plan.open(guest, audit);
    await mark(plan).click();
    await note(plan, 'Falta el acta').waitFor();
    expect(
      await plan.panel(NOTES).getByRole('textbox', { name: 'Escriba una nota de revisión' }).count(),
    ).toBe(0);
    await expect.poll(() => note(plan, 'Falta el acta').getByRole('button').count()).toBe(0);
  });

  it('keeps nothing from whoever sees or hears little, in light and dark', async () => {
    await write(reviewer, 'Falta el acta');
    for (const colorScheme of ['light', 'dark'] as const) {
      const person = await stage().enter('andres.murcia', { colorScheme, reducedMotion: 'reduce' });
      const plan = await Plan.open(person, audit);
      expect(await axeFaults(plan.page, '[role=tree]')).toEqual([]);
      await mark(plan).click();
      await note(plan, 'Falta el acta').getByRole('button', { name: 'Responder' }).click();
      expect(await axeFaults(plan.page, '[role=dialog]')).toEqual([]);
    }
  });
});

describe('a note on a field', () => {
  it('is counted there for the other, and leads back to it', async () => {
    await writeOnProbability(reviewer, '¿De qué dato sale?');
    // The panel is stored in the URL.
    await reviewer.page.reload();
    await reviewer.panel(NOTES).getByText('Sobre: Probabilidad').waitFor();

    const sheet = await openSheet(author, 'Calificación');
    await sheet.getByRole('button', { name: 'Una nota sin cerrar en Probabilidad' }).click();
    await note(author, '¿De qué dato sale?').getByText('Probabilidad', { exact: true }).waitFor();
    await author.panel(NOTES).getByText('Toda la auditoría').click();
    await note(author, '¿De qué dato sale?')
      .getByRole('button', { name: 'Ir al campo Probabilidad' })
      .click();
    const focused = () =>
      author.page.evaluate(
        () => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null,
      );
    await expect.poll(focused).toBe('probability');
  });

  it('is read by a guest, to whom no field offers one', async () => {
    await writeOnProbability(reviewer, '¿De qué dato sale?');
    const plan = await Plan.open(await stage().enter('hernan.duque'), audit);
    const sheet = await openSheet(plan, 'Calificación');
    await sheet.getByRole('button', { name: 'Una nota sin cerrar en Probabilidad' }).click();
    await note(plan, '¿De qué dato sale?').waitFor();
    await expect.poll(() => composer(plan).count()).toBe(0);
    await plan.panel(NOTES).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await sheet.waitFor();
    await expect.poll(() => sheet.getByRole('button', { name: /^Nota aquí/ }).count()).toBe(0);
  });
});

describe('somebody who is named in a note', () => {
  it('is told at once wherever they are, and finds it among all of the audit', async () => {
    await author.page.goto(`${andres.url}/`);
    const bell = author.page.getByRole('button', { name: /^Menciones/ });
    await bell.waitFor();
    await openNotes(reviewer);
    await composer(reviewer).click();
    await reviewer.type('Pida el acta a @and');
    const offered = reviewer.page.getByRole('option', { name: 'Andrés Murcia' });
    await offered.waitFor();
    await reviewer.press('Enter');
    await expect.poll(() => composer(reviewer).inputValue()).toBe('Pida el acta a @Andrés Murcia ');
    await reviewer.press('Control+Enter');
    await note(reviewer, 'Pida el acta').getByText('@Andrés Murcia').waitFor();

    const told = author.toast(/Claudia Restrepo le mencionó en una nota de «.*Pagos duplicados.*»/);
    await told.waitFor();
    // The toast disappears by itself, so its link is used first.
    await told.getByRole('button', { name: 'Ver la nota' }).click();
    await note(author, 'Pida el acta').getByText('@Andrés Murcia').waitFor();
    await author
      .row(RISK)
      .getByRole('button', { name: /le mencionan/ })
      .waitFor();
    await author.page.getByRole('button', { name: 'Menciones', exact: true }).click();
    const mention = author.page.getByRole('link', {
      name: /Claudia Restrepo.*Pida el acta a @Andrés Murcia/,
    });
    await mention.waitFor();
    expect(await axeFaults(author.page)).toEqual([]);
    await mention.click();
    await mention.waitFor({ state: 'hidden' });

    for (const plan of [author, reviewer]) {
      await plan.panel(NOTES).getByText('Toda la auditoría').click();
      await plan
        .panel(NOTES)
        .getByRole('checkbox', { name: /Me mencionan/ })
        // The filter is in the address, which follows in a moment.
        .click();
    }
    await note(author, 'Pida el acta').waitFor();
    await reviewer.panel(NOTES).getByText('Ninguna nota coincide con los filtros').waitFor();
  });

  it('is offered to whoever sees or hears little, in light and dark', async () => {
    await writeOnProbability(reviewer, '¿De qué dato sale?');
    for (const colorScheme of ['light', 'dark'] as const) {
      const person = await stage().enter('claudia.restrepo', { colorScheme, reducedMotion: 'reduce' });
      const plan = await Plan.open(person, audit);
      const sheet = await openSheet(plan, 'Calificación');
      await sheet.getByRole('button', { name: 'Una nota sin cerrar en Probabilidad' }).waitFor();
      expect(await axeFaults(plan.page, '[role=dialog]')).toEqual([]);
      await sheet.getByRole('button', { name: 'Una nota sin cerrar en Probabilidad' }).click();
      await composer(plan).click();
      await plan.type('@');
      await plan.page.getByRole('listbox', { name: 'Personas de la auditoría' }).waitFor();
      expect(await axeFaults(plan.page)).toEqual([]);
    }
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
