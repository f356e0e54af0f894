import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { Trash } from './support/trash.ts';

const RISK = 'Pagos duplicados';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
let audit: string;
let mine: Plan;
let theirs: Plan;

beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { cable: true, reducedMotion: 'reduce' }),
  ]);
});
beforeEach(async () => {
  audit = await stage().newAudit({ name: 'Por deshacer', processes: ['Compras', 'Pagos'], risks: [RISK] });
  [theirs, mine] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
});

async function open(plan: Plan, name: string, tab?: string): Promise<Locator> {
  await plan.focus(name);
  await plan.press('Enter');
  const panel = plan.panel(name);
  if (tab !== undefined) await panel.getByRole('tab', { name: tab }).click();
  return panel;
}

const scale = (panel: Locator, name: string, step: string): Locator =>
  panel.getByRole('radiogroup', { name }).getByRole('radio', { name: step });
const undone = (plan: Plan, what: string | RegExp): Locator => plan.toast(what);

describe('a change is undone', () => {
  it('in a rating, by its name, and made again by the button that is offered', async () => {
    const panel = await open(mine, RISK, 'Calificación');
    const possible = scale(panel, 'Probabilidad', 'Posible');
    await possible.check();
    await mine.press('Control+z');
    const toast = undone(mine, /^Se deshizo: cambiar «Probabilidad» de /);
    await toast.waitFor();
    await expect.poll(() => possible.isChecked()).toBe(false);
    await toast.getByRole('button', { name: 'Rehacer' }).click();
    await undone(mine, /^Se rehizo: cambiar «Probabilidad»/).waitFor();
    await expect.poll(() => possible.isChecked()).toBe(true);
    await mine.press('Control+z');
    await mine.press('Control+Shift+z');
    await expect.poll(() => possible.isChecked()).toBe(true);
  });

  it('after what was typed in a field, whose own undo comes first', async () => {
    await mine.rename('Pagos', 'Pagos a terceros');
    await mine.row('Pagos a terceros').waitFor();
    const search = mine.page.getByRole('textbox', { name: 'Filtrar por nombre o código' });
    await search.click();
    await mine.type('Com');
    // The browser groups keystrokes as it likes: typed slowly, they are several steps.
    for (let left = 'Com'; left !== '';) {
      const before = left;
      await mine.press('Control+z');
      await expect.poll(async () => (left = await search.inputValue()).length).toBeLessThan(before.length);
    }
    await mine.row('Pagos a terceros').waitFor();
    await mine.press('Control+z');
    await undone(mine, 'Se deshizo: cambiar el nombre de').waitFor();
    await mine.row('Pagos').waitFor();
  });

  it('after what was written in a text, which comes back as it was', async () => {
    const panel = await open(mine, RISK, 'Información');
    const end = panel.getByRole('textbox', { name: 'Fecha final' });
    await end.fill('05/05/2026');
    await mine.press('Tab');
    const text = panel.getByRole('textbox', { name: 'Descripción' });
    const paragraphs = () => text.locator('p').allInnerTexts();
    await text.click();
    await mine.type('Dos pagos');
    await mine.press('Control+z');
    await expect.poll(async () => (await paragraphs()).join('').trim()).toBe('');
    await mine.press('Control+Shift+z');
    await expect.poll(paragraphs).toEqual(['Dos pagos']);
    await mine.press('Control+z');
    await expect.poll(async () => (await paragraphs()).join('').trim()).toBe('');
    await mine.press('Control+z');
    await undone(mine, /^Se deshizo: cambiar las fechas de /).waitFor();
    await expect.poll(() => end.inputValue()).toBe('');
  });

  it('after a reload, and once more after another', async () => {
    await mine.rename('Pagos', 'Pagos a terceros');
    await theirs.row('Pagos a terceros').waitFor();
    await mine.reopen(audit);
    await mine.press('Control+z');
    await undone(mine, 'Se deshizo: cambiar el nombre de Pagos').waitFor();
    await theirs.row('Pagos').waitFor();
    await mine.reopen(audit);
    await mine.press('Control+Shift+z');
    await undone(mine, 'Se rehizo: cambiar el nombre de Pagos').waitFor();
    await theirs.row('Pagos a terceros').waitFor();
  });

  it('from other pages of the audit: its summary, and its trash', async () => {
    await mine.rename('Pagos', 'Pagos a terceros');
    await mine.focus('Compras');
    await mine.press('Delete');
    const question = mine.page.getByRole('dialog', { name: '¿Eliminar «Compras»?' });
    await question.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await theirs.row('Compras').waitFor({ state: 'detached' });
    const trash = await Trash.open(andres, audit);
    await trash.row('Compras').waitFor();
    await mine.press('Control+z');
    await undone(mine, 'Se deshizo: eliminar Compras').waitFor();
    await theirs.row('Compras').waitFor();
    await andres.page.goto(`${andres.url}/auditorias/plan/?auditoria-id=${audit}&vista=resumen`);
    await mine.online.waitFor();
    await mine.press('Control+z');
    await undone(mine, 'Se deshizo: cambiar el nombre de Pagos').waitFor();
    await theirs.row('Pagos').waitFor();
    await mine.press('Control+z');
    await mine.toast('No hay cambios suyos por deshacer').waitFor();
  });

  it('unless somebody else changed the same since, who is named', async () => {
    await mine.rename('Pagos', 'Pagos de Andrés');
    await theirs.row('Pagos de Andrés').waitFor();
    await theirs.rename('Pagos de Andrés', 'Pagos de Claudia');
    await mine.row('Pagos de Claudia').waitFor();
    await mine.press('Control+z');
    await mine
      .toast(/^No se pudo deshacer: cambiar el nombre de Pagos\. Claudia Restrepo lo cambió después\./)
      .waitFor();
    await mine.row('Pagos de Claudia').waitFor();
  });

  it('not behind a dialog', async () => {
    await mine.rename('Pagos', 'Pagos a terceros');
    await mine.focus('Compras');
    await mine.press('Delete');
    await mine.page.getByRole('dialog', { name: '¿Eliminar «Compras»?' }).waitFor();
    await mine.press('Control+z');
    await mine.press('Escape');
    await mine.row('Pagos a terceros').waitFor();
  });
});

describe('a signature', () => {
  it('falls with a change, which both see at once; its field stays where it was', async () => {
    const [panel, other] = [await open(mine, RISK, 'Calificación'), await open(theirs, RISK, 'Calificación')];
    await panel.getByRole('button', { name: 'Marcar completado' }).click();
    await mine.page.getByText('Todavía no hay nada').waitFor();
    expect(await axeFaults(mine.page, '[role=dialog]')).toEqual([]);
    await mine.press('Escape');
    await scale(panel, 'Probabilidad', 'Posible').check();
    await scale(panel, 'Impacto', 'Catastrófico').check();
    await panel.getByRole('button', { name: 'Marcar completado' }).click();
    await other.getByRole('button', { name: /^Completado por Andrés Murcia \d\d\/\d\d\/\d{4}/ }).waitFor();

    const field = scale(other, 'Probabilidad', '4 Probable');
    // Waits until the field stays where it is: the signature has just been drawn above it.
    await field.hover();
    const before = await field.boundingBox();
    await field.check();
    expect(await field.boundingBox()).toEqual(before);
    const told = theirs.toast('Su cambio retiró la firma de Andrés Murcia en');
    await Promise.all([
      told.waitFor(),
      mine.toast(/Claudia Restrepo editó .*su firma quedó sin efecto/).waitFor(),
    ]);
    // What is said does not lie over the field that is being filled in.
    const scaleBox = await other.getByRole('radiogroup', { name: 'Probabilidad' }).boundingBox();
    await expect
      .poll(async () => (await told.boundingBox())?.y ?? 0)
      .toBeGreaterThanOrEqual((scaleBox?.y ?? 0) + (scaleBox?.height ?? 0));
    await told.getByRole('button', { name: 'Deshacer' }).click();
    await theirs.toast(/Se deshizo: cambiar «Probabilidad».*La firma de Andrés Murcia no vuelve/).waitFor();
    await expect.poll(() => scale(panel, 'Probabilidad', 'Posible').isChecked()).toBe(true);
    await panel.getByRole('button', { name: 'Marcar completado' }).waitFor();

    const log = await theirs.openPanel('Historial de cambios');
    await log.getByText(/quedó sin efecto la firma de Andrés Murcia/).waitFor();
  });

  it('is whole or not there when the browser is closed in the middle', async () => {
    const panel = await open(mine, RISK, 'Calificación');
    await scale(panel, 'Probabilidad', 'Posible').check();
    await scale(panel, 'Impacto', 'Catastrófico').check();
    const page = await andres.context.newPage();
    await page.goto(mine.page.url());
    const sheet = page.getByRole('dialog', { name: RISK });
    await sheet.getByRole('button', { name: 'Marcar completado' }).click();
    await page.close();
    await mine.reopen(audit);
    const row = mine.row(RISK);
    const isSigned = async () => ({
      status: (await row.innerText()).includes('Completado'),
      mark: (await row.getByRole('img', { name: /completado por Andrés Murcia/i }).count()) > 0,
    });
    await expect
      .poll(async () => {
        const { status, mark } = await isSigned();
        return status === mark;
      })
      .toBe(true);
  });
});

describe('a deletion', () => {
  it('says who is in it, is seen by them with its author, and taken back by them', async () => {
    const panel = await open(mine, RISK);
    await panel.waitFor();
    await theirs.focus('Pagos');
    await theirs.press('Delete');
    const question = theirs.page.getByRole('dialog', { name: '¿Eliminar «Pagos»?' });
    await theirs.press('Escape');
    await theirs.focus(RISK);
    await theirs.press('Delete');
    const asked = theirs.page.getByRole('dialog', { name: new RegExp(`^¿Eliminar «.*${RISK}»`) });
    await asked.getByText('Andrés Murcia trabaja ahora ahí.').waitFor();
    expect(await axeFaults(theirs.page, '[role=dialog]')).toEqual([]);
    await asked.getByRole('button', { name: 'Sí, Eliminar' }).click();
    await question.waitFor({ state: 'detached' });

    const gone = mine.panel('Este elemento ya no está');
    await gone.getByText(new RegExp(`Claudia Restrepo eliminó .*${RISK} el \\d\\d/\\d\\d/\\d{4}`)).waitFor();
    expect(await axeFaults(mine.page, '[role=dialog]')).toEqual([]);
    await gone.getByRole('button', { name: 'Restaurar' }).click();
    await mine.panel(RISK).waitFor();
    await theirs.row(RISK).waitFor();
  });

  it('made without a connection reaches the server whole after the browser was closed', async () => {
    andres.cable?.cut('rooms');
    await mine.header(/Sin conexión/).waitFor();
    await mine
      .row('Compras')
      .getByTitle('Compras', { exact: true })
      .click({ modifiers: ['Control'] });
    await mine
      .row('Pagos')
      .getByTitle('Pagos', { exact: true })
      .click({ modifiers: ['Control'] });
    await mine.press('Delete');
    await mine.page.getByRole('dialog').getByRole('button', { name: 'Sí, Eliminar' }).click();
    await mine.row('Pagos').waitFor({ state: 'detached' });
    const rowsOf = (plan: Plan) => Promise.all(['Compras', 'Pagos'].map((name) => plan.row(name).count()));
    expect(await rowsOf(theirs)).toEqual([1, 1]);
    await mine.page.goto(`${andres.url}/favicon.svg`);
    andres.cable?.mend();
    await mine.reopen(audit);
    await expect.poll(() => rowsOf(theirs)).toEqual([0, 0]);
    await mine.press('Control+z');
    await expect.poll(() => rowsOf(theirs)).toEqual([1, 1]);
  });
});

describe('a date', () => {
  it('years away from the audit is asked about before it is kept', async () => {
    await mine.chooseAction('Pagos', 'Fechas…');
    const dialog = mine.page.getByRole('dialog', { name: /^Fechas de/ });
    await dialog.getByRole('textbox', { name: 'Fecha inicial' }).fill('15/03/2206');
    await dialog.getByRole('heading').click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText(/15\/03\/2206 está a más de un año de la auditoría/).waitFor();
    expect(await axeFaults(mine.page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Fecha inicial' }).fill('15/03/2026');
    await dialog.getByRole('heading').click();
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await mine.press('Control+z');
    await mine.toast('Se deshizo: cambiar las fechas de Pagos').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    const refused = /status of 4\d\d|WebSocket|ERR_/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
