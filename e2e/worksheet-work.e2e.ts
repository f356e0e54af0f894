import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itemsOf } from './support/plan-items.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const RISK = 'Pagos duplicados';
const TEST = 'Reejecución de pagos';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { cable: true, reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
});

/** The manager reviews; the leader does the work. */
let reviewer: Plan;
let author: Plan;

beforeEach(async () => {
  const audit = await stage().newAudit({ name: 'Con hojas', processes: ['Compras'], risks: [RISK] });
  const risk = (await itemsOf(stage(), audit)).find(({ _nombre }) => _nombre === RISK);
  const add = (item_tipo: string, nombre: string, parent: string | undefined) =>
    stage().call('andres.murcia', `/proyecto/riesgo/auditoria/${audit}/tree/`, z.object({ id: z.string() }), {
      item_tipo,
      nombre,
      parent,
    });
  const control = await add('HT_CONTROL', 'Doble aprobación', risk?.id);
  await add('HT_CONTROL_TEST', TEST, control.id);
  [reviewer, author] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
});

async function open(plan: Plan, name: string, tab: string): Promise<Locator> {
  await plan.focus(name);
  await plan.press('Enter');
  const panel = plan.panel(name);
  await panel.getByRole('tab', { name: tab }).click();
  return panel;
}

const scale = (panel: Locator, name: string, step: string): Locator =>
  panel.getByRole('radiogroup', { name }).getByRole('radio', { name: step });
const mark = (panel: Locator, words: string): Locator => panel.getByRole('button', { name: words });

/** Sets both ratings, which starts the work. */
async function rate(panel: Locator): Promise<void> {
  await scale(panel, 'Probabilidad', 'Posible').check();
  await scale(panel, 'Impacto', 'Catastrófico').check();
}

async function sign(plan: Plan, panel: Locator, name: string): Promise<void> {
  await mark(panel, `${name}: sin firmas`).click();
  await plan.page.getByRole('button', { name: `Firmar: ${name}` }).click();
}

describe('two people in one worksheet', () => {
  it('who set the same field without seeing each other are both told', async () => {
    const [theirs, mine] = [
      await open(reviewer, RISK, 'Calificación'),
      await open(author, RISK, 'Calificación'),
    ];
    claudia.cable?.cut('rooms');
    await reviewer.header(/Sin conexión/).waitFor();
    await scale(theirs, 'Probabilidad', 'Casi segura').check();
    await scale(mine, 'Probabilidad', 'Posible').check();
    claudia.cable?.mend();
    // Toasts disappear by themselves, so both are awaited concurrently.
    await Promise.all([
      reviewer.toast(/reemplazó .*Andrés Murcia/).waitFor(),
      author.toast(/Claudia Restrepo cambió «probabilidad»/i).waitFor(),
    ]);
    for (const panel of [theirs, mine])
      await expect.poll(() => scale(panel, 'Probabilidad', 'Casi segura').isChecked()).toBe(true);
  });

  it('see a signature at once, may not review their own work, and are told when an edit voids it', async () => {
    const [theirs, mine] = [
      await open(reviewer, RISK, 'Calificación'),
      await open(author, RISK, 'Calificación'),
    ];
    await rate(mine);
    await sign(author, mine, 'Completado');
    await mark(theirs, 'Completado: firmado por Andrés Murcia').waitFor();

    await mark(mine, 'Revisado: sin firmas').click();
    await author.page.getByText('Quien lo marcó como completado no puede revisarlo').waitFor();
    expect(await author.page.getByRole('button', { name: 'Firmar: Revisado' }).isDisabled()).toBe(true);
    await author.press('Escape');

    await sign(reviewer, theirs, 'Revisado');
    await mark(mine, 'Revisado: firmado por Claudia Restrepo').waitFor();
    await scale(theirs, 'Probabilidad', '4 Probable').check();
    await author.toast(/Claudia Restrepo editó .*su firma quedó sin efecto/).waitFor();
    for (const panel of [theirs, mine])
      for (const name of ['Completado', 'Revisado']) await mark(panel, `${name}: sin firmas`).waitFor();
  });
});

describe('a test of a control', () => {
  it('is completed once each instruction has its option and an action', async () => {
    const panel = await open(author, TEST, 'Evidencia documentada');
    await panel.getByRole('button', { name: 'Agregar instrucción' }).click();
    await mark(panel, 'Completado: sin firmas').click();
    await author.page.getByText('Falta elegir la opción de 1 instrucción').waitFor();
    await author.page.getByText('Falta una acción o evidencia en 1 instrucción').waitFor();
    expect(await author.page.getByRole('button', { name: 'Firmar: Completado' }).isDisabled()).toBe(true);
    await author.press('Escape');

    await panel.getByRole('radio', { name: 'Conforme' }).check();
    await panel.getByRole('combobox', { name: 'Procedimiento aplicado' }).click();
    await author.page.getByRole('option', { name: 'Reejecución' }).click();
    await sign(author, panel, 'Completado');
    await mark(panel, 'Completado: firmado por Andrés Murcia').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    const refused = /status of 4\d\d/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
