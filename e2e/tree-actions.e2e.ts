import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf, newPlan } from './support/plan-items.ts';
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
async function sees(...lines: string[]): Promise<void> {
  await expect.poll(() => branch()).toEqual(lines);
}

const COMPRAS = ['Compras', '  Proveedores ficticios', '    Doble aprobación', '    Alta con soportes'];
const PAGOS = ['Pagos', '  Pagos duplicados'];

const dialog = (name: string | RegExp) => plan.page.getByRole('dialog', { name });
const button = (name: string | RegExp) => plan.page.getByRole('dialog').getByRole('button', { name });

/** Selects several rows with Ctrl and the mouse. */
async function choose(...names: string[]): Promise<void> {
  for (const name of names)
    await plan
      .row(name)
      .getByTitle(name, { exact: true })
      .click({ modifiers: ['Control'] });
}

async function chooseFromMenu(name: string, entry: string): Promise<void> {
  await plan.row(name).getByTitle(name, { exact: true }).click({ button: 'right' });
  await plan.page.getByRole('menu').getByRole('menuitem', { name: entry }).click();
}

/** A closed dialog returns the focus to the tree. */
async function keysAreInTree(): Promise<void> {
  // The whole element, so that a failure shows where the focus is.
  const focused = () => plan.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');
  await expect.poll(focused).toContain('role="treeitem"');
}

/** Accessibility violations while a dialog is open. */
const faults = () => axeFaults(plan.page, '[role=dialog]');

describe('what can be done with the rows of a plan', () => {
  beforeEach(async () => {
    audit = await newPlan(stage());
    plan = await Plan.open(andres, audit);
    await sees(...COMPRAS, ...PAGOS);
  });

  it('is in the menu of the right button, which the keyboard walks', async () => {
    await plan.row('Proveedores ficticios').getByTitle('Proveedores ficticios').click({ button: 'right' });
    const menu = plan.page.getByRole('menu', { name: 'Acciones de Proveedores ficticios' });
    await menu.waitFor();
    for (const entry of ['Abrir', 'Control', 'Renombrar', 'Asignar', 'Mover a', 'Copiar a', 'Eliminar'])
      await menu.getByRole('menuitem', { name: entry }).first().waitFor();
    expect(await axeFaults(plan.page, '[role=menu]')).toEqual([]);
    // Anchors of menus have popup attributes only if they are buttons.
    await expect.poll(() => plan.page.locator('span[aria-haspopup], span[aria-expanded]').count()).toBe(0);
    await plan.press('ArrowDown');
    await plan.press('End');
    await plan.press('Enter');
    await dialog(/^¿Eliminar «.*Proveedores ficticios»/).waitFor();
    await plan.press('Escape');
    await dialog(/^¿Eliminar «.*Proveedores ficticios»/).waitFor({ state: 'hidden' });
    await keysAreInTree();
    await plan.press('ArrowDown');
    await plan.press('F2');
    await plan.page.getByRole('textbox', { name: 'Nombre', exact: true }).waitFor();
    await plan.press('Escape');
  });

  it('delete says what goes along, and can be taken back at once', async () => {
    await plan.focus('Compras');
    await plan.press('Delete');
    const question = dialog('¿Eliminar «Compras»?');
    await question.getByText('Se eliminan también 3 elementos que contiene:').waitFor();
    await question.getByText('Control: 2').waitFor();
    await question.getByText('Riesgo: 1').waitFor();
    expect(await faults()).toEqual([]);
    await button('Sí, Eliminar').click();
    await sees(...PAGOS);
    await plan.toast('Se eliminó Compras').getByRole('button', { name: 'Deshacer' }).click();
    await sees(...COMPRAS, ...PAGOS);
  });

  it('delete several says what they contain', async () => {
    await choose('Proveedores ficticios', 'Pagos duplicados');
    await plan.press('Delete');
    const question = dialog('¿Eliminar 2 elementos?');
    await question.getByText('Se eliminan también 2 elementos que contienen:').waitFor();
    await plan.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await keysAreInTree();
  });

  it('delete several at once', async () => {
    await choose('Doble aprobación', 'Pagos duplicados');
    await plan.press('Delete');
    await dialog('¿Eliminar 2 elementos?').waitFor();
    await button('Sí, Eliminar').click();
    await sees(COMPRAS[0] ?? '', COMPRAS[1] ?? '', COMPRAS[3] ?? '', 'Pagos');
    await keysAreInTree();
    await plan.press('Control+z');
    await sees(...COMPRAS, ...PAGOS);
  });

  it('share a control with another risk, and delete it in one or in all', async () => {
    const share = async () => {
      await chooseFromMenu('Doble aprobación', 'Compartir con otro riesgo…');
      const share = dialog('Compartir «Doble aprobación»');
      await share.getByRole('combobox', { name: 'Riesgo' }).fill('duplicados');
      expect(await faults()).toEqual([]);
      await plan.press('Enter');
      await plan.press('Enter');
      await share.waitFor({ state: 'hidden' });
      await sees(...COMPRAS, ...PAGOS, '    Doble aprobación');
    };
    await share();

    const question = dialog(/^¿Eliminar «.*Doble aprobación»/);
    const ask = async () => {
      await plan.row('Doble aprobación').first().focus();
      await plan.press('Delete');
      await question.getByText('Este control está en 2 riesgos. ¿Dónde desea eliminarlo?').waitFor();
      expect(await faults()).toEqual([]);
    };
    await ask();
    await button('Solo en este riesgo').click();
    await sees(...COMPRAS.filter((line) => !line.includes('Doble')), ...PAGOS, '    Doble aprobación');
    await keysAreInTree();
    await plan.press('Control+z');
    await sees(...COMPRAS, ...PAGOS, '    Doble aprobación');

    await ask();
    await button('Eliminar en todos los riesgos (2)').click();
    await sees(...COMPRAS.filter((line) => !line.includes('Doble')), ...PAGOS);
  });

  it('move several by the words of a path; places that refuse them say why', async () => {
    await choose('Doble aprobación', 'Alta con soportes');
    await plan.press('Control+Shift+M');
    const move = dialog('Mover 2 elementos');
    await move.getByRole('combobox', { name: 'Mover a' }).fill('pagos');
    const refused = move.getByRole('option', { name: 'Ejecución › Pagos «Proceso» no puede contener' });
    await refused.waitFor();
    await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true');
    expect(await faults()).toEqual([]);
    await move.getByRole('option', { name: 'R-002 Pagos duplicados' }).click();
    await move.getByRole('button', { name: 'Mover' }).click();
    await sees(
      'Compras',
      '  Proveedores ficticios',
      ...PAGOS,
      '    Doble aprobación',
      '    Alta con soportes',
    );
    await plan.press('Control+z');
    await sees(...COMPRAS, ...PAGOS);
  });

  it('duplicate: the copy stands below, its controls are the same', async () => {
    await plan.focus('Proveedores ficticios');
    await plan.press('Control+d');
    await sees(
      ...COMPRAS,
      '  Proveedores ficticios (copia)',
      '    Doble aprobación',
      '    Alta con soportes',
      ...PAGOS,
    );
    const references = async () =>
      (await itemsOf(stage(), audit)).filter(({ item_tipo }) => item_tipo === 'HT_REF').length;
    await expect.poll(references).toBe(2);
    await plan.press('Control+z');
    await sees(...COMPRAS, ...PAGOS);
  });

  it('assign several, set a status that all may take, and dates', async () => {
    await choose('Proveedores ficticios', 'Pagos duplicados');
    await plan.row('Pagos duplicados').getByTitle('Pagos duplicados').click({ button: 'right' });
    await plan.page.getByRole('menuitem', { name: 'Asignar…' }).click();
    await dialog('Asignar 2 elementos').getByRole('combobox', { name: 'Asignar a' }).fill('claudia');
    expect(await faults()).toEqual([]);
    await plan.press('Enter');
    await plan.press('Enter');
    await dialog('Asignar 2 elementos').waitFor({ state: 'hidden' });
    for (const name of ['Proveedores ficticios', 'Pagos duplicados'])
      await plan.page
        .getByRole('button', { name: `${name}: asignado a Claudia Restrepo` })
        .first()
        .waitFor();

    await choose('Doble aprobación');
    await plan.row('Doble aprobación').getByTitle('Doble aprobación').click({ button: 'right' });
    await plan.page.getByRole('menuitem', { name: 'Cambiar estado…' }).click();
    const statuses = dialog('Estado de 3 elementos');
    await statuses.getByRole('radio', { name: 'En proceso' }).waitFor();
    expect(await faults()).toEqual([]);
    await button('Cambiar (3)').click();
    await plan.page.getByRole('button', { name: 'Doble aprobación: En proceso', exact: true }).waitFor();

    await chooseFromMenu('Alta con soportes', 'Fechas…');
    const dates = dialog('Fechas de «Alta con soportes»');
    await dates.getByLabel('Fecha inicial').fill('15/03/2026');
    await dates.getByLabel('Fecha final').fill('01/03/2026');
    await dates.getByText('La fecha final no puede ser anterior a la inicial').waitFor();
    await dates.getByLabel('Fecha final').fill('20/03/2026');
    await plan.press('Tab');
    expect(await faults()).toEqual([]);
    await button('Guardar').click();
    await dates.waitFor({ state: 'hidden' });
    await plan.focus('Alta con soportes');
    await plan.press('Enter');
    const panel = plan.panel('Alta con soportes');
    await expect.poll(() => panel.getByLabel('Fecha final').inputValue()).toBe('20/03/2026');
  });

  it('paste many lines, seen before they are made', async () => {
    await chooseFromMenu('Pagos duplicados', 'Pegar líneas…');
    const paste = dialog('Pegar líneas en «Pagos duplicados»');
    await paste
      .getByRole('textbox', { name: 'Líneas' })
      .fill('C-101\tConciliar pagos\n\n- Bloquear repetidos\nConciliar pagos');
    const lines = paste.getByRole('list', { name: 'Se creará' }).getByRole('listitem');
    await expect.poll(() => lines.allInnerTexts()).toHaveLength(3);
    await lines.nth(2).getByText('repetido').waitFor();
    expect(await faults()).toEqual([]);
    await button('Crear 2').click();
    await sees(...COMPRAS, ...PAGOS, '    Conciliar pagos', '    Bloquear repetidos');
    await plan.row('Conciliar pagos').getByText('C-101', { exact: true }).waitFor();
    await plan.press('Control+z');
    await sees(...COMPRAS, ...PAGOS);
  });

  it('copy a risk into another audit: its controls are links that lead back', async () => {
    const other = await stage().newAudit({ name: 'Compras mayores', processes: ['Tesorería'] });
    await plan.reopen(audit);
    await chooseFromMenu('Proveedores ficticios', 'Copiar a…');
    const copy = dialog('Copiar «Proveedores ficticios»');
    await copy.getByText('En otra auditoría', { exact: true }).click();
    await copy.getByRole('combobox', { name: 'Auditoría' }).click();
    await plan.page.getByRole('option', { name: 'Compras mayores' }).click();
    await copy
      .getByText('Los controles se copian', { exact: false })
      .or(copy.getByText('Se copian nombres'))
      .waitFor();
    await copy.getByRole('option', { name: 'Ejecución › Tesorería' }).click();
    expect(await faults()).toEqual([]);
    await button('Copiar').click();
    await copy.getByText('Se copió un elemento').waitFor();
    await copy.getByRole('link', { name: 'Ver en «Compras mayores»' }).click();

    await plan.panel('Proveedores ficticios').waitFor();
    await expect
      .poll(() => branch())
      .toEqual(['Tesorería', '  Proveedores ficticios', '    Doble aprobación', '    Alta con soportes']);
    // The page updates from the room, this call from the projection.
    const links = async () =>
      (await itemsOf(stage(), other)).filter(({ item_tipo }) => item_tipo === 'HT_LINK').length;
    await expect.poll(links).toBe(2);
    await chooseFromMenu('Doble aprobación', 'Abrir en su auditoría');
    await plan.page.waitForURL(new RegExp(`auditoria-id=${audit}`));
    await plan.panel('Doble aprobación').waitFor();
  });

  it('the side options create where one stands, by keyboard alone', async () => {
    await plan.focus('Doble aprobación');
    const rail = plan.page.getByRole('toolbar', { name: 'Opciones del plan' });
    expect(await axeFaults(plan.page, '[role=toolbar]')).toEqual([]);
    await rail.getByRole('button', { name: 'Crear fase' }).focus();
    await plan.press('ArrowDown');
    await plan.press('ArrowDown');
    await expect
      .poll(() => plan.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Crear validación en «C-001»');
    await plan.press('Enter');
    await plan.nameDraft('Validación', 'Reejecución de aprobaciones');
    await sees(...COMPRAS.slice(0, 3), '      Reejecución de aprobaciones', ...COMPRAS.slice(3), ...PAGOS);
    await plan.focus('Compras');
    const control = rail.getByRole('button', { name: 'Crear control' });
    await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true');
    const reason = plan.page.locator(`[id="${await control.getAttribute('aria-describedby')}"]`);
    await expect.poll(() => reason.textContent()).toBe('Elija antes una fila que pueda contenerlo');
  });
});

describe('rights', () => {
  it('a junior sees that deleting is not theirs, and why', async () => {
    const laura = await stage().enter('laura.pineda');
    const demo = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
    await demo.row('Recepción no conforme').getByTitle('Recepción no conforme').click({ button: 'right' });
    const entry = laura.page.getByRole('menuitem', { name: 'Eliminar' });
    await entry.getByText('No tiene permiso para hacer este cambio en la auditoría.').waitFor();
    await expect.poll(() => entry.getAttribute('aria-disabled')).toBe('true');
    await entry.click({ force: true });
    await expect.poll(() => laura.page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
