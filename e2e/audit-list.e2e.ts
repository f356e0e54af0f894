import { changedTreeItem } from '@cotejo/audits-contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { itemsOf } from './support/plan-items.ts';
import type { Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const AUDIT = 'Nómina de planta';
const RISK = 'Pagos dobles';
let audit: string;
let claudia: Person;
let andres: Person;

beforeAll(async () => {
  audit = await stage().newAudit({ name: AUDIT, risks: [RISK] });
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
});

const show = ({ page, url }: Person, query: string) => page.goto(`${url}/?${query}`);
const card = (page: Page, column: string) =>
  page
    .getByRole('region', { name: new RegExp(`^${column}`) })
    .getByRole('button', { name: AUDIT, exact: true });
const move = async ({ page }: Person, to: string) => {
  await page.getByRole('button', { name: `Mover «${AUDIT}»` }).click();
  await page.getByRole('menuitem', { name: to, exact: true }).click();
};

it('the board starts an audit, which the other sees, and asks why it is cancelled', async () => {
  await Promise.all([show(claudia, 'vista=kanban'), show(andres, 'vista=kanban')]);
  await card(andres.page, 'Sin iniciar').waitFor();
  await move(claudia, 'En proceso');
  await card(andres.page, 'En proceso').waitFor();

  await move(claudia, 'Anulada');
  const dialog = claudia.page.getByRole('dialog', { name: 'Anular la auditoría' });
  await dialog.getByRole('textbox', { name: /Motivo/ }).fill('Cambio de alcance');
  await dialog.getByRole('button', { name: 'Anular la auditoría' }).click();
  await card(andres.page, 'Anulada').waitFor();

  // A leader may not reopen it: the card goes back, and says why.
  await move(andres, 'En proceso');
  const refused = andres.page.getByRole('dialog', { name: 'Reabrir la auditoría' });
  await refused.getByRole('textbox', { name: /Motivo/ }).fill('Falta una firma');
  await refused.getByRole('button', { name: 'Reabrir la auditoría' }).click();
  await refused.getByRole('alert').first().waitFor();
  await refused.getByRole('button', { name: 'Cancelar' }).click();
  await andres.page.getByRole('button', { name: 'Descartar' }).click();
  await card(andres.page, 'Anulada').waitFor();

  await move(claudia, 'En proceso');
  const reopening = claudia.page.getByRole('dialog', { name: 'Reabrir la auditoría' });
  await reopening.getByRole('textbox', { name: /Motivo/ }).fill('Falta una firma');
  await reopening.getByRole('button', { name: 'Reabrir la auditoría' }).click();
  await card(andres.page, 'En proceso').waitFor();
});

it('a card that is dragged where its audit may not go returns, and says why', async () => {
  const risk = (await itemsOf(stage(), audit)).find(({ _nombre }) => _nombre === RISK);
  await stage().call(
    'andres.murcia',
    `/proyecto/riesgo/auditoria_treeitem/${risk?.id}/values/`,
    changedTreeItem,
    { valores: { probability: 3 } },
  );
  const { page } = claudia;
  const dragged = card(page, 'En proceso');
  await dragged.hover();
  const onto = page.getByRole('region', { name: /^Sin iniciar/ });
  const [from, to] = [await dragged.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('the board is not drawn');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 80, { steps: 12 });
  await page.mouse.up();
  await page.getByText(/^Solo se puede volver a «Sin iniciar» cuando el progreso es 0; ahora es/).waitFor();
  await dragged.waitFor();
  await card(andres.page, 'En proceso').waitFor();
});

it('the tree is grouped by what the reader chooses', async () => {
  const { page } = claudia;
  await show(claudia, 'vista=arbol&grupo=leader');
  await page.getByRole('treeitem').filter({ hasText: 'Andrés Murcia' }).first().waitFor();
  await page
    .getByText('Por Líder')
    .or(page.getByText('Líder', { exact: true }))
    .first()
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

it('a year that is not loaded comes when it is asked for', async () => {
  const { page } = claudia;
  await show(claudia, 'vista=tabla');
  await page.getByRole('row').filter({ hasText: AUDIT }).waitFor();
  await page.getByRole('button', { name: /^Años cargados: \d{4} y abiertas/ }).click();
  await page.getByRole('menuitem', { name: 'Todos los años' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('f.year')).toMatch(/^\d{4}/);
  await page.getByRole('row').filter({ hasText: AUDIT }).waitFor();
  // Several years may be chosen: the menu stays open until it is closed, and fades out.
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);
});

it('on a phone the views fit', async () => {
  const viewport = { width: 390, height: 844 };
  const laura = await stage().enter('laura.pineda', { viewport, reducedMotion: 'reduce' });
  for (const view of ['lista', 'kanban', 'calendario', 'gantt', 'grafico', 'arbol']) {
    await show(laura, `vista=${view}`);
    await laura.page.getByRole('button', { name: /^Vista: / }).waitFor();
    const fits = await laura.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([view, fits]).toEqual([view, true]);
  }
});

// The browser itself logs the refused request.
it('nothing else complained', () =>
  expect(
    stage()
      .complaints()
      .filter((complaint) => !/status of (403|409|422)/.test(complaint)),
  ).toEqual([]));
