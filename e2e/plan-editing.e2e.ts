import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { Trash } from './support/trash.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

/** Unchanged rows of the template before the branch under test. */
const OTHERS_BEFORE = [
  'Planeación',
  '  Entendimiento del proceso',
  '  Memorando de planeación',
  '  Reunión de apertura',
];
const OTHERS_AFTER = ['Informe', '  Discusión de hallazgos', '  Informe preliminar', '  Informe final'];
const START = ['Ejecución', '  Compras', '  Pagos', '  R-001 Pagos duplicados'];

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([stage().enter('claudia.restrepo'), stage().enter('andres.murcia')]);
});

/** Asserts the branch "Ejecución" for both users. */
async function bothSee(plans: readonly Plan[], branch: readonly string[]): Promise<void> {
  const whole = [...OTHERS_BEFORE, ...branch.map((line) => line.replace(/[A-Z]+-\d+ /, '')), ...OTHERS_AFTER];
  for (const plan of plans) await expect.poll(() => plan.outline()).toEqual(whole);
}

describe('two people in one plan', () => {
  /** The leader works; the manager watches. */
  let mine: Plan;
  let theirs: Plan;
  let audit: string;

  beforeEach(async () => {
    audit = await stage().newAudit({
      name: 'Compras menores',
      processes: ['Compras', 'Pagos'],
      risks: ['Pagos duplicados'],
    });
    [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    await bothSee([mine, theirs], START);
  });

  it('add from the toolbar and from the menu of a row, one after another', async () => {
    await mine.focus('Compras');
    await mine.addFromToolbar('En «Compras»', 'Riesgo', 'Compras fraccionadas');
    await bothSee(
      [mine, theirs],
      ['Ejecución', '  Compras', '    Compras fraccionadas', '  Pagos', '  Pagos duplicados'],
    );

    await mine.chooseAction('Pagos duplicados', 'Control');
    const field = mine.page.getByRole('textbox', { name: 'Nombre: control' });
    // Enter adds the item and asks for the next one.
    for (const name of ['Conciliación de tres vías', 'Bloqueo en el ERP']) {
      await field.fill(name);
      await field.press('Enter');
      await expect.poll(() => field.inputValue()).toBe('');
    }
    await field.press('Escape');
    await bothSee(
      [mine, theirs],
      [
        'Ejecución',
        '  Compras',
        '    Compras fraccionadas',
        '  Pagos',
        '  Pagos duplicados',
        '    Conciliación de tres vías',
        '    Bloqueo en el ERP',
      ],
    );
    await theirs.row('Bloqueo en el ERP').getByText('C-002', { exact: true }).waitFor();
  });

  it('rename with F2, and Esc leaves the name as it was', async () => {
    await mine.rename('Pagos', 'Pagos a proveedores');
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '  Pagos a proveedores', '  Pagos duplicados']);

    await mine.focus('Compras');
    await mine.press('F2');
    await mine.type('Otra cosa');
    await mine.press('Escape');
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '  Pagos a proveedores', '  Pagos duplicados']);
  });

  it('see what was just changed, and by whom', async () => {
    const row = theirs.row('Pagos a proveedores');
    // Both disappear after a moment, so the waiting starts first.
    const isSeen = Promise.all([
      row.getByText('cambió Andrés').waitFor(),
      row.locator('[data-touched]').waitFor({ state: 'attached' }),
    ]);
    const isDone = (async () => {
      await mine.rename('Pagos', 'Pagos a proveedores');
      // A user's avatar beside a row shows presence; after leaving, the row shows that they changed it.
      await mine.press('ArrowUp');
    })();
    await Promise.all([isSeen, isDone]);
  });

  it('see who else is here and on which row', async () => {
    const here = theirs.page.getByRole('group', { name: 'Personas en esta auditoría' });
    await here.getByRole('button', { name: /Andrés Murcia/ }).waitFor();
    await mine.focus('Compras');
    await theirs.row('Compras').getByText('Andrés', { exact: true }).waitFor();
    await mine.press('ArrowDown');
    await theirs.row('Pagos').getByText('Andrés', { exact: true }).waitFor();
    await theirs.row('Compras').getByText('Andrés', { exact: true }).waitFor({ state: 'detached' });

    await andres.page.goto(andres.url);
    await here.waitFor({ state: 'hidden' });
  });

  it('move by dragging: into another, before and after', async () => {
    await mine.drag('Pagos duplicados', 'inside', 'Compras');
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '    Pagos duplicados', '  Pagos']);
    await mine.drag('Pagos', 'before', 'Compras');
    await bothSee([mine, theirs], ['Ejecución', '  Pagos', '  Compras', '    Pagos duplicados']);
  });

  it('are told why a place is refused, while dragging and after', async () => {
    const reason = '«Riesgo» no puede contener «Proceso».';
    await mine.drag('Compras', 'inside', 'Pagos duplicados', true);
    await mine.page.getByRole('status').filter({ hasText: reason }).waitFor();
    await mine.page.mouse.up();
    await mine.toast(reason).waitFor();
    await bothSee([mine, theirs], START);
  });

  it('move and reorder by keyboard', async () => {
    await mine.focus('Compras');
    await mine.press('Alt+ArrowDown');
    await bothSee([mine, theirs], ['Ejecución', '  Pagos', '  Compras', '  Pagos duplicados']);
    await mine.press('Alt+ArrowUp');
    await bothSee([mine, theirs], START);

    await mine.focus('Pagos duplicados');
    await mine.press('Alt+ArrowRight');
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '  Pagos', '    Pagos duplicados']);
    await mine.press('Alt+ArrowLeft');
    await bothSee([mine, theirs], START);

    // A process cannot be a child of a risk: refused with a text, nothing moves.
    await mine.focus('Pagos');
    await mine.press('Alt+ArrowDown');
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '  Pagos duplicados', '  Pagos']);
    await mine.press('Alt+ArrowRight');
    await mine.toast('«Riesgo» no puede contener «Proceso».').waitFor();
  });

  it('move anywhere with "Mover a…"', async () => {
    await mine.focus('Pagos duplicados');
    await mine.press('Control+Shift+M');
    const dialog = mine.page.getByRole('dialog', { name: 'Mover «Pagos duplicados»' });
    await dialog.getByRole('combobox', { name: 'Mover a' }).fill('Compras');
    await mine.page.getByRole('option', { name: 'Ejecución › Compras' }).click();
    await dialog.getByRole('button', { name: 'Mover' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await bothSee([mine, theirs], ['Ejecución', '  Compras', '    Pagos duplicados', '  Pagos']);
  });

  it('assign and take the assignment back', async () => {
    await mine.row('Pagos duplicados').hover();
    await mine.page.getByRole('button', { name: 'Asignar Pagos duplicados' }).click();
    await mine.page.getByRole('menuitem', { name: 'Claudia Restrepo' }).click();
    const shown = theirs.page.getByRole('button', {
      name: 'Pagos duplicados: asignado a Claudia Restrepo',
    });
    await shown.waitFor();
    await theirs.page.getByRole('button', { name: 'Pagos duplicados: Asignado', exact: true }).waitFor();

    await shown.click();
    await theirs.page.getByRole('menuitem', { name: 'Quitar asignación' }).click();
    await mine.page.getByRole('button', { name: 'Asignar Pagos duplicados' }).waitFor();
  });

  it('change a status along the allowed way, offering nothing else', async () => {
    const status = (plan: Plan, words: string) =>
      plan.page.getByRole('button', { name: `Pagos duplicados: ${words}`, exact: true });
    await status(mine, 'Nuevo').click();
    await mine.page.getByRole('menuitem', { name: 'En proceso' }).click();
    await status(theirs, 'En proceso').waitFor();
    await status(mine, 'En proceso').click();
    await mine.page.getByRole('menuitem', { name: 'Completado' }).click();
    await status(theirs, 'Completado').waitFor();

    // Preparers cannot review their own work; other users can.
    await status(mine, 'Completado').click();
    await mine.page.getByRole('menu').waitFor();
    await expect.poll(() => mine.page.getByRole('menuitem', { name: 'Revisado' }).count()).toBe(0);
    await mine.press('Escape');
    await status(theirs, 'Completado').click();
    await theirs.page.getByRole('menuitem', { name: 'Revisado' }).click();
    await status(mine, 'Revisado').waitFor();
  });

  it('delete after a question, and restore from what was deleted', async () => {
    await mine.focus('Compras');
    await mine.press('Delete');
    const question = mine.page.getByRole('dialog', { name: '¿Eliminar «Compras»?' });
    await question.getByRole('button', { name: 'No, Eliminar' }).click();
    await question.waitFor({ state: 'hidden' });
    await bothSee([mine, theirs], START);

    await mine.focus('Compras');
    await mine.press('Delete');
    await question.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await bothSee([mine, theirs], ['Ejecución', '  Pagos', '  Pagos duplicados']);

    const trash = await Trash.open(claudia, audit);
    await trash.row('Compras').getByText('Andrés Murcia').waitFor();
    await trash.restore('Compras');
    await trash.empty.waitFor();
    await theirs.reopen(audit);
    await bothSee([mine, theirs], START);
  });

  it('take back their own last change', async () => {
    await mine.rename('Pagos', 'Pagos a terceros');
    await theirs.rename('Compras', 'Compras locales');
    await bothSee(
      [mine, theirs],
      ['Ejecución', '  Compras locales', '  Pagos a terceros', '  Pagos duplicados'],
    );
    await mine.focus('Pagos a terceros');
    await mine.press('Control+z');
    await bothSee([mine, theirs], ['Ejecución', '  Compras locales', '  Pagos', '  Pagos duplicados']);
    await mine.press('Control+y');
    await bothSee(
      [mine, theirs],
      ['Ejecución', '  Compras locales', '  Pagos a terceros', '  Pagos duplicados'],
    );
  });

  it('are watched by a guest who sees everything and changes nothing', async () => {
    const guest = await stage().enter('hernan.duque');
    const plan = await Plan.open(guest, audit);
    await bothSee([plan], START);
    await guest.page.getByText('Solo lectura').waitFor();
    await expect.poll(() => guest.page.getByRole('button', { name: 'Agregar' }).count()).toBe(0);
    await expect.poll(() => guest.page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0);
    const menu = await plan.openActions('Pagos duplicados');
    const offered = await menu.getByRole('menuitem').allInnerTexts();
    expect(offered.join(' ')).toContain('Abrir');
    expect(offered.join(' ')).not.toMatch(/Renombrar|Eliminar|Mover|Asignar|Duplicar|Pegar/);
    await plan.press('Escape');

    await plan.focus('Compras');
    for (const key of [
      'F2',
      'Delete',
      'Control+Shift+M',
      'Insert',
      'Alt+ArrowDown',
      'Alt+ArrowRight',
      'Control+z',
    ])
      await plan.press(key);
    await expect.poll(() => guest.page.getByRole('textbox', { name: /^Nombre/ }).count()).toBe(0);
    await expect.poll(() => guest.page.getByRole('dialog').count()).toBe(0);
    await plan.drag('Pagos', 'before', 'Compras');
    // Later changes arrive, without the guest's attempts.
    await mine.rename('Pagos duplicados', 'Pagos repetidos');
    await bothSee([plan, theirs], ['Ejecución', '  Compras', '  Pagos', '  Pagos repetidos']);
  });
});

describe('the plan of the demo', () => {
  it('shows a junior what is assigned, filtered by person and by text', async () => {
    const laura = await stage().enter('laura.pineda');
    const plan = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
    await laura.page.getByText('71,8 %').waitFor();
    await laura.page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('pv-10');
    await expect
      .poll(() => plan.outline())
      .toEqual([
        'Ejecución',
        '  Abastecimiento',
        '    Tesorería',
        '      Segregación de funciones en el ERP',
        '        Matriz de perfiles incompatibles',
        '          Cruce de perfiles asignados',
      ]);
    await laura.page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await laura.page.getByRole('checkbox', { name: 'Laura Pineda' }).check();
    await plan.press('Escape');
    await laura.page.getByText('Ningún elemento coincide con los filtros').waitFor();
    await laura.page.getByRole('button', { name: 'Quitar filtros' }).first().click();
    await plan.row('Planeación').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
