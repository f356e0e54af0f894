import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cable } from './support/cable.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { Trash } from './support/trash.ts';
import { keptRooms, forgetTexts } from './support/kept-texts.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { openSheet, says, text, writes } from './support/written-text.ts';

const stage = stageOfThisFile();

describe('without a network', () => {
  /** The leader is disconnected; the manager stays online. */
  let andres: Person;
  let claudia: Person;
  let cable: Cable;
  let audit: string;
  let mine: Plan;
  let theirs: Plan;

  beforeEach(async () => {
    [andres, claudia] = await Promise.all([
      stage().enter('andres.murcia', { cable: true }),
      stage().enter('claudia.restrepo'),
    ]);
    if (!andres.cable) throw new Error('asked for a cable');
    cable = andres.cable;
    audit = await stage().newAudit({
      name: 'Compras menores',
      processes: ['Compras', 'Pagos'],
      risks: ['Pagos duplicados'],
    });
    [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
  });
  afterEach(async () => {
    await Promise.all([andres.context.close(), claudia.context.close()]);
  });

  const unsentMark = (plan: Plan, name: string) => plan.row(name).getByLabel('Sin enviar todavía');

  it('the work goes on, says that it is unsent, and merges with that of the others afterwards', async () => {
    cable.cut();
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.focus('Compras');
    await mine.addFromToolbar('En «Compras»', 'Riesgo', 'Compras fraccionadas');
    await mine.header('Sin conexión · 2 sin enviar').waitFor();
    await unsentMark(mine, 'Pagos a proveedores').waitFor();
    await unsentMark(mine, 'Compras fraccionadas').waitFor();
    await expect.poll(() => unsentMark(mine, 'Compras').count()).toBe(0);

    await theirs.rename('Compras', 'Compras locales');
    await theirs.row('Compras locales').waitFor();
    await expect.poll(() => theirs.row('Pagos a proveedores').count()).toBe(0);
    await expect.poll(() => mine.row('Compras locales').count()).toBe(0);

    cable.mend();
    await mine.online.waitFor();
    for (const plan of [mine, theirs])
      await expect
        .poll(async () => (await plan.outline()).slice(4, 9))
        .toEqual([
          'Ejecución',
          '  Compras locales',
          '    Compras fraccionadas',
          '  Pagos a proveedores',
          '  Pagos duplicados',
        ]);
    await expect.poll(() => andres.page.getByLabel('Sin enviar todavía').count()).toBe(0);
    await expect.poll(() => andres.page.getByRole('button', { name: /^Rechazados/ }).count()).toBe(0);
  });

  it('what the server refuses is in the tray with its reason, to be tried again or discarded', async () => {
    cable.cut();
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Compras', 'Compras mayores');
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.rename('Informe final', 'Informe definitivo');
    await mine.header('Sin conexión · 3 sin enviar').waitFor();
    for (const name of ['Compras', 'Pagos']) {
      await theirs.focus(name);
      await theirs.press('Delete');
      await theirs.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
      await theirs.row(name).waitFor({ state: 'detached' });
    }

    cable.mend();
    await theirs.row('Informe definitivo').waitFor();
    await mine.online.waitFor();
    await andres.page.getByRole('button', { name: /^Rechazados/ }).click();
    const tray = mine.panel('Cambios rechazados');
    const refused = tray.getByRole('listitem');
    await expect.poll(() => refused.count()).toBe(2);
    const first = refused.filter({ hasText: 'Compras mayores' });
    await first.getByText('El elemento fue eliminado.').waitFor();
    await mine.row('Compras mayores').waitFor({ state: 'detached' });

    // While the item is deleted, retrying is refused with the reason.
    await first.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await mine.toast('El elemento fue eliminado.').waitFor();
    await expect.poll(() => refused.count()).toBe(2);

    const trash = await Trash.open(claudia, audit);
    await trash.restore('Compras');
    await mine.row('Compras').waitFor();
    await theirs.reopen(audit);
    await first.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await theirs.row('Compras mayores').waitFor();
    await expect.poll(() => refused.count()).toBe(1);

    await refused.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(() => refused.count()).toBe(0);
    await andres.page.getByRole('button', { name: /^Rechazados/ }).waitFor({ state: 'hidden' });
  });

  it('unsent work survives a reload', async () => {
    // Pages load, rooms do not: a server with a fault.
    cable.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.header('Sin conexión · un cambio sin enviar').waitFor();

    let asked = '';
    andres.page.once('dialog', (dialog) => {
      asked = dialog.type();
      void dialog.accept();
    });
    await andres.page.reload();
    expect(asked).toBe('beforeunload');
    await mine.row('Pagos a proveedores').waitFor();
    await unsentMark(mine, 'Pagos a proveedores').waitFor();
    await mine.header('Sin conexión · un cambio sin enviar').waitFor();
    await expect.poll(() => theirs.row('Pagos').count()).toBe(1);

    cable.mend();
    await theirs.row('Pagos a proveedores').waitFor();
    await mine.online.waitFor();
    await unsentMark(mine, 'Pagos a proveedores').waitFor({ state: 'detached' });
  });

  it('a reload shows the plan while nothing answers but the pages themselves, and the work goes on', async () => {
    cable.cut('rooms');
    await andres.context.route('**/api/**', (route) => route.abort());
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.header('Sin conexión · un cambio sin enviar').waitFor();

    andres.page.once('dialog', (dialog) => void dialog.accept());
    await andres.page.reload();
    await unsentMark(mine, 'Pagos a proveedores').waitFor();
    await andres.page.getByRole('heading', { name: 'Compras menores' }).waitFor();
    await mine.rename('Compras', 'Compras locales');
    await mine.header('Sin conexión · 2 sin enviar').waitFor();

    await andres.context.unroute('**/api/**');
    cable.mend();
    await theirs.row('Compras locales').waitFor();
    await theirs.row('Pagos a proveedores').waitFor();
    await mine.online.waitFor();
  });

  it('texts of rows in sight are there before they are opened; one that is not says so', async () => {
    const RISK = 'Pagos duplicados';
    const FIELD = 'Descripción';
    const sheet = await openSheet(theirs, RISK);
    await writes(theirs, text(sheet, FIELD), 'Se paga dos veces la misma factura.');
    await says(sheet.getByRole('status'), 'Guardado');
    // A browser that has seen nothing of this audit yet.
    await forgetTexts(andres.page);
    await mine.reopen(audit);
    const item = await mine.row(RISK).getAttribute('data-item');
    await expect
      .poll(() => keptRooms(andres.page), { timeout: 30_000 })
      .toContain(`worksheet/${audit}.${item}`);

    cable.cut();
    await mine.header('Sin conexión').waitFor();
    const here = await openSheet(mine, RISK);
    await says(text(here, FIELD), 'Se paga dos veces la misma factura.');
    await andres.page.keyboard.press('Escape');
    await here.waitFor({ state: 'hidden' });

    // The connection to the text outlives its sheet by some seconds.
    await forgetTexts(andres.page);
    await andres.page.waitForTimeout(6_000);
    const again = await openSheet(mine, RISK);
    await again.getByText('Este texto no se ha abierto en este equipo').first().waitFor();
    cable.mend();
    await says(text(again, FIELD), 'Se paga dos veces la misma factura.');
  });

  it('what was left unsent in a plan is told wherever the person goes, and sent from there', async () => {
    cable.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.header('un cambio sin enviar').waitFor();
    const notice = andres.page
      .getByRole('banner')
      .getByRole('link', { name: 'Un cambio sin enviar en Compras menores' });
    await expect.poll(() => notice.count()).toBe(0);

    await andres.page.getByRole('banner').getByRole('link', { name: 'Auditorías' }).click();
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('href')).toBe(`/auditorias/plan/?auditoria-id=${audit}`);
    cable.mend();
    await theirs.row('Pagos a proveedores').waitFor();
    await notice.waitFor({ state: 'hidden' });
  });

  it('signing out asks first when something was not sent', async () => {
    cable.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.header('un cambio sin enviar').waitFor();
    await andres.page.getByRole('button', { name: 'Andrés Murcia: cuenta y preferencias' }).click();
    await andres.page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    const question = andres.page.getByRole('dialog', { name: 'Hay cambios sin enviar' });
    await question.getByRole('button', { name: 'Seguir aquí' }).click();
    cable.mend();
    await theirs.row('Pagos a proveedores').waitFor();
  });

  it('others no longer see the person, until the network is back', async () => {
    const here = theirs.page.getByRole('group', { name: 'Personas en esta auditoría' });
    await here.getByRole('button', { name: /Andrés Murcia/ }).waitFor();
    cable.cut();
    await here.waitFor({ state: 'hidden' });
    cable.mend();
    await here.getByRole('button', { name: /Andrés Murcia/ }).waitFor();
  });

  it('a browser that knows it is offline says so at once', async () => {
    await andres.context.setOffline(true);
    await mine.header('Sin conexión').waitFor();
    await mine.rename('Pagos', 'Pagos a proveedores');
    await mine.header('un cambio sin enviar').waitFor();
    await andres.context.setOffline(false);
    await theirs.row('Pagos a proveedores').waitFor();
    await mine.online.waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console but that the network was gone', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
