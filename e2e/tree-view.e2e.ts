import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { nextFrame, Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let andres: Person;
let plan: Plan;
let audit: string;

beforeAll(async () => {
  andres = await stage().enter('andres.murcia');
});

describe('columns', () => {
  beforeEach(async () => {
    plan = await Plan.open(andres, await stage().auditNamed('Compras y pagos'));
  });
  const header = () => plan.page.getByRole('group', { name: 'Columnas' });
  const edge = (column: string) => plan.page.getByRole('separator', { name: `Ancho de ${column}` });
  const width = () => edge('Estado').getAttribute('aria-valuenow').then(Number);
  const isWide = async (pixels: number) => await expect.poll(width).toBe(pixels);

  it('are chosen, put in order and kept', async () => {
    await plan.page.getByRole('button', { name: 'Columnas' }).click();
    await plan.page.getByRole('checkbox', { name: 'Hallazgos' }).check();
    await plan.page.getByRole('checkbox', { name: 'Firmas' }).uncheck();
    await plan.page.getByRole('button', { name: 'Mover Hallazgos a la izquierda' }).click();
    await plan.press('Escape');
    await plan.remembers('"shown":["inherent","residual","status","findings","progress","assigned"]');
    await plan.reopen(await stage().auditNamed('Compras y pagos'));
    await header().getByText('Hallazgos').waitFor();
    const edges = () =>
      header()
        .getByRole('separator')
        .evaluateAll((all) => all.map((each) => each.ariaLabel));
    await expect
      .poll(edges)
      .toEqual(
        ['Inherente', 'Residual', 'Estado', 'Hallazgos', 'Progreso', 'Asignado a'].map(
          (column) => `Ancho de ${column}`,
        ),
      );
    await plan.page.getByRole('button', { name: 'Columnas' }).click();
    await plan.page.getByRole('button', { name: 'Restablecer' }).click();
    await plan.press('Escape');
    await header().getByText('Firmas').waitFor();
  });

  it('are made wider by hand and by keyboard, and take their own width back', async () => {
    const before = await width();
    await edge('Estado').focus();
    await plan.press('ArrowLeft');
    await plan.press('ArrowLeft');
    await isWide(before + 16);
    const box = await edge('Estado').boundingBox();
    if (!box) throw new Error('the edge is nowhere');
    await plan.page.mouse.move(box.x + 5, box.y + 10);
    await plan.page.mouse.down();
    await plan.page.mouse.move(box.x - 25, box.y + 10, { steps: 4 });
    await plan.page.mouse.up();
    await isWide(before + 46);
    const cell = plan.row('Planeación').locator('[data-column=status]');
    await expect.poll(async () => (await cell.boundingBox())?.width).toBe(before + 46);
    await edge('Estado').dblclick();
    await isWide(before);
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
    await expect.poll(() => plan.tree.locator('mark').first().textContent()).toMatch(/conciliaci[oó]n/i);
    const muted = plan.row('Ejecución').locator('[data-context]');
    await muted.waitFor();
    await text().press('Escape');
    await muted.waitFor({ state: 'detached' });
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
    const controls = plan.tree.locator('[role=treeitem] > [data-type=control]');
    const reviewed = controls.filter({
      has: plan.page.locator('[data-column=status]', { hasText: 'Revisado' }),
    });
    // Rows follow the filter with a delay: waits until they match the last choice and the announced number.
    let found = 0;
    const told = async () => {
      found = await reviewed.count();
      return found === 0 || found !== (await controls.count())
        ? 0
        : chips.getByText(found === 1 ? 'Una coincidencia' : `${found} coincidencias`).count();
    };
    await expect.poll(told).toBe(1);
    await chips.getByRole('button', { name: 'Quitar Laura Pineda' }).click();
    await expect.poll(() => controls.count()).toBeGreaterThan(found);
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
    await plan.page.getByRole('button', { name: 'Más', exact: true }).click();
    await plan.page.getByRole('menuitem', { name: 'Contraer todo' }).click();
    await plan.remembers('"levels":0');
    await andres.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&hoja-id=${item}`);
    await plan.row('Debida diligencia SAGRILAFT').waitFor();
    await plan.panel('Debida diligencia SAGRILAFT').waitFor();
  });

  it('shows findings and what follows from them with tab=2', async () => {
    audit = await stage().auditNamed('Compras y pagos');
    await andres.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&tab=2`);
    const chips = andres.page.getByRole('group', { name: 'Filtros activos' });
    await chips.getByText('Plan de acción').waitFor();
    await andres.page.locator('[role=tree] [data-type=finding]').first().waitFor();
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
    await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
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
