import type { Locator, Page } from 'playwright-core';
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

/** Element that shows that a view is rendered, by its name in the URL. */
const VIEWS: Readonly<Record<string, (page: Page) => Locator>> = {
  kanban: (page) => page.getByRole('group', { name: 'Tablero por Estado' }),
  arbol: (page) => page.getByRole('treegrid').or(page.getByRole('tree')),
  calendario: (page) => page.getByText('Sin fecha').or(page.getByRole('button', { name: 'Mes anterior' })),
  gantt: (page) => page.locator('[aria-label="Filas con fechas"]'),
  grafico: (page) => page.getByRole('table'),
  lista: (page) => page.getByRole('grid').or(page.getByRole('treegrid')),
  simple: (page) => page.getByRole('grid').or(page.getByRole('treegrid')),
};

const ERP = 'Solicitar acceso de consulta al ERP';
const MINUTES = 'Pedir las actas del comité de compras';
const PAPERS = 'Archivar los papeles de trabajo del año anterior';
const show = ({ page, url }: Person, view: string) => page.goto(`${url}/tareas/?vista=${view}`);
const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const cardIn = (page: Page, column: string, title: string) =>
  columnOf(page, column).getByRole('button', { name: title, exact: true });

describe('the board of tasks', () => {
  it('moves a card with the pointer, which the other sees', async () => {
    await Promise.all([show(claudia, 'kanban'), show(laura, 'kanban')]);
    const { page } = laura;
    await cardIn(claudia.page, 'Pendiente', MINUTES).waitFor();
    const card = cardIn(page, 'Pendiente', MINUTES);
    await card.waitFor();
    // Waits until the card stays where it is.
    await card.hover();
    const [from, onto] = [await card.boundingBox(), await columnOf(page, 'En proceso').boundingBox()];
    if (!from || !onto) throw new Error('the board is not drawn');
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
    await page.mouse.move(onto.x + onto.width / 2, onto.y + 80, { steps: 12 });
    await page.mouse.up();
    await cardIn(page, 'En proceso', MINUTES).waitFor();
    await cardIn(claudia.page, 'En proceso', MINUTES).waitFor();
  });

  it('opens a card that is pressed and not dragged', async () => {
    await show(claudia, 'kanban');
    const { page } = claudia;
    await cardIn(page, 'Completada', ERP).click();
    const panel = page.getByRole('dialog', { name: ERP });
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('moves a card with the keyboard, which the other sees', async () => {
    const { page } = laura;
    await cardIn(page, 'Pendiente', PAPERS).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await cardIn(page, 'En proceso', PAPERS).waitFor();
    await cardIn(claudia.page, 'En proceso', PAPERS).waitFor();
  });

  it('takes a card back that may not go there, and says why', async () => {
    const { page } = laura;
    await page.getByRole('button', { name: `Mover «${PAPERS}»` }).click();
    await page.getByRole('menuitem', { name: 'Revisada' }).click();
    await page.getByText('Ese cambio no está permitido').waitFor();
    await cardIn(page, 'En proceso', PAPERS).waitFor();
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('every view is drawn without a fault of accessibility', async () => {
    const person = await stage().enter('claudia.restrepo', { colorScheme, reducedMotion: 'reduce' });
    for (const [view, drawn] of Object.entries(VIEWS)) {
      await show(person, view);
      await drawn(person.page).first().waitFor();
      expect([view, await axeFaults(person.page)]).toEqual([view, []]);
    }
  });
});

it('on a phone every view fits', async () => {
  const viewport = { width: 390, height: 844 };
  const person = await stage().enter('laura.pineda', { viewport, reducedMotion: 'reduce' });
  for (const [view, drawn] of Object.entries(VIEWS)) {
    await show(person, view);
    await drawn(person.page).first().waitFor();
    const fits = await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([view, fits]).toEqual([view, true]);
  }
  await show(person, 'gantt');
  await person.page.getByRole('button', { name: 'Línea de tiempo' }).click();
  await person.page.getByRole('group', { name: 'Línea de tiempo' }).waitFor();
});

it('nothing complained', () => expect(stage().complaints()).toEqual([]));
