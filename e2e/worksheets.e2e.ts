import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { focused } from './support/entrance.ts';
import { itemsOf } from './support/plan-items.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const RISK = 'Compras fuera de atribuciones';
const CONTROL = 'Aprobación por matriz de atribuciones';
const OTHER = 'Conteo ciego en la recepción';

let plan: Plan;
let audit: string;

beforeAll(async () => {
  audit = await stage().auditNamed('Compras y pagos');
  plan = await Plan.open(await stage().enter('andres.murcia', { reducedMotion: 'reduce' }), audit);
});

const open = async (name: string): Promise<Locator> => {
  await plan.focus(name);
  await plan.press('Enter');
  await plan.panel(name).waitFor();
  return plan.panel(name);
};
const edge = (page: Page): Locator => page.getByRole('navigation', { name: 'Otras hojas abiertas' });
const holdsFocus = async (panel: Locator): Promise<void> => {
  const isInside = () => panel.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInside).toBe(true);
};

describe('worksheets beside the plan', () => {
  it('stack up, and go through them the keys', async () => {
    await open(CONTROL);
    await open(OTHER);
    const risk = await open(RISK);
    await holdsFocus(risk);
    await expect.poll(() => plan.page.getByRole('dialog').count()).toBe(1);
    await edge(plan.page)
      .getByRole('button', { name: new RegExp(`Traer al frente: .*${OTHER}`) })
      .waitFor();
    expect(await axeFaults(plan.page)).toEqual([]);

    await plan.press('Alt+PageDown');
    await holdsFocus(plan.panel(OTHER));
    await plan.press('F6');
    await holdsFocus(plan.tree);
    await plan.press('F6');
    await holdsFocus(plan.panel(OTHER));
  });

  it('are the same after a reload, and after going back', async () => {
    await plan.page.reload();
    await plan.panel(OTHER).waitFor();
    await expect.poll(() => edge(plan.page).getByRole('listitem').count()).toBe(2);
    await plan.page.goBack();
    await plan.panel(RISK).waitFor();
  });

  it('are as wide as one makes them, and fill the page to write', async () => {
    const border = plan.page.getByRole('separator', { name: 'Ancho del panel' });
    const before = Number(await border.getAttribute('aria-valuenow'));
    await border.focus();
    await plan.press('ArrowLeft');
    await expect.poll(() => border.getAttribute('aria-valuenow')).toBe(String(before + 32));
    await plan.page.reload();
    await plan.panel(RISK).waitFor();
    await expect.poll(() => border.getAttribute('aria-valuenow')).toBe(String(before + 32));

    const whole = plan.page.getByRole('button', { name: 'Ocupar toda la página' });
    await whole.click();
    await plan.tree.waitFor({ state: 'hidden' });
    expect(await axeFaults(plan.page)).toEqual([]);
    await whole.click();
    await plan.tree.waitFor();
  });

  it('show who is in them, and in which field', async () => {
    const laura = await stage().enter('laura.pineda');
    await laura.page.goto(plan.page.url());
    const theirs = laura.page.getByRole('dialog', { name: RISK });
    await theirs.getByLabel('Fecha inicial').focus();
    await plan.panel(RISK).getByRole('button', { name: 'Laura Pineda · Fecha inicial' }).waitFor();
    await plan.press('Alt+PageDown');
    await edge(plan.page).getByRole('button', { name: 'Laura Pineda · Fecha inicial' }).waitFor();
    await laura.page.keyboard.press('Escape');
    await plan.press('Alt+PageUp');
    await plan.panel(RISK).waitFor();
    await expect
      .poll(() =>
        plan
          .panel(RISK)
          .getByRole('img', { name: /^Laura/ })
          .count(),
      )
      .toBe(0);
  });

  it('that are not there say so where they would stand', async () => {
    const nothing = '99999999-0000-4000-8000-000000000000';
    await plan.page.goto(`${plan.page.url().split('&')[0]}&hoja-id=${nothing}-PA`);
    await plan.panel('Este elemento ya no está').waitFor();
    await plan.press('Escape');
    await plan.panel('Este elemento ya no está').waitFor({ state: 'detached' });
  });
});

describe('on a phone', () => {
  it('a worksheet fills the screen, and a menu leads to the others', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, url } = await stage().enter('claudia.restrepo', { viewport, reducedMotion: 'reduce' });
    const items = await itemsOf(stage(), audit);
    const idOf = (name: string) => items.find(({ _nombre }) => _nombre === name)?.id ?? '';
    await page.goto(
      `${url}/auditorias/plan/?auditoria-id=${audit}&hoja-id=${idOf(RISK)}&hojas=${idOf(CONTROL)}`,
    );
    const risk = page.getByRole('dialog', { name: RISK });
    await risk.waitFor();
    await expect.poll(() => risk.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
    // No button is highlighted initially; the next Tab moves to the first one.
    await expect.poll(() => focused(page)).toBe(RISK);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '2 hojas abiertas' }).click();
    await page.getByRole('menuitem', { name: CONTROL }).click();
    await page.getByRole('dialog', { name: CONTROL }).waitFor();
    await page.getByRole('button', { name: '2 hojas abiertas' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar todas las hojas' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
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
