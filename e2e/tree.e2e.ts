import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { nextFrame, Plan } from './support/plan.ts';
import { PATIENT, type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let andres: Person;
let plan: Plan;
let audit: string;

beforeAll(async () => {
  andres = await stage().enter('andres.murcia');
});

/** What is under "Ejecución", as the person sees it. */
async function branch(of = plan): Promise<string[]> {
  const lines = await of.outline();
  const from = lines.indexOf('Ejecución');
  const to = lines.findIndex((line, at) => at > from && !line.startsWith(' '));
  return lines.slice(from + 1, to === -1 ? undefined : to).map((line) => line.slice(2));
}
const sees = async (...lines: string[]) => await expect.poll(() => branch(), PATIENT).toEqual(lines);

/** Names of the rows that are chosen, from top to bottom. */
const chosen = (): Promise<string[]> =>
  plan.tree
    .locator('[role=treeitem][aria-selected=true]')
    .evaluateAll((rows) =>
      rows
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.querySelector('[title]:not([role=img])')?.getAttribute('title') ?? '…'),
    );

/** Name of the row that has the focus; the field or button otherwise. */
const focused = (of = plan): Promise<string> =>
  of.page.evaluate(() => {
    const at = document.activeElement;
    const name = at?.querySelector('[title]:not([role=img])')?.getAttribute('title');
    return at?.getAttribute('role') === 'treeitem' && name
      ? name
      : `${at?.tagName} ${at?.getAttribute('aria-label')}`;
  });
const isAt = async (name: string) => await expect.poll(() => focused(), PATIENT).toBe(name);

const nameOf = (name: string): Locator => plan.row(name).getByTitle(name, { exact: true });
const bar = () => plan.page.getByRole('toolbar', { name: 'Elementos seleccionados' });
const edge = (column: string) => plan.page.getByRole('separator', { name: `Ancho de ${column}` });

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

    // Closed, opened, and all of the level together.
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await sees();
    expect(await plan.row('Ejecución').getAttribute('aria-expanded')).toBe('false');
    await plan.focus('Planeación');
    await plan.press('*');
    await sees(...ALL);
  });

  it('finds a row by what is typed: its name, or its code', async () => {
    await plan.focus('Planeación');
    await plan.type('pagos d');
    await isAt('Pagos duplicados');
    await plan.page.waitForTimeout(800);
    await plan.type('r-002');
    await isAt('Proveedores ficticios');
  });

  it('chooses rows by mouse and by keyboard, and shows what can be done with them', async () => {
    await nameOf('Pagos').click();
    await nameOf('Proveedores ficticios').click({ modifiers: ['Shift'] });
    expect(await chosen()).toEqual(['Pagos', 'Pagos duplicados', 'Proveedores ficticios']);
    await bar().getByText('3 seleccionados').waitFor();
    await nameOf('Pagos duplicados').click({ modifiers: ['Control'] });
    expect(await chosen()).toEqual(['Pagos', 'Proveedores ficticios']);
    await bar().getByRole('button', { name: 'Quitar la selección' }).click();
    await bar().waitFor({ state: 'hidden' });

    await plan.focus('Compras');
    await plan.press('Shift+ArrowDown');
    await plan.press('Shift+ArrowDown');
    expect(await chosen()).toEqual(ALL.slice(0, 3));
    await plan.press('Control+a');
    expect(await chosen()).toEqual(ALL);
    await plan.press('Control+a');
    await bar().getByText('13 seleccionados').waitFor();
    await plan.press('Escape');
    expect(await chosen()).toHaveLength(1);

    // What a closed branch hides is not chosen any more.
    await plan.focus('Compras');
    await plan.press('Shift+ArrowDown');
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await bar().waitFor({ state: 'hidden' });
  });

  it('is dragged before, into and after rows, several at once', async () => {
    await plan.drag('Proveedores ficticios', 'before', 'Pagos');
    await sees('Compras', 'Proveedores ficticios', 'Pagos', 'Pagos duplicados');
    // What was dragged is chosen; one more with Ctrl.
    await nameOf('Pagos duplicados').click({ modifiers: ['Control'] });
    await plan.drag('Pagos duplicados', 'inside', 'Compras', true);
    await plan.page.getByRole('status').filter({ hasText: '2 elementos · dentro de «Compras»' }).waitFor();
    await plan.page.mouse.up();
    await sees('Compras', '  Proveedores ficticios', '  Pagos duplicados', 'Pagos');

    // After the last of a branch: as deep as the pointer stands.
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
      .poll(start, PATIENT)
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
    await expect.poll(() => field.inputValue(), PATIENT).toBe('');
    // Out of the process, to right below it.
    await field.press('Shift+Tab');
    await field.fill('Precios inflados');
    await field.press('Enter');
    await field.press('Escape');
    await sees('Compras', '  Compras fraccionadas', 'Precios inflados', ...ALL.slice(1));
    // And further in: under the process above.
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
    expect(await field.inputValue()).toBe('Compras mayores');
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
    await expect.poll(() => live.textContent(), PATIENT).toBe('Compras ahora es 2 de 4 en Ejecución');
    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    await theirs.rename('Pagos', 'Pagos a terceros');
    await expect
      .poll(() => live.textContent(), PATIENT)
      .toBe('Claudia Restrepo: renombró «Pagos a terceros»');
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
    await hint.getByRole('button', { name: 'Entendido, no mostrar más' }).click();
    await hint.waitFor({ state: 'hidden' });
    await plan.focus('Ejecución');
    await plan.press('ArrowLeft');
    await plan.page.waitForTimeout(500);
    await plan.reopen(audit);
    // What was closed is closed still.
    expect(await plan.row('Compras').count()).toBe(0);
    expect(await hint.count()).toBe(0);
  });
});

describe('columns', () => {
  beforeEach(async () => {
    plan = await Plan.open(andres, await stage().auditNamed('Compras y pagos'));
  });
  const header = () => plan.page.getByRole('group', { name: 'Columnas' });
  const widthOf = (column: string) => edge(column).getAttribute('aria-valuenow').then(Number);

  it('are chosen, put in order and kept', async () => {
    await plan.page.getByRole('button', { name: 'Columnas' }).click();
    await plan.page.getByRole('checkbox', { name: 'Hallazgos' }).check();
    await plan.page.getByRole('checkbox', { name: 'Firmas' }).uncheck();
    await plan.page.getByRole('button', { name: 'Mover Hallazgos a la izquierda' }).click();
    await plan.press('Escape');
    await plan.page.waitForTimeout(400);
    await plan.reopen(await stage().auditNamed('Compras y pagos'));
    await header().getByText('Hallazgos').waitFor();
    expect(
      await header()
        .getByRole('separator')
        .evaluateAll((all) => all.map((each) => each.ariaLabel)),
    ).toEqual(['Ancho de Estado', 'Ancho de Hallazgos', 'Ancho de Progreso', 'Ancho de Asignado a']);
    await plan.page.getByRole('button', { name: 'Columnas' }).click();
    await plan.page.getByRole('button', { name: 'Restablecer' }).click();
    await plan.press('Escape');
    await header().getByText('Firmas').waitFor();
  });

  it('are made wider by hand and by keyboard, and take their own width back', async () => {
    const before = await widthOf('Estado');
    await edge('Estado').focus();
    await plan.press('ArrowLeft');
    await plan.press('ArrowLeft');
    expect(await widthOf('Estado')).toBe(before + 16);
    const box = await edge('Estado').boundingBox();
    if (!box) throw new Error('the edge is nowhere');
    await plan.page.mouse.move(box.x + 5, box.y + 10);
    await plan.page.mouse.down();
    await plan.page.mouse.move(box.x - 25, box.y + 10, { steps: 4 });
    await plan.page.mouse.up();
    expect(await widthOf('Estado')).toBe(before + 46);
    const cell = plan.row('Planeación').locator('[data-column=status]');
    expect((await cell.boundingBox())?.width).toBe(before + 46);
    await edge('Estado').dblclick();
    expect(await widthOf('Estado')).toBe(before);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    plan = await Plan.open(andres, await stage().auditNamed('Compras y pagos'));
  });
  const text = () => plan.page.getByRole('textbox', { name: 'Filtrar por nombre o código' });

  it('find by name or code, mark what they find and mute what leads to it', async () => {
    await text().fill('CONCILIACION');
    await plan.page.getByText(/coincidencias?$/).waitFor();
    await plan.tree.locator('mark').first().waitFor();
    expect(await plan.tree.locator('mark').first().textContent()).toMatch(/conciliaci[oó]n/i);
    expect(await plan.row('Ejecución').locator('[data-context]').count()).toBe(1);
    await text().press('Escape');
    expect(await plan.row('Ejecución').locator('[data-context]').count()).toBe(0);
  });

  it('go by person, type, status and days, and are taken away one by one', async () => {
    const filters = plan.page.getByRole('button', { name: /^Filtros/ });
    const chips = plan.page.getByRole('group', { name: 'Filtros activos' });
    await filters.click();
    await plan.page.getByRole('checkbox', { name: 'Laura Pineda' }).check();
    await plan.page
      .getByRole('group', { name: 'Tipo' })
      .getByRole('checkbox', { name: 'Control', exact: true })
      .check();
    await plan.page.getByRole('checkbox', { name: 'Revisado' }).check();
    await plan.press('Escape');
    await chips.getByText('Laura Pineda').waitFor();
    const found = await plan.tree.locator('[role=treeitem] > [data-type=control]').count();
    expect(found).toBeGreaterThan(0);
    await chips.getByText(found === 1 ? 'Una coincidencia' : `${found} coincidencias`).waitFor();
    await chips.getByRole('button', { name: 'Quitar Laura Pineda' }).click();
    await expect
      .poll(() => plan.tree.locator('[role=treeitem] > [data-type=control]').count(), PATIENT)
      .toBeGreaterThan(found);
    await chips.getByRole('button', { name: 'Quitar filtros' }).click();
    await chips.waitFor({ state: 'hidden' });

    await filters.click();
    await plan.page.getByRole('textbox', { name: 'Desde' }).fill('01/01/2030');
    await plan.press('Tab');
    await plan.press('Escape');
    await plan.page.getByText('Ningún elemento coincide con los filtros').waitFor();
  });

  it('stay while others edit', async () => {
    await text().fill('debida');
    const laura = await stage().enter('laura.pineda');
    const theirs = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
    await theirs.rename('Debida diligencia SAGRILAFT', 'Debida diligencia de terceros');
    await plan.row('Debida diligencia de terceros').waitFor();
    await theirs.rename('Debida diligencia de terceros', 'Debida diligencia SAGRILAFT');
    await plan.row('Debida diligencia SAGRILAFT').waitFor();
    await laura.page.close();
  });
});

describe('an address', () => {
  it('opens the item that it names, where the tree has it', async () => {
    audit = await stage().auditNamed('Compras y pagos');
    plan = await Plan.open(andres, audit);
    await plan.focus('Debida diligencia SAGRILAFT');
    const item = await plan.row('Debida diligencia SAGRILAFT').getAttribute('data-item');
    await plan.page.getByRole('button', { name: 'Contraer todo' }).click();
    await plan.page.waitForTimeout(500);
    await andres.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&hoja-id=${item}`);
    await plan.row('Debida diligencia SAGRILAFT').waitFor();
    await plan.panel('Debida diligencia SAGRILAFT').waitFor();
  });

  it('shows findings and what follows from them with tab=2', async () => {
    audit = await stage().auditNamed('Compras y pagos');
    await andres.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&tab=2`);
    const chips = andres.page.getByRole('group', { name: 'Filtros activos' });
    await chips.getByText('Plan de acción').waitFor();
    expect(await andres.page.locator('[role=tree] [data-type=finding]').count()).toBeGreaterThan(0);
  });
});

describe('on a phone', () => {
  it('shows name, status and who is there, and nothing runs over the edge', async () => {
    audit = await stage().auditNamed('Compras y pagos');
    const [phone, laura] = await Promise.all([
      stage().enter('andres.murcia', {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      }),
      stage().enter('laura.pineda'),
    ]);
    const small = await Plan.open(phone, audit);
    const theirs = await Plan.open(laura, audit);
    await theirs.focus('Debida diligencia SAGRILAFT');
    const row = small.row('Debida diligencia SAGRILAFT');
    await row.getByTitle('Laura Pineda').waitFor();
    const boxes = await Promise.all(
      [row.getByTitle('Laura Pineda'), row.locator('[data-column=status]')].map((each) => each.boundingBox()),
    );
    const [person, status] = boxes;
    if (!person || !status) throw new Error('one of them is nowhere');
    expect(person.x + person.width).toBeLessThanOrEqual(status.x);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFaults(phone.page)).toEqual([]);
    await phone.page.close();
    await laura.page.close();
  });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('everybody can read and use the tree and its tools', async () => {
    const person = await stage().enter('andres.murcia', { colorScheme, reducedMotion: 'reduce' });
    const shown = await Plan.open(person, await stage().auditNamed('Compras y pagos'));
    await shown.focus('Debida diligencia SAGRILAFT');
    await shown.press('Shift+ArrowDown');
    await shown.page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('a');
    await nextFrame(shown.page);
    expect(await axeFaults(shown.page)).toEqual([]);
    await shown.page.getByRole('button', { name: /^Filtros/ }).click();
    await shown.page.getByRole('checkbox', { name: 'Laura Pineda' }).check();
    expect(await axeFaults(shown.page)).toEqual([]);
    await shown.press('Escape');
    await shown.page.getByRole('button', { name: 'Columnas' }).click();
    await shown.page.getByRole('checkbox', { name: 'Hallazgos' }).waitFor();
    expect(await axeFaults(shown.page)).toEqual([]);
    await shown.press('Escape');
    await shown.focus('Debida diligencia SAGRILAFT');
    await shown.press('?');
    await shown.page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
    expect(await axeFaults(shown.page, '[role=dialog]')).toEqual([]);
    await person.page.close();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
