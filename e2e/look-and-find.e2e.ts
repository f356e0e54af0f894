import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { focused } from './support/entrance.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const DEMO = 'Compras y pagos';
const ROW = 'Debida diligencia SAGRILAFT';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not in sight');
  return box;
};

describe('filters of the plan', () => {
  it('stay within a low window with their calendar, which marks today', async () => {
    const laura = await stage().enter('laura.pineda', { viewport: { width: 1366, height: 768 } });
    const { page } = laura;
    await Plan.open(laura, await stage().auditNamed(DEMO));
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByRole('textbox', { name: 'Hasta', exact: true }).click();
    await page.locator('button[data-today][data-highlight-today]').waitFor();
    const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await pageHeight()).toBe(768);
    await page.close();
  });

  it('stand in the address: a reload, the back button and a colleague’s browser keep them', async () => {
    const laura = await stage().enter('laura.pineda');
    const { page } = laura;
    const plan = await Plan.open(laura, await stage().auditNamed(DEMO));
    await page.getByRole('button', { name: 'Mías', exact: true }).click();
    const chips = page.getByRole('group', { name: 'Filtros activos' });
    await chips.getByText('Asignado a:').waitFor();
    await page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('revisar');
    await page.waitForURL(/q=revisar/);
    const matches = await chips.getByRole('status').textContent();
    const shared = page.url();

    await page.reload();
    await expect.poll(() => chips.getByRole('status').textContent()).toBe(matches);
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    await page.goBack();
    await expect.poll(() => chips.getByRole('status').textContent()).toBe(matches);

    const claudia = await stage().enter('claudia.restrepo');
    await claudia.page.goto(shared);
    const theirs = claudia.page.getByRole('group', { name: 'Filtros activos' });
    await theirs.getByText('Laura Pineda').waitFor();
    await expect.poll(() => theirs.getByRole('status').textContent()).toBe(matches);

    await chips.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect.poll(() => page.url()).not.toMatch(/f\.persona/);
    await expect.poll(() => plan.tree.getByRole('treeitem').count()).toBeGreaterThan(5);
  });
});

describe('panels of the plan', () => {
  it('are searched, filtered and ordered, and the address keeps it', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const { page } = claudia;
    const plan = await Plan.open(claudia, await stage().auditNamed(DEMO));
    const findings = await plan.openPanel('Hallazgos');
    const codes = () =>
      findings
        .getByRole('list', { name: 'Hallazgos' })
        .getByText(/^H-\d+$/)
        .allTextContents();
    await findings.getByRole('button', { name: 'Ordenar' }).click();
    await page.getByRole('menuitem', { name: 'Código' }).click();
    await page.waitForURL(/hallazgos\.orden=codigo/);
    const ordered = ['H-01', 'H-02', 'H-03', 'H-04', 'H-05', 'H-06'];
    await expect.poll(codes).toEqual(ordered);
    await page.reload();
    await expect.poll(codes).toEqual(ordered);
    await findings.getByRole('searchbox').fill('funciones');
    await expect.poll(codes).toEqual(['H-06']);
    const evidence = await plan.openPanel('Índice de evidencias');
    await evidence.getByRole('button', { name: 'Ordenar' }).click();
    await page.getByRole('menuitem', { name: 'Archivo' }).click();
    await page.waitForURL(/evidencias\.orden=archivo/);
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  });
});

describe('a colleague in the header', () => {
  it('is found where they are by a click', async () => {
    const [laura, oscar] = await Promise.all([stage().enter('laura.pineda'), stage().enter('oscar.benitez')]);
    const audit = await stage().auditNamed(DEMO);
    const [mine, theirs] = await Promise.all([Plan.open(laura, audit), Plan.open(oscar, audit)]);
    await theirs.focus(ROW);
    const avatar = mine.page.getByRole('banner').getByRole('button', { name: new RegExp(ROW) });
    await avatar.click();
    await expect.poll(() => mine.row(ROW).evaluate((row) => row === document.activeElement)).toBe(true);
  });
});

describe('keys', () => {
  it('? shows the shortcuts and / leads to the search, and Esc goes back to where the focus was', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(url);
    const link = page.getByRole('link', { name: DEMO }).first();
    await link.focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' });
    await dialog.getByText('Buscar un comando o una página').waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Buscar');
    await page.keyboard.press('Escape');
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('Ctrl+K has the commands of each page, and / opens it where nothing is searched', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(`${url}/tareas/`);
    await page.getByRole('button', { name: 'Nueva tarea' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Vista: Calendario' }).click();
    await page.waitForURL(/vista=calendario/);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Nueva tarea' }).click();
    await page.getByRole('dialog', { name: 'Nueva tarea' }).waitFor();
    await page.goto(`${url}/profile/`);
    await page.getByRole('heading', { name: 'Mi perfil' }).waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Buscar un comando o una página');
  });

  it('Esc in the empty search of a plan leads back to the row, which the search had taken out of the page', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const plan = await Plan.open(claudia, await stage().auditNamed(DEMO));
    await plan.focus(ROW);
    await plan.press('/');
    await plan.type('H-06');
    await plan.row(ROW).waitFor({ state: 'detached' });
    await plan.press('Escape');
    await plan.row(ROW).waitFor();
    await plan.press('Escape');
    await expect.poll(() => plan.row(ROW).evaluate((row) => row === document.activeElement)).toBe(true);
  });

  it('Esc in a dialog leads back to the option beside the tree that opened it; a low window has the rest in a menu', async () => {
    const viewport = { width: 1024, height: 768 };
    const claudia = await stage().enter('claudia.restrepo', { viewport, reducedMotion: 'reduce' });
    const { page } = claudia;
    const plan = await Plan.open(claudia, await stage().auditNamed(DEMO));
    const options = page.getByRole('toolbar', { name: 'Opciones del plan' });
    await plan.focus(ROW);
    await options.getByRole('button', { name: /^Asignar/ }).click();
    await page.getByRole('dialog').waitFor();
    await plan.press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^Asignar/);
    const more = options.getByRole('button', { name: 'Más opciones' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Papelera' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Exportar…' }).click();
    await page.getByRole('dialog').waitFor();
    await plan.press('Escape');
    await expect.poll(() => focused(page)).toBe('Más opciones');
    await page.setViewportSize({ width: 1440, height: 1000 });
    await options.getByRole('button', { name: 'Papelera' }).waitFor();
    await expect.poll(() => more.count()).toBe(0);
  });
});

describe('a toast', () => {
  it('never lies over the primary button of the page', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const { page } = claudia;
    const plan = await Plan.open(claudia, await stage().auditNamed(DEMO));
    await plan.focus('Planeación');
    await plan.press('Control+d');
    await plan.focus(ROW);
    await plan.press('Delete');
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: /^Sí/ }).click();
    const toast = page.locator('.Toastify__toast').first();
    await toast.waitFor();
    // The container is placed with the next frame after the toast has its size.
    await expect
      .poll(async () => {
        const shown = await boxOf(toast);
        const button = await boxOf(page.getByRole('button', { name: 'Agregar', exact: true }));
        return shown.y >= button.y + button.height || shown.y + shown.height <= button.y;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByRole('menu').waitFor();
    await plan.press('Escape');
    await plan.press('Control+z');
  });
});

describe.each(['light', 'dark'] as const)('on a phone, in %s', (colorScheme) => {
  it('a bar holds what matters there, and the rest is under «Más»', async () => {
    const viewport = { width: 390, height: 844 };
    const laura = await stage().enter('laura.pineda', { viewport, colorScheme, reducedMotion: 'reduce' });
    const { page } = laura;
    await Plan.open(laura, await stage().auditNamed(DEMO));
    const bar = page.getByRole('toolbar', { name: 'Barra del plan' });
    await bar.waitFor();
    await expect
      .poll(() => bar.getByRole('button').allTextContents())
      .toEqual(['Agregar', 'Buscar', 'Notas', 'Más']);
    const { y, height } = await boxOf(bar);
    expect(Math.round(y + height)).toBe(viewport.height);
    expect(await axeFaults(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Buscar' }).click();
    await expect.poll(() => focused(page)).toBe('Filtrar por nombre o código');
    await bar.getByRole('button', { name: 'Más' }).click();
    await page.getByRole('menuitem', { name: 'Historial de cambios' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Más');
    await bar.getByRole('button', { name: 'Notas' }).click();
    await page.getByRole('dialog').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});

it('left no complaint on the console', () => {
  expect(stage().complaints()).toEqual([]);
});
