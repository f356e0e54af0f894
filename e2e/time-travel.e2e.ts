import { changedTreeItem, treeItemView, type TreeItemView } from '@cotejo/audits-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { PastView, versionOf } from './support/past-view.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

const DAY = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const dayOf = (moment: Date): string => DAY.format(moment);

describe('the plan as it was', () => {
  let audit: string;
  /** Version before the first edit, counted from 1 as displayed. */
  let before: number;
  let mine: Plan;

  beforeAll(async () => {
    audit = await stage().newAudit({ name: 'Nómina', processes: ['Liquidación'], risks: ['Pagos dobles'] });
    mine = await Plan.open(await stage().enter('andres.murcia'), audit);
    const log = await mine.openPanel('Historial de cambios');
    const newest = log.getByRole('listitem').first().locator('.num');
    before = Number((await newest.innerText()).replace(/\D/g, ''));
    await log.getByRole('button', { name: 'Cerrar' }).click();
    await mine.rename('Liquidación', 'Liquidación mensual');
    await mine.row('Liquidación mensual').waitFor();
    await mine.focus('Pagos dobles');
    await mine.press('Delete');
    await mine.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await mine.row('Pagos dobles').waitFor({ state: 'detached' });
    await mine.online.waitFor();
  });

  it('opens from an entry of the change log, with who did what and when, and leads back to now', async () => {
    const claudia = await Plan.open(await stage().enter('claudia.restrepo'), audit);
    const { page } = claudia;
    await claudia.row('Liquidación mensual').waitFor();
    const log = await claudia.openPanel('Historial de cambios');
    const renamed = log.getByRole('listitem').filter({ hasText: 'renombró «Liquidación»' });
    await renamed.getByRole('link', { name: /^Ver el plan como estaba/ }).click();

    const past = new PastView(page);
    const told = await past.showing(before + 1);
    expect(told).toContain('Andrés Murcia renombró «Liquidación» a «Liquidación mensual»');
    expect(told).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    await expect.poll(() => versionOf(page)).toBe(before + 1);
    // Items deleted later appear in their former place.
    await past.row('Pagos dobles').waitFor();
    const created = log.getByRole('listitem').filter({ hasText: 'creó la auditoría' });
    const older = log.getByRole('button', { name: 'Ver cambios anteriores' });
    // The list begins again around the version that is shown: the button may go away meanwhile.
    const isListed = async () => {
      if ((await created.count()) > 0) return true;
      await older.click({ timeout: 1_000 }).catch(() => undefined);
      return false;
    };
    await expect.poll(isListed).toBe(true);
    await created.getByRole('link').click();
    await past.showing(1);
    await log.getByRole('button', { name: 'Cerrar' }).click();

    await page.getByRole('button', { name: 'Volver al presente' }).click();
    await claudia.tree.waitFor();
    await claudia.row('Liquidación mensual').waitFor();
    await claudia.row('Pagos dobles').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.has('version')).toBe(false);
  });

  it('is at the address, goes change by change, and marks what each of them did', async () => {
    const past = await PastView.at(await stage().enter('claudia.restrepo'), audit, `version=${before}`);
    await past.showing(before);
    await past.row('Liquidación').waitFor();
    await past.bar.getByRole('button', { name: 'Cambio siguiente' }).click();
    await past.showing(before + 1);
    await past.row('Liquidación mensual').getByText('Cambió', { exact: true }).waitFor();
    await past.differences.getByText('Nombre: «Liquidación» → «Liquidación mensual»').waitFor();
    await past.bar.getByRole('button', { name: 'Cambio siguiente' }).click();
    expect(await past.showing(before + 2)).toContain('Andrés Murcia eliminó');
    await past.row('Pagos dobles').waitFor({ state: 'detached' });
    await past.differences.getByText('Eliminado de Ejecución').waitFor();
    await past.bar.getByRole('button', { name: 'Cambio anterior' }).click();
    await past.showing(before + 1);
    await past.row('Pagos dobles').waitFor();

    await past.page.reload();
    await past.showing(before + 1);
    await past.row('Liquidación mensual').waitFor();
  });

  it('compares any two versions', async () => {
    const past = await PastView.at(
      await stage().enter('claudia.restrepo'),
      audit,
      `version=${before}&contra=ahora`,
    );
    await past.showing(before);
    await past.row('Liquidación').getByText('Cambió después').waitFor();
    await past.row('Pagos dobles').getByText('Eliminado después').waitFor();
    const items = past.differences.getByRole('listitem');
    await expect.poll(() => items.count()).toBe(2);

    await past.bar.getByRole('button', { name: 'Comparar las demás versiones con esta' }).click();
    await past.bar.getByRole('button', { name: 'Cambio siguiente' }).click();
    await past.bar.getByRole('button', { name: 'Cambio siguiente' }).click();
    await past.showing(before + 2);
    await expect.poll(() => items.count()).toBe(2);
    await past.differences.getByText('Eliminado de Ejecución').waitFor();
    const against = () => new URL(past.page.url()).searchParams.get('contra');
    await expect.poll(against).toBe(String(before));

    await past.bar.getByLabel('Comparar con').first().click();
    await past.page.getByRole('option', { name: 'La versión anterior' }).click();
    await expect.poll(() => items.count()).toBe(1);
  });

  it('travels by keyboard: change by change, along the slider, and back', async () => {
    const past = await PastView.at(await stage().enter('claudia.restrepo'), audit, `version=${before}`);
    const { page } = past;
    await past.showing(before);
    await past.tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('.');
    await past.showing(before + 1);
    await page.keyboard.press(',');
    await past.showing(before);
    const slider = past.bar.getByRole('slider', { name: 'Versión del plan' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await past.showing(1)).toContain('Claudia Restrepo creó la auditoría «Nómina»');
    const earlier = past.bar.getByRole('button', { name: 'Cambio anterior' });
    await expect.poll(() => earlier.isDisabled()).toBe(true);
    await page.keyboard.press('ArrowRight');
    await past.showing(2);
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toMatch(/^Versión 2 · \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('tree', { name: 'Plan de auditoría', exact: true }).waitFor();
  });

  it('shows a worksheet as it was while somebody else works on it, and brings a value back', async () => {
    const risky = await stage().newAudit({ name: 'Cartera', risks: ['Deterioro sin registrar'] });
    const tree = await stage().call(
      'andres.murcia',
      `/proyecto/riesgo/auditoria/${risky}/tree/`,
      z.array(treeItemView),
    );
    const find = (items: readonly TreeItemView[]): TreeItemView | undefined =>
      items.flatMap((one) => (one.item_tipo === 'HT_RIESGO' ? [one] : (find(one.items) ?? []))).at(0);
    const risk = find(tree)?.id ?? '';
    const rate = (impact: number) =>
      stage().call('andres.murcia', `/proyecto/riesgo/auditoria_treeitem/${risk}/values/`, changedTreeItem, {
        valores: { probability: 5, impact },
      });
    const { version } = await rate(3);
    const past = await PastView.at(
      await stage().enter('claudia.restrepo'),
      risky,
      `version=${version + 1}&contra=ahora&hoja-id=${risk}`,
    );
    const sheet = past.page.getByRole('dialog', { name: 'Deterioro sin registrar' });
    // Without controls, the residual risk equals the inherent one.
    const inherent = sheet.getByRole('definition').filter({ hasText: 'Probabilidad 5 × impacto 3 = 15' });
    await inherent.getByText('15 Alto').waitFor();

    await rate(5);
    await sheet.getByText('después: 5').waitFor();
    await sheet.getByRole('button', { name: /^Volver a este valor: impacto/ }).click();
    await sheet.getByText('después: 5').waitFor({ state: 'detached' });
    const now = await Plan.open(await stage().enter('andres.murcia'), risky);
    await now.row('Deterioro sin registrar').getByRole('img', { name: 'Inherente: 15 Alto' }).waitFor();
    expect(await axeFaults(past.page)).toEqual([]);
  });

  it('goes to the end of a day', async () => {
    const past = await PastView.at(await stage().enter('claudia.restrepo'), audit, 'version=1');
    await past.showing(1);
    const day = past.bar.getByLabel('Ir al día');
    await day.fill(dayOf(new Date()));
    await day.press('Enter');
    await past.told.getByText(/^Versión (\d+) de \1$/).waitFor();
    await day.fill('01/01/2020');
    await day.press('Enter');
    await past.page.getByRole('alert').getByText('no existía').waitFor();

    // The demo's history starts before its events were recorded.
    const demo = await PastView.at(
      await stage().enter('claudia.restrepo'),
      await stage().auditNamed('Compras y pagos'),
      'version=1',
    );
    await demo.showing(1);
    const [, last] = /de (\d+)$/.exec(await demo.told.getByText(/^Versión/).innerText()) ?? [];
    const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60_000);
    const old = demo.bar.getByLabel('Ir al día');
    await old.fill(dayOf(weekAgo));
    await old.press('Enter');
    await expect.poll(() => versionOf(demo.page)).toBeGreaterThan(1);
    expect(versionOf(demo.page)).toBeLessThan(Number(last));
    const shown = await demo.showing(versionOf(demo.page));
    const [, dd, mm, yyyy] = /(\d{2})\/(\d{2})\/(\d{4})/.exec(shown) ?? [];
    expect(Date.parse(`${yyyy}-${mm}-${dd}`)).toBeLessThanOrEqual(weekAgo.getTime());
  });

  it('cannot be edited, and nobody there is seen by those who work', async () => {
    const past = await PastView.at(await stage().enter('oscar.benitez'), audit, `version=${before}`);
    const { page } = past;
    await past.showing(before);
    const seen = mine.page.getByRole('banner').getByLabel('Óscar Benítez');
    await expect.poll(() => seen.count()).toBe(0);
    await past.row('Liquidación').focus();
    for (const key of ['F2', 'Delete', 'Insert', 'Control+Shift+M', 'Alt+ArrowUp'])
      await page.keyboard.press(key);
    await expect.poll(() => page.getByRole('textbox', { name: 'Nombre' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: /^(Agregar|Acciones de|Asignar)/ }).count())
      .toBe(0);
    await expect.poll(() => past.row('Liquidación').getAttribute('draggable')).not.toBe('true');
    await page.getByRole('button', { name: 'Volver al presente' }).click();
    await seen.waitFor();
  });

  it('stands still while somebody edits, and knows that there is more', async () => {
    const past = await PastView.at(await stage().enter('claudia.restrepo'), audit, `version=${before + 2}`);
    await past.showing(before + 2);
    const rows = await Plan.outlineOf(past.tree);
    await mine.rename('Liquidación mensual', 'Liquidación quincenal');
    await mine.online.waitFor();
    await past.told.getByText(`Versión ${before + 2} de ${before + 3}`).waitFor();
    expect(await Plan.outlineOf(past.tree)).toEqual(rows);
    await past.bar.getByRole('button', { name: 'Cambio siguiente' }).click();
    await past.row('Liquidación quincenal').waitFor();
    const later = past.bar.getByRole('button', { name: 'Cambio siguiente' });
    await expect.poll(() => later.isDisabled()).toBe(true);
  });

  it('says when a version is yet to come', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(`${url}/auditorias/plan/?auditoria-id=${audit}&version=9000`);
    await page.getByRole('heading', { name: 'La auditoría aún no llega a esa versión' }).waitFor();
    await page.getByRole('button', { name: 'Volver al presente' }).click();
    await page.getByRole('tree', { name: 'Plan de auditoría', exact: true }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('keeps to WCAG 2.2 AA in %s, %i wide', async (colorScheme, width) => {
    const options = { colorScheme, reducedMotion: 'reduce', viewport: { width, height: 844 } } as const;
    const past = await PastView.at(
      await stage().enter('hernan.duque', options),
      await stage().auditNamed('Compras y pagos'),
      'version=150',
    );
    await past.showing(150);
    expect(await axeFaults(past.page)).toEqual([]);
    await expect
      .poll(() => past.page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    if (width < 1000) {
      await past.bar.getByRole('button', { name: /^Diferencias/ }).click();
      await past.page.getByRole('dialog', { name: 'Diferencias' }).waitFor();
      expect(await axeFaults(past.page, '[role=dialog]')).toEqual([]);
    }
  });

  it('leaves no complaint on the console but what was refused', () => {
    const refused = /status of 404/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
