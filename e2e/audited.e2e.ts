import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import type { EnterOptions, Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const PLAN = 'Cerrar la tolerancia';
let marta: Person;

const cards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Mis planes de acción' }).getByRole('listitem');
const card = (page: Page, code: string): Locator => cards(page).filter({ hasText: code });
const panel = (page: Page): Locator => page.getByRole('dialog');
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const enter = async (options: EnterOptions = {}): Promise<Person> => {
  const person = await stage().enter('marta.suarez', { reducedMotion: 'reduce', ...options });
  await person.page.goto(person.url);
  await card(person.page, 'PA-02').waitFor();
  return person;
};

beforeAll(async () => {
  marta = await enter();
});

describe('the person responsible for an action plan', () => {
  it('reads by keyboard what is asked of them, and is back at its card', async () => {
    const { page } = marta;
    const opener = card(page, 'PA-02').getByRole('button');
    await opener.focus();
    await page.keyboard.press('Enter');
    await panel(page).getByText(PLAN).waitFor();
    await panel(page).getByText('Evaluado').waitFor();
    await panel(page).getByText('no tiene nada pendiente').waitFor();
    await panel(page).getByText('Qué se recomienda').waitFor();
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('sees at once the day that an auditor writes, and finds the plan at its address', async () => {
    const { page } = marta;
    const id = await card(page, 'PA-02').getAttribute('data-plan');
    await card(page, 'PA-02').getByRole('button').click();
    await panel(page).getByText(PLAN).waitFor();
    const claudia = await stage().enter('claudia.restrepo', { reducedMotion: 'reduce' });
    const audit = await stage().auditNamed('Compras y pagos');
    await claudia.page.goto(
      `${claudia.url}/auditorias/plan/?auditoria-id=${audit}&hoja-id=${encodeURIComponent(id ?? '')}`,
    );
    const field = claudia.page.getByRole('textbox', { name: 'Fecha de asignación' });
    await field.fill('02/03/2026');
    await field.press('Tab');
    await panel(page).getByText('02/03/2026').waitFor();
    await page.reload();
    await panel(page).getByText('02/03/2026').waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('has a page that anybody can read: %s, %i px', async (colorScheme, width) => {
    const { page } = await enter({ colorScheme, viewport: { width, height: 844 } });
    await expect.poll(() => fits(page)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await card(page, 'PA-02').getByRole('button').click();
    await panel(page).getByText(PLAN).waitFor();
    await expect.poll(() => fits(page)).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });
});

it('leaves no complaint on the console', () => expect(stage().complaints()).toEqual([]));
