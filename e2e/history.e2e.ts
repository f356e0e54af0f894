import { describe, expect, it } from 'vitest';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

describe('the change log of an audit', () => {
  it('tells each change with its author and its moment, and new ones as they happen', async () => {
    const audit = await stage().newAudit({
      name: 'Nómina',
      processes: ['Liquidación'],
      risks: ['Pagos dobles'],
    });
    const [andres, claudia] = await Promise.all([
      stage().enter('andres.murcia'),
      stage().enter('claudia.restrepo'),
    ]);
    const [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    const log = await theirs.openPanel('Historial de cambios');
    const entries = log.getByRole('list', { name: 'Historial de cambios' }).getByRole('listitem');
    const first = entries.last();
    await first.getByText('Claudia Restrepo creó la auditoría «Nómina»').waitFor();
    const moment = first.locator('time');
    await expect.poll(() => moment.innerText()).toMatch(/^\d{2}\/\d{2}\/\d{4},? \d{1,2}:\d{2}/);
    const told = Date.parse((await moment.getAttribute('datetime')) ?? '');
    expect(Math.abs(Date.now() - told)).toBeLessThan(10 * 60_000);
    const before = await entries.count();

    await mine.rename('Liquidación', 'Liquidación mensual');
    await entries.first().getByText('Andrés Murcia renombró «Liquidación» a «Liquidación mensual»').waitFor();
    await mine.focus('Pagos dobles');
    await mine.press('Alt+ArrowUp');
    await entries.first().getByText('Andrés Murcia cambió el orden dentro de «Ejecución»').waitFor();
    await mine.press('Delete');
    await andres.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await entries.first().getByText('Andrés Murcia eliminó el elemento').waitFor();
    await entries.first().getByText('Pagos dobles').waitFor();
    await expect.poll(() => entries.count()).toBe(before + 3);
  });

  it('opens the older pages back to the beginning, and leads to what a change speaks of', async () => {
    const laura = await stage().enter('laura.pineda');
    const plan = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
    const log = await plan.openPanel('Historial de cambios');
    const entries = log.getByRole('list', { name: 'Historial de cambios' }).getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(100);
    const older = log.getByRole('button', { name: 'Ver cambios anteriores' });
    await older.click();
    await expect.poll(() => entries.count()).toBe(200);
    for (let shown = 200; await older.isVisible(); shown += 100) {
      await older.click();
      await expect
        .poll(() => older.isVisible().then(async (more) => !more || (await entries.count()) > shown))
        .toBe(true);
    }
    await entries.last().getByText('creó la auditoría «Compras y pagos»').waitFor();
    const versions = await entries.locator('.num').allInnerTexts();
    // Each version once, without gaps.
    expect(versions.map((text) => Number(text.replace(/\D/g, '')))).toEqual(
      versions.map((_, index) => versions.length - index),
    );

    await expect.poll(() => plan.row('Discusión con los responsables').count()).toBe(0);
    await entries.getByRole('button', { name: 'Discusión con los responsables' }).first().click();
    await plan.row('Discusión con los responsables').waitFor();
  });

  it('is filtered by person and kind, and brings an earlier value back as a new change', async () => {
    const audit = await stage().newAudit({ name: 'Compras menores', processes: ['Caja'], risks: ['Fraude'] });
    const mine = await Plan.open(await stage().enter('andres.murcia'), audit);
    await mine.rename('Caja', 'Caja menor');
    await mine.row('Caja menor').waitFor();
    const log = await mine.openPanel('Historial de cambios');
    const entries = log.getByRole('list', { name: 'Historial de cambios' }).getByRole('listitem');
    await entries.first().getByText('renombró «Caja» a «Caja menor»').waitFor();

    await log.getByRole('button', { name: 'Filtros' }).click();
    await log.getByLabel('Tipo de cambio').first().click();
    await mine.page.getByRole('option', { name: 'Nombres y códigos' }).click();
    await expect.poll(() => entries.count()).toBe(1);
    await mine.press('Escape');
    await entries
      .first()
      .getByRole('button', { name: /^Volver al valor anterior/ })
      .click();
    await mine.row('Caja').waitFor();
    await entries.first().getByText('renombró «Caja menor» a «Caja»').waitFor();
    // The value is current already, so it cannot be restored.
    const second = entries.getByRole('button', { name: /^Volver al valor anterior/ }).nth(1);
    await expect.poll(() => second.getAttribute('aria-disabled')).toBe('true');
  });

  it('leaves as a file that can be verified', async () => {
    const mine = await Plan.open(
      await stage().enter('andres.murcia'),
      await stage().auditNamed('Compras y pagos'),
    );
    const log = await mine.openPanel('Historial de cambios');
    await log.getByRole('listitem').first().waitFor();
    const file = mine.page.waitForEvent('download');
    await log.getByRole('button', { name: 'Exportar' }).click();
    await mine.page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
