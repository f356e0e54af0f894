import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let andres: Person;
let plan: Plan;
let audit: string;

beforeAll(async () => {
  andres = await stage().enter('andres.murcia');
});

/** Rows under "Ejecución" as displayed. */
async function branch(of = plan): Promise<string[]> {
  const lines = await of.outline();
  const from = lines.indexOf('Ejecución');
  const to = lines.findIndex((line, at) => at > from && !line.startsWith(' '));
  return lines.slice(from + 1, to === -1 ? undefined : to).map((line) => line.slice(2));
}
const sees = async (...lines: string[]) => await expect.poll(() => branch()).toEqual(lines);

/** Names of the selected rows, top to bottom. */
const chosen = (): Promise<string[]> =>
  plan.tree
    .locator('[role=treeitem][aria-selected=true]')
    .evaluateAll((rows) =>
      rows
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.querySelector('[title]:not([role=img])')?.getAttribute('title') ?? '…'),
    );

const areChosen = async (...names: string[]) => await expect.poll(chosen).toEqual(names);

/** Name of the focused row; otherwise the focused field or button. */
const focused = (of = plan): Promise<string> =>
  of.page.evaluate(() => {
    const at = document.activeElement;
    const name = at?.querySelector('[title]:not([role=img])')?.getAttribute('title');
    return at?.getAttribute('role') === 'treeitem' && name
      ? name
      : `${at?.tagName} ${at?.getAttribute('aria-label')}`;
  });
const isAt = async (name: string) => await expect.poll(() => focused()).toBe(name);

const nameOf = (name: string): Locator => plan.row(name).getByTitle(name, { exact: true });
const bar = () => plan.page.getByRole('toolbar', { name: 'Elementos seleccionados' });

const ALL = ['Compras', 'Pagos', 'Pagos duplicados', 'Proveedores ficticios'];

describe('the tree of a plan', () => {
  beforeEach(async () => {
    audit = await stage().newAudit({
      name: 'Compras menores',
      processes: ['Compras', 'Pagos'],
      risks: ['Pagos duplicados', 'Proveedores ficticios'],
    });
    plan = await Plan.open(andres, audit);
    await sees(...ALL);
  });

  it('is walked by keyboard, and says where each row stands', async () => {
    await plan.focus('Compras');
    for (const [key, name] of [
      ['ArrowDown', 'Pagos'],
      ['ArrowLeft', 'Ejecución'],
      ['ArrowRight', 'Compras'],
      ['Home', 'Planeación'],
      ['End', 'Informe final'],
      ['PageUp', 'Planeación'],
      ['PageDown', 'Informe final'],
    ] as const) {
      await plan.press(key);
      await isAt(name);
    }
    const attributes = await plan
      .row('Pagos')
      .evaluate((row) => ['level', 'posinset', 'setsize'].map((name) => row.getAttribute(`aria-${name}`)));
    expect(attributes).toEqual(['2', '2', '4']);

    // Closes, opens, and opens all rows of the level.
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await sees();
    await expect.poll(() => plan.row('Ejecución').getAttribute('aria-expanded')).toBe('false');
    await plan.focus('Planeación');
    await plan.press('*');
    await sees(...ALL);
  });

  it('finds a row by what is typed: its name, or its code', async () => {
    // Freezes the clock, so that letters form a word on a busy machine, too.
    const typeAtOnce = async (word: string) => {
      await plan.page.evaluate(() => {
        const now = performance.now();
        performance.now = () => now;
      });
      await plan.type(word);
      await plan.page.evaluate(() => void Reflect.deleteProperty(performance, 'now'));
    };
    await plan.focus('Planeación');
    await typeAtOnce('pagos d');
    await isAt('Pagos duplicados');
    await plan.page.waitForTimeout(800);
    await typeAtOnce('r-002');
    await isAt('Proveedores ficticios');
  });

  it('chooses rows by mouse and by keyboard, and shows what can be done with them', async () => {
    await nameOf('Pagos').click();
    await nameOf('Proveedores ficticios').click({ modifiers: ['Shift'] });
    await areChosen('Pagos', 'Pagos duplicados', 'Proveedores ficticios');
    await bar().getByText('3 seleccionados').waitFor();
    await nameOf('Pagos duplicados').click({ modifiers: ['Control'] });
    await areChosen('Pagos', 'Proveedores ficticios');
    await bar().getByRole('button', { name: 'Quitar la selección' }).click();
    await bar().waitFor({ state: 'hidden' });

    await plan.focus('Compras');
    await plan.press('Shift+ArrowDown');
    await plan.press('Shift+ArrowDown');
    await areChosen(...ALL.slice(0, 3));
    await plan.press('Control+a');
    await areChosen(...ALL);
    await plan.press('Control+a');
    await bar().getByText('13 seleccionados').waitFor();
    await plan.press('Escape');
    await expect.poll(chosen).toHaveLength(1);

    // Rows hidden by a closed branch are deselected.
    await plan.focus('Compras');
    await plan.press('Shift+ArrowDown');
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await bar().waitFor({ state: 'hidden' });
  });

  it('is dragged before, into and after rows, several at once', async () => {
    await plan.drag('Proveedores ficticios', 'before', 'Pagos');
    await sees('Compras', 'Proveedores ficticios', 'Pagos', 'Pagos duplicados');
    // Dragged rows are selected; adds one more with Ctrl.
    await nameOf('Pagos duplicados').click({ modifiers: ['Control'] });
    await plan.drag('Pagos duplicados', 'inside', 'Compras', true);
    await plan.page.getByRole('status').filter({ hasText: '2 elementos · dentro de «Compras»' }).waitFor();
    await plan.page.mouse.up();
    await sees('Compras', '  Proveedores ficticios', '  Pagos duplicados', 'Pagos');

    // After the last row of a branch, the level depends on the pointer.
    await plan.drag('Pagos', 'after', 'Pagos duplicados', true);
    await plan.page.getByRole('status').filter({ hasText: 'después de «Compras»' }).waitFor();
    await plan.press('Escape');
    await plan.page.mouse.up();
    await sees('Compras', '  Proveedores ficticios', '  Pagos duplicados', 'Pagos');
  });

  it('opens a closed branch on which a drag rests, and puts nothing above the understanding', async () => {
    await plan.drag('Pagos duplicados', 'inside', 'Compras');
    await plan.focus('Compras');
    await plan.press('ArrowLeft');
    await sees('Compras', 'Pagos', 'Proveedores ficticios');
    await plan.drag('Proveedores ficticios', 'inside', 'Compras', true);
    await plan.row('Pagos duplicados').waitFor();
    await plan.press('Escape');
    await plan.page.mouse.up();

    await plan.drag('Reunión de apertura', 'before', 'Entendimiento del proceso');
    const start = () => plan.outline().then((lines) => lines.slice(1, 4));
    await expect
      .poll(start)
      .toEqual(['  Entendimiento del proceso', '  Reunión de apertura', '  Memorando de planeación']);
  });

  it('moves what is chosen by keyboard, as one step to undo', async () => {
    await plan.focus('Compras');
    await plan.press('Shift+ArrowDown');
    await plan.press('Alt+ArrowDown');
    await sees('Pagos duplicados', 'Compras', 'Pagos', 'Proveedores ficticios');
    await plan.press('Control+z');
    await sees(...ALL);
  });

  it('adds one row after another in its place, further in and out', async () => {
    const field = plan.page.getByRole('textbox', { name: 'Nombre: riesgo' });
    await plan.focus('Compras');
    await plan.page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await plan.page.getByRole('menuitem', { name: 'Riesgo' }).first().click();
    await field.fill('Compras fraccionadas');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    // Moves it out of the process, directly below it.
    await field.press('Shift+Tab');
    await field.fill('Precios inflados');
    await field.press('Enter');
    await field.press('Escape');
    await sees('Compras', '  Compras fraccionadas', 'Precios inflados', ...ALL.slice(1));
    // Moves it into the process above.
    await plan.focus('Pagos');
    await plan.press('Insert');
    await plan.page.getByRole('textbox', { name: /^Nombre: / }).press('Escape');
    await isAt('Pagos');
  });

  it('makes many of several pasted lines', async () => {
    await andres.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await plan.page.evaluate(() => navigator.clipboard.writeText('Uno\nDos\nTres'));
    await plan.focus('Compras');
    await plan.press('Control+v');
    const dialog = plan.page.getByRole('dialog');
    await dialog.getByText('Tres').first().waitFor();
    await plan.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await sees(...ALL);
  });

  it('renames in its place, and shows what somebody else makes of it meanwhile', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    await plan.focus('Compras');
    await plan.press('F2');
    const field = plan.page.getByRole('textbox', { name: 'Nombre', exact: true });
    await field.fill('Compras mayores');
    await theirs.rename('Compras', 'Compras locales');
    await plan.tree.getByText('Claudia Restrepo lo cambió a «Compras locales»').waitFor();
    await expect.poll(() => field.inputValue()).toBe('Compras mayores');
    await field.press('Enter');
    await plan.row('Compras mayores').waitFor();
    await theirs.row('Compras mayores').waitFor();
    await isAt('Compras mayores');

    await plan.focus('Pagos duplicados');
    await plan.press('Shift+F2');
    const code = plan.page.getByRole('textbox', { name: 'Código', exact: true });
    await code.fill('R-100');
    await code.press('Enter');
    await theirs.row('Pagos duplicados').getByText('R-100').waitFor();
    await claudia.page.close();
  });

  it('copies, cuts and pastes rows', async () => {
    await plan.focus('Pagos duplicados');
    await plan.press('Control+c');
    await plan.focus('Compras');
    await plan.press('Control+v');
    await sees('Compras', '  Pagos duplicados', 'Pagos', 'Pagos duplicados', 'Proveedores ficticios');
    await plan.press('Control+z');
    await sees(...ALL);

    await plan.focus('Proveedores ficticios');
    await plan.press('Control+x');
    await plan.focus('Pagos');
    await plan.press('Control+v');
    await sees('Compras', 'Pagos', '  Proveedores ficticios', 'Pagos duplicados');
  });

  it('says what others did, and what one did oneself, to screen readers', async () => {
    const live = plan.page.locator('[aria-live=polite]').first();
    await plan.focus('Compras');
    await plan.press('Alt+ArrowDown');
    await expect.poll(() => live.textContent()).toBe('Compras ahora es 2 de 4 en Ejecución');
    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    await theirs.rename('Pagos', 'Pagos a terceros');
    await expect.poll(() => live.textContent()).toBe('Claudia Restrepo: renombró «Pagos a terceros»');
    await claudia.page.close();
  });

  it('keeps the keys when the row that has them goes out of sight, or away', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    await plan.focus('Pagos');
    await theirs.focus('Pagos');
    await theirs.press('Delete');
    await theirs.page.getByRole('dialog').getByRole('button', { name: 'Sí, Eliminar' }).click();
    await sees('Compras', 'Pagos duplicados', 'Proveedores ficticios');
    await isAt('Pagos duplicados');
    await plan.press('ArrowDown');
    await isAt('Proveedores ficticios');
    await claudia.page.close();
  });

  it('lists its keys', async () => {
    await plan.focus('Compras');
    await plan.press('?');
    await plan.page.getByRole('dialog', { name: 'Atajos de teclado' }).getByText('Duplicar').waitFor();
    await plan.press('Escape');
    await isAt('Compras');
  });

  it('explains itself at the first visit, once', async () => {
    const hint = plan.page.getByRole('complementary', { name: 'Primera visita' });
    await hint.waitFor();
    const top = async () => (await plan.row('Ejecución').boundingBox())?.y;
    const before = await top();
    // It stands below the rows, whose places it never changes.
    expect((await hint.boundingBox())?.y).toBeGreaterThan(before ?? Infinity);
    await hint.getByRole('button', { name: 'Entendido, no mostrar más' }).click();
    await hint.waitFor({ state: 'hidden' });
    expect(await top()).toBe(before);
    const closed = await plan.row('Ejecución').getAttribute('data-item');
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await plan.remembers(`"switched":["${closed}"]`);
    await plan.reopen(audit);
    // Closed branches stay closed.
    await expect.poll(() => plan.row('Compras').count()).toBe(0);
    await expect.poll(() => hint.count()).toBe(0);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});

it('serves the picture of each kind of row as a file', async () => {
  const icon = await andres.page.request.get(`${andres.url}/icons/risk.svg`);
  expect(icon.headers()['content-type']).toContain('image/svg+xml');
  expect(await icon.text()).toMatch(/^<svg/);
});
