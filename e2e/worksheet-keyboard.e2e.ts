import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { focused, tabTo } from './support/entrance.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const RISK = 'Pagos duplicados';
const NOTES = 'Notas de revisión';

/** Presses Tab until the focus is in the scale. */
async function tabToScale(page: Page, name: string): Promise<void> {
  const isThere = () =>
    page.evaluate((wanted) => {
      const group = document.activeElement?.closest('[role=radiogroup]');
      const label = document.getElementById(group?.getAttribute('aria-labelledby') ?? '');
      return label?.innerText === wanted;
    }, name);
  for (let press = 0; press < 20 && !(await isThere()); press++) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

const isInside = (plan: Plan, name: string): Promise<boolean> =>
  plan.panel(name).evaluate((element) => element.contains(document.activeElement));
const isOnRow = (plan: Plan, name: string): Promise<boolean> =>
  plan.row(name).evaluate((element) => element === document.activeElement);

/** Presses a key until the condition holds, waiting for the focus to move each time. */
async function walkTo(plan: Plan, key: string, isThere: () => Promise<boolean>): Promise<void> {
  const where = () => plan.page.evaluate(() => document.activeElement?.outerHTML ?? '');
  for (let press = 0; press < 30 && !(await isThere()); press++) {
    const before = await where();
    await plan.press(key);
    await expect.poll(where).not.toBe(before);
  }
  expect(await isThere()).toBe(true);
}

describe('a worksheet without a mouse', () => {
  it('is opened from the tree, gone through, filled and signed; closed, the focus is on its row', async () => {
    const audit = await stage().newAudit({ name: 'Con teclado', processes: ['Compras'], risks: [RISK] });
    const andres = await Plan.open(await stage().enter('andres.murcia'), audit);
    const { page } = andres;
    await andres.focus('Planeación');
    await walkTo(andres, 'ArrowDown', () => isOnRow(andres, RISK));
    await andres.press('Enter');
    await andres.panel(RISK).waitFor();
    await expect.poll(() => isInside(andres, RISK)).toBe(true);

    await tabTo(page, 'Información');
    await andres.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Calificación');
    await tabToScale(page, 'Probabilidad');
    await andres.press('Space');
    await tabToScale(page, 'Impacto');
    await andres.press('Space');
    await andres.press('ArrowRight');
    const chosen = andres.panel(RISK).getByRole('radio', { checked: true });
    await expect.poll(() => chosen.count()).toBe(2);

    await tabTo(page, 'Marcar completado');
    await andres.press('Enter');
    await andres.panel(RISK).getByRole('button', { name: 'Completado por Andrés Murcia' }).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Completado por Andrés Murcia/);
    await andres.press('Escape');
    await expect.poll(() => isOnRow(andres, RISK)).toBe(true);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    const claudia = await Plan.open(await stage().enter('claudia.restrepo'), audit);
    await claudia.focus(RISK);
    await claudia.press('Enter');
    await expect.poll(() => isInside(claudia, RISK)).toBe(true);
    await tabTo(claudia.page, `Acciones de ${RISK}`);
    await claudia.press('Enter');
    // The menu takes the focus a moment after it is visible.
    const menu = claudia.page.getByRole('menu');
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await walkTo(claudia, 'ArrowDown', async () => (await focused(claudia.page)) === NOTES);
    await claudia.press('Enter');
    await expect.poll(() => isInside(claudia, NOTES)).toBe(true);
    await expect.poll(() => focused(claudia.page)).toBe('Escriba una nota de revisión');
    await claudia.type('Falta el soporte de marzo');
    await claudia.press('Control+Enter');
    await claudia.panel(NOTES).getByRole('listitem').filter({ hasText: 'Falta el soporte' }).waitFor();
    await claudia.press('Escape');
    await expect.poll(() => isInside(claudia, RISK)).toBe(true);
    await claudia.press('Escape');
    await expect.poll(() => isOnRow(claudia, RISK)).toBe(true);
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
