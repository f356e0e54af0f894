import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { focused } from './support/entrance.ts';
import { nextFrame, Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
/** More rows than fit into the window. */
const RISKS = Array.from({ length: 40 }, (_, at) => `Riesgo ${String(at + 1).padStart(2, '0')}`);
const [FIRST = '', SECOND = '', THIRD = ''] = RISKS;

let andres: Person;
let plan: Plan;
let audit: string;

beforeAll(async () => {
  andres = await stage().enter('andres.murcia');
  await andres.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const nameOf = (name: string) => plan.row(name).getByTitle(name, { exact: true });
const selected = (): Promise<string[]> =>
  plan.tree
    .locator('[role=treeitem][aria-selected=true]')
    .evaluateAll((rows) =>
      rows.map((row) => row.querySelector('[title]:not([role=img])')?.getAttribute('title') ?? '…').sort(),
    );
const areSelected = async (...names: string[]) => await expect.poll(selected).toEqual(names);
const scrolled = (): Promise<number> => plan.tree.evaluate((list) => list.scrollTop);
const scrollTo = async (top: number) => {
  await plan.tree.evaluate((list, to) => (list.scrollTop = to), top);
  await nextFrame(plan.page);
};
const isOnRow = (name: string): Promise<boolean> =>
  plan.row(name).evaluate((row) => row === document.activeElement);
const question = () => plan.page.getByRole('dialog', { name: /^¿Eliminar/ });

/** Names of the rows that are wholly within the list, top to bottom. */
const inSight = (): Promise<string[]> =>
  plan.tree.evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll('[role=treeitem]')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.top >= top && box.bottom <= bottom)
      .sort((a, b) => a.box.top - b.box.top)
      .map(({ row }) => row.querySelector('[title]:not([role=img])')?.getAttribute('title') ?? '…');
  });

/** The field of a new row is within the list and has the focus. */
async function isSeenAndFocused(field: ReturnType<Plan['page']['getByRole']>): Promise<void> {
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  // The list scrolls to the row once it is drawn.
  await expect
    .poll(async () => {
      const [list, box] = [await plan.tree.boundingBox(), await field.boundingBox()];
      return list && box && box.y >= list.y && box.y + box.height <= list.y + list.height;
    })
    .toBe(true);
}

describe('selection in the tree of a plan', () => {
  beforeEach(async () => {
    audit = await stage().newAudit({ name: 'Compras menores', processes: ['Compras'], risks: RISKS });
    plan = await Plan.open(andres, audit);
  });

  it('a click selects any row in sight, shows its sheet and moves nothing; the keys stay in the tree', async () => {
    await scrollTo(160);
    const before = await inSight();
    for (const name of before.slice(-3)) {
      // Waits until the row stays where it is: the sheet of the last one may still be opening.
      await nameOf(name).hover();
      const box = await nameOf(name).boundingBox();
      if (!box) throw new Error(`${name} is not drawn`);
      await plan.page.mouse.move(box.x + 8, box.y + box.height / 2);
      await plan.page.mouse.down();
      await nextFrame(plan.page);
      await areSelected(name);
      expect(await scrolled()).toBe(160);
      await plan.page.mouse.up();
      await plan.panel(name).waitFor();
      await areSelected(name);
      expect(await scrolled()).toBe(160);
      await expect.poll(() => isOnRow(name)).toBe(true);
      // Nothing below the rows, such as the hint of the first visit, grows over them.
      expect(await inSight()).toEqual(before);
    }
    // Esc closes the sheet in front; the keys are still in the tree.
    const [last = ''] = await selected();
    await plan.press('Escape');
    await plan.panel(last).waitFor({ state: 'hidden' });
    await expect.poll(() => isOnRow(last)).toBe(true);
  });

  it('a double click and Enter go into the sheet, of a group, too', async () => {
    const isInside = (name: string) =>
      plan.panel(name).evaluate((panel) => panel.contains(document.activeElement));
    await nameOf(FIRST).click();
    await plan.panel(FIRST).waitFor();
    await plan.press('Enter');
    await expect.poll(() => isInside(FIRST)).toBe(true);
    await plan.press('Escape');
    await expect.poll(() => isOnRow(FIRST)).toBe(true);
    await nameOf(SECOND).dblclick();
    await expect.poll(() => isInside(SECOND)).toBe(true);
    await plan.press('Escape');
    await nameOf('Ejecución').dblclick();
    await expect.poll(() => isInside('Ejecución')).toBe(true);
    await expect.poll(() => plan.row('Ejecución').getAttribute('aria-expanded')).toBe('true');
  });

  it('commands act on the highlighted rows, wherever in a row the click was', async () => {
    await nameOf(FIRST).click();
    await plan.panel(FIRST).waitFor();
    await plan.press('Control+ArrowDown');
    await areSelected(FIRST);
    await plan.press('Delete');
    await question().getByText(`¿Eliminar «R-001 ${FIRST}»?`).waitFor();
    await plan.press('Escape');
    await expect.poll(() => isOnRow(SECOND)).toBe(true);

    // A button of another row, closed again without a choice.
    await plan.page.getByRole('button', { name: `${THIRD}: Nuevo`, exact: true }).click();
    await areSelected(THIRD);
    await plan.press('Escape');
    await expect.poll(() => isOnRow(THIRD)).toBe(true);
    await plan.press('Delete');
    await question().getByText(`¿Eliminar «R-003 ${THIRD}»?`).waitFor();
    await plan.press('Escape');
    // The caret selects the group that it closes.
    await plan.row('Planeación').locator('[data-control]').click();
    await areSelected('Planeación');

    await nameOf(SECOND).click({ button: 'right' });
    await areSelected(SECOND);
    await plan.page.getByRole('menuitem', { name: 'Eliminar «R-002»' }).waitFor();
    await plan.page.getByText('Agregar en «R-002»').waitFor();
    await plan.press('Escape');
    await expect.poll(() => isOnRow(SECOND)).toBe(true);
  });

  it('keys pressed before a menu or dialog has the focus do not go to another row', async () => {
    await nameOf(FIRST).click();
    await plan.panel(FIRST).waitFor();
    await plan.press('Shift+F10');
    await plan.press('ArrowDown');
    await plan.page.getByRole('menu', { name: `Acciones de ${FIRST}` }).waitFor();
    await areSelected(FIRST);
    await plan.press('Escape');
    await expect.poll(() => isOnRow(FIRST)).toBe(true);
    await plan.press('Delete');
    await plan.press('ArrowDown');
    await question().getByText(`¿Eliminar «R-001 ${FIRST}»?`).waitFor();
    await areSelected(FIRST);
    await plan.press('Escape');
    await expect.poll(() => isOnRow(FIRST)).toBe(true);
  });

  it('the last selected row stays selected; Ctrl and Shift add rows', async () => {
    await nameOf(FIRST).click();
    await nameOf(FIRST).click({ modifiers: ['Control'] });
    await areSelected(FIRST);
    await nameOf(THIRD).click({ modifiers: ['Shift'] });
    await areSelected(FIRST, SECOND, THIRD);
    await nameOf(SECOND).click({ modifiers: ['Control'] });
    await areSelected(FIRST, THIRD);
    // The focus is on the row that was taken out; the command is for the others.
    await plan.press('Control+Shift+M');
    await plan.page.getByRole('dialog', { name: 'Mover 2 elementos' }).waitFor();
    await plan.press('Escape');
    await areSelected(FIRST, THIRD);
  });

  it.each([
    ['Insert', () => plan.press('Insert')],
    [
      'the button «Agregar»',
      async () => {
        await plan.page.getByRole('button', { name: 'Agregar', exact: true }).click();
        await plan.page.getByRole('menuitem', { name: 'Proceso', exact: true }).first().click();
      },
    ],
    [
      'the menu of the row',
      async () => {
        await nameOf('Ejecución').click({ button: 'right' });
        await plan.page.getByRole('menuitem', { name: 'Proceso', exact: true }).first().click();
      },
    ],
  ])('a new row below the window by %s is seen and takes what is typed', async (_, begin) => {
    await scrollTo(0);
    await plan.focus('Ejecución');
    await begin();
    const field = plan.page.getByRole('textbox', { name: /^Nombre: / });
    await isSeenAndFocused(field);
    await plan.type('Tesorería');
    await plan.press('Enter');
    await plan.row('Tesorería').waitFor();
    await isSeenAndFocused(field);
    await plan.press('Escape');
    await expect.poll(() => isOnRow('Tesorería')).toBe(true);
    await areSelected('Tesorería');
    await expect.poll(() => inSight()).toContain('Tesorería');
  });

  it('pasted rows below the window are seen, the first one has the keys, and their levels are kept', async () => {
    await plan.page.evaluate(() =>
      navigator.clipboard.writeText('Tesorería\n\tPagos dobles\n\t\tConciliación diaria\nCartera'),
    );
    await scrollTo(0);
    await plan.focus('Ejecución');
    await plan.press('Control+v');
    const dialog = plan.page.getByRole('dialog', { name: 'Pegar líneas en «Ejecución»' });
    const lines = dialog.getByRole('list', { name: 'Se creará' }).getByRole('listitem');
    await expect
      .poll(() => lines.evaluateAll((items) => items.map((each) => each.getAttribute('aria-level'))))
      .toEqual(['1', '2', '3', '1']);
    expect(await axeFaults(plan.page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Crear 4' }).click();
    await expect.poll(() => isOnRow('Tesorería')).toBe(true);
    await areSelected('Cartera', 'Tesorería');
    await expect.poll(inSight).toContain('Tesorería');
    const outline = await plan.outline();
    const at = outline.indexOf('  Tesorería');
    expect(outline.slice(at, at + 4)).toEqual([
      '  Tesorería',
      '    Pagos dobles',
      '      Conciliación diaria',
      '  Cartera',
    ]);
    await plan.press('Control+z');
    await plan.row('Tesorería').waitFor({ state: 'hidden' });
  });

  it('a press on a row under an empty draft meets that row', async () => {
    await plan.focus('Compras');
    await plan.press('Insert');
    await plan.page.getByRole('textbox', { name: /^Nombre: / }).waitFor();
    await nameOf(SECOND).click();
    await plan.panel(SECOND).waitFor();
    await areSelected(SECOND);
    await expect.poll(() => plan.page.getByRole('textbox', { name: /^Nombre: / }).count()).toBe(0);
  });

  it('works by keyboard alone: two stops to the tree, and back to the row from each menu and dialog', async () => {
    await plan.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await plan.press('Tab');
    await expect.poll(() => focused(plan.page)).toBe('Saltar al contenido');
    await plan.press('Tab');
    await expect.poll(() => focused(plan.page)).toBe('Saltar al árbol');
    await plan.press('Enter');
    await expect.poll(() => isOnRow('Planeación')).toBe(true);
    await areSelected('Planeación');
    for (let step = 0; step < 20 && !(await isOnRow(FIRST)); step++) {
      await plan.press('ArrowDown');
      await nextFrame(plan.page);
    }
    await areSelected(FIRST);
    await plan.press('Shift+F10');
    await plan.page.getByRole('menu').waitFor();
    await plan.press('Escape');
    await expect.poll(() => isOnRow(FIRST)).toBe(true);
    for (const [keys, name] of [
      ['Delete', /^¿Eliminar/],
      ['Control+Shift+M', `Mover «${FIRST}»`],
      ['?', 'Atajos de teclado'],
    ] as const) {
      await plan.press(keys);
      await plan.page.getByRole('dialog', { name }).waitFor();
      await plan.press('Escape');
      await expect.poll(() => isOnRow(FIRST)).toBe(true);
    }
    await plan.press('F2');
    await plan.type('Sobrecostos');
    await plan.press('Enter');
    await expect.poll(() => isOnRow('Sobrecostos')).toBe(true);
    await plan.press('Control+z');
    await expect.poll(() => isOnRow(FIRST)).toBe(true);
  });

  it('mistakes are said: an empty name, a repeated one, a code that two people gave', async () => {
    await plan.focus('Compras');
    await plan.press('Insert');
    await plan.press('Enter');
    await plan.tree.getByRole('alert').getByText('Escriba un nombre, o pulse Esc para terminar').waitFor();
    await plan.press('Escape');
    await plan.focus('Compras');
    await plan.press('F2');
    const field = plan.page.getByRole('textbox', { name: 'Nombre', exact: true });
    await field.fill('  ');
    await field.press('Enter');
    await plan.tree.getByText('El nombre no puede quedar vacío: se conserva «Compras»').waitFor();
    expect(await axeFaults(plan.page, '[role=tree]')).toEqual([]);
    await field.press('Escape');
    await expect.poll(() => isOnRow('Compras')).toBe(true);

    await plan.rename(SECOND, FIRST);
    await plan.toast(`Ya había otro «${FIRST}» en «Ejecución»; ahora son dos`).waitFor();

    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    for (const each of [plan, theirs]) {
      await each.focus(THIRD);
      await each.press('Shift+F2');
      const code = each.page.getByRole('textbox', { name: 'Código', exact: true });
      await code.fill(each === plan ? 'R-900' : 'R-001');
      await code.press('Enter');
    }
    const told = 'usó un código que ya estaba: R-001 lo tienen';
    await plan.toast(`Claudia Restrepo ${told}`).waitFor();
    await theirs.toast('El código R-001 está repetido').waitFor();
  });

  it('a name that is being written is kept when the browser is closed', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const theirs = await Plan.open(claudia, audit);
    await theirs.focus('Compras');
    await theirs.press('F2');
    await theirs.page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Compras y contra');
    await theirs.page.close({ runBeforeUnload: true });
    await Plan.open({ ...claudia, page: await claudia.context.newPage() }, audit);
    await plan.row('Compras y contra').waitFor();
  });
});

describe('on a phone', () => {
  it('a tap selects a row and opens its sheet over the page; a new row is seen above the keyboard', async () => {
    const laura = await stage().enter('andres.murcia', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    plan = await Plan.open(laura, await stage().newAudit({ name: 'En la calle', risks: RISKS }));
    await nameOf(FIRST).tap();
    await plan.panel(FIRST).waitFor();
    await expect
      .poll(() => plan.panel(FIRST).evaluate((panel) => panel.contains(document.activeElement)))
      .toBe(true);
    await plan.panel(FIRST).getByRole('button', { name: 'Cerrar' }).click();
    await areSelected(FIRST);
    await plan.page.getByRole('button', { name: 'Acciones de Ejecución' }).tap();
    await plan.page.getByRole('menuitem', { name: 'Proceso', exact: true }).first().tap();
    const field = plan.page.getByRole('textbox', { name: 'Nombre: proceso' });
    await isSeenAndFocused(field);
    await plan.type('Tesorería');
    await plan.press('Enter');
    await plan.row('Tesorería').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
