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
/** Buttons to sign with, by the signature that they become. */
const VERBS = { Completado: 'Marcar completado', Revisado: 'Revisar' } as const;

const mark = (panel: Locator, words: string): Locator => panel.getByRole('button', { name: words });

/** Sets both ratings, which starts the work. */
async function rate(panel: Locator): Promise<void> {
  await scale(panel, 'Probabilidad', 'Posible').check();
  await scale(panel, 'Impacto', 'Catastrófico').check();
}

async function sign(panel: Locator, name: keyof typeof VERBS): Promise<void> {
  await mark(panel, VERBS[name]).click();
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
    await sign(mine, 'Completado');
    await mark(theirs, 'Completado por Andrés Murcia').waitFor();

    await mark(mine, VERBS.Revisado).click();
    await author.page.getByText('Quien lo marcó como completado no puede revisarlo').waitFor();
    expect(
      await author.page
        .getByRole('dialog', { name: 'Revisado' })
        .getByRole('button', { name: VERBS.Revisado })
        .isDisabled(),
    ).toBe(true);
    await author.press('Escape');

    await sign(theirs, 'Revisado');
    await mark(mine, 'Revisado por Claudia Restrepo').waitFor();
    await scale(theirs, 'Probabilidad', '4 Probable').check();
    await author.toast(/Claudia Restrepo editó .*su firma quedó sin efecto/).waitFor();
    for (const panel of [theirs, mine])
      for (const verb of Object.values(VERBS)) await mark(panel, verb).waitFor();
  });
});

describe('a test of a control', () => {
  it('is completed once each instruction has its option and an action', async () => {
    const panel = await open(author, TEST, 'Evidencia documentada');
    await panel.getByRole('button', { name: 'Agregar instrucción' }).click();
    // Typed at once, with blanks that would press the button again.
    await author.type('Cruzar los pagos con sus firmas');
    await panel
      .getByRole('textbox', { name: 'Instrucción' })
      .filter({ hasText: 'Cruzar los pagos con sus firmas' })
      .waitFor();
    await expect.poll(() => panel.getByRole('textbox', { name: 'Instrucción' }).count()).toBe(1);
    await mark(panel, VERBS.Completado).click();
    await author.page.getByText('Falta elegir el resultado de 1 instrucción').waitFor();
    await author.page.getByText('Falta el procedimiento aplicado o la evidencia en 1 instrucción').waitFor();
    expect(
      await author.page
        .getByRole('dialog', { name: 'Completado' })
        .getByRole('button', { name: VERBS.Completado })
        .isDisabled(),
    ).toBe(true);
    await author.press('Escape');

    await panel.getByRole('radio', { name: 'Conforme' }).check();
    await panel.getByRole('combobox', { name: 'Procedimiento aplicado' }).click();
    await author.page.getByRole('option', { name: 'Reejecución' }).click();
    await sign(panel, 'Completado');
    await mark(panel, 'Completado por Andrés Murcia').waitFor();
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
