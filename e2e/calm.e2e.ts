import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { newPlan } from './support/plan-items.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const DEMO = 'Compras y pagos';
const RISK = 'Pagos duplicados';
const OTHER = 'Proveedores ficticios';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;

beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
});

/** dd/MM/yyyy of a day from today. */
function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('es-CO', { dateStyle: 'short', timeZone: 'America/Bogota' })
    .formatToParts(day)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value.padStart(2, '0'))
    .join('/')
    .replace(/\/(\d\d)$/, '/20$1');
}

const bar = (plan: Plan, name: string): Locator => plan.row(name).getByRole('progressbar');
/** Whether a bar is neutral, or has one of the colours of risk. */
const levelOf = (plan: Plan, name: string): Promise<string | null> =>
  bar(plan, name).getAttribute('data-level');

async function begin(plan: Plan, name: string): Promise<void> {
  await plan.page.getByRole('button', { name: `${name}: Nuevo`, exact: true }).click();
  await plan.page.getByRole('menuitem', { name: 'En proceso' }).click();
}

describe('progress', () => {
  it('is neutral until its last day has passed; then it says so, for both', async () => {
    const audit = await newPlan(stage(), 'Sin prisa');
    const [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    for (const name of [RISK, OTHER]) await begin(mine, name);
    for (const plan of [mine, theirs])
      for (const name of [RISK, OTHER]) await expect.poll(() => levelOf(plan, name)).toBe('neutral');

    // Typed key by key in its sheet, where each key stays in the field.
    await mine.focus(RISK);
    await mine.press('Enter');
    const field = mine.panel(RISK).getByRole('textbox', { name: 'Fecha final' });
    await field.click();
    await mine.type(dayFromNow(-3));
    await mine.press('Tab');
    await expect.poll(() => field.inputValue()).toBe(dayFromNow(-3));
    // Beside a sheet the column of progress gives way.
    await mine.panel(RISK).getByRole('button', { name: 'Cerrar', exact: true }).click();
    for (const plan of [mine, theirs]) {
      await expect.poll(() => levelOf(plan, RISK)).toBe('high');
      await expect.poll(() => bar(plan, RISK).getAttribute('aria-valuetext')).toMatch(/atrasado/);
    }
    // One value of the text was recorded, not the years that its beginning could be.
    const log = await mine.openPanel('Historial de cambios');
    await log
      .getByText(/puso el fin/)
      .first()
      .waitFor();
    expect(await log.getByText(/puso el fin/).count()).toBe(1);
  });

  it('has one bar a row, with a name; a status has a word and a shape of its own', async () => {
    const plan = await Plan.open(andres, await stage().auditNamed(DEMO));
    const rows = await plan.tree.getByRole('treeitem').evaluateAll((all) =>
      all.map((row) => ({
        bars: [...row.querySelectorAll('[role=progressbar]')].map((one) => one.ariaLabel ?? ''),
        word: row.querySelector('[data-column=status]')?.textContent?.trim() ?? '',
        shape: row.querySelector('[data-column=status] [data-shape]')?.getAttribute('data-shape') ?? '',
      })),
    );
    expect(rows.filter(({ bars }) => bars.length > 1 || bars.includes(''))).toEqual([]);
    const shapes = new Map(rows.filter(({ word }) => word !== '').map(({ word, shape }) => [word, shape]));
    expect(shapes.size).toBeGreaterThan(3);
    expect(new Set(shapes.values()).size).toBe(shapes.size);
    await plan.page
      .getByRole('button', { name: /^Cómo se calcula el progreso/ })
      .getByText('Progreso')
      .waitFor();
  });
});

describe('people', () => {
  const ownAvatar = (page: Page): Locator =>
    page.getByRole('button', { name: /: cuenta y preferencias$/ }).locator('span[style*="--avatar-colour"]');
  const painted = (avatar: Locator): Promise<string> =>
    avatar.evaluate((one) => getComputedStyle(one).backgroundColor);

  it('have ten colours, the same on the next page from its first frame', async () => {
    const audit = await stage().auditNamed(DEMO);
    const plan = await Plan.open(andres, audit);
    const allotted = () =>
      plan.page.evaluate(() => {
        const css = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
        return [...css.matchAll(/--colour-of-[\w-]+: var\(--person-(\d+)\)/g)].map(([, place]) => place);
      });
    await expect.poll(async () => (await allotted()).length).toBeGreaterThan(5);
    const places = await allotted();
    expect(new Set(places).size).toBe(Math.min(10, places.length));
    const before = await painted(ownAvatar(plan.page));
    await plan.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&version=400`);
    await ownAvatar(plan.page).waitFor();
    expect(await painted(ownAvatar(plan.page))).toBe(before);
  });

  it('are found in a sheet by their avatar: the field that they are in', async () => {
    const audit = await newPlan(stage(), 'Entre dos');
    const [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    for (const plan of [mine, theirs]) {
      await plan.focus(RISK);
      await plan.press('Enter');
      await plan.panel(RISK).waitFor();
    }
    await theirs.panel(RISK).getByRole('textbox', { name: 'Fecha inicial' }).focus();
    await mine
      .panel(RISK)
      .getByRole('group', { name: 'Personas en esta auditoría' })
      .getByRole('button', { name: /^Claudia Restrepo · / })
      .click();
    const there = mine.panel(RISK).getByRole('textbox', { name: 'Fecha inicial' });
    await expect.poll(() => there.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await axeFaults(mine.page, '[role=dialog]')).toEqual([]);
  });

  it('are found from another sheet of the same kind: row, sheet, tab and field', async () => {
    const audit = await newPlan(stage(), 'Desde otra hoja');
    const [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    await theirs.focus(RISK);
    await theirs.press('Enter');
    const sheet = theirs.panel(RISK);
    await sheet.getByRole('tab', { name: 'Calificación' }).click();
    await sheet.getByRole('radiogroup', { name: 'Impacto' }).getByRole('radio').first().focus();
    await mine.focus(OTHER);
    await mine.press('Enter');
    await mine.panel(OTHER).getByRole('tab', { name: 'Información' }).click();
    await mine.page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^Claudia Restrepo · .*${RISK}`) })
      .click();
    const there = mine.panel(RISK).getByRole('radiogroup', { name: 'Impacto' });
    await expect.poll(() => there.evaluate((field) => field.contains(document.activeElement))).toBe(true);
    await expect.poll(() => mine.row(RISK).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => mine.row(OTHER).getAttribute('aria-selected')).toBe('false');
  });
});

it('left no complaint on the console', () => {
  expect(stage().complaints()).toEqual([]);
});
