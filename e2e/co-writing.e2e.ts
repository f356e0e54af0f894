import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { caretOf, enters, openSheet, says, text, tool, wordsOf, writes } from './support/written-text.ts';

const stage = stageOfThisFile();
const RISK = 'Pagos duplicados';
const CHART_OF = 'Entendimiento de pagos';

let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([stage().enter('claudia.restrepo'), stage().enter('andres.murcia')]);
});

describe('a text that two people write', () => {
  let audit: string;
  let mine: Plan;
  let theirs: Plan;
  let here: Locator;
  let there: Locator;
  beforeEach(async () => {
    audit = await stage().newAudit({ name: 'Escrita entre dos', processes: ['Pagos'], risks: [RISK] });
    [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    [here, there] = await Promise.all([openSheet(mine, RISK), openSheet(theirs, RISK)]);
  });

  it('is written at once, with each other’s caret, and each takes back only what is theirs', async () => {
    await writes(mine, text(here, 'Descripción'), 'El tesorero revisa los pagos.');
    await says(text(there, 'Descripción'), 'El tesorero revisa los pagos.');
    await caretOf(text(there, 'Descripción'), 'Andrés Murcia').waitFor();
    await writes(theirs, text(there, 'Descripción'), ' El contador los aprueba.');
    await says(text(here, 'Descripción'), 'El contador los aprueba.');
    await text(here, 'Descripción').click();
    await mine.press('Control+z');
    await expect.poll(() => wordsOf(text(there, 'Descripción'))).toBe(' El contador los aprueba.');
    await says(here.getByRole('status'), 'Guardado');
    expect(await axeFaults(mine.page)).toEqual([]);

    // The tools stand above the text, which stays where it was before they came.
    const [words, tools] = [
      text(here, 'Comentarios'),
      here.getByRole('toolbar', { name: 'Formato de Comentarios' }),
    ];
    await words.hover();
    const before = await words.boundingBox();
    await words.click();
    await tools.waitFor();
    const [now, bar] = await Promise.all([words.boundingBox(), tools.boundingBox()]);
    expect(now).toEqual(before);
    expect((bar?.y ?? Infinity) + (bar?.height ?? 0)).toBeLessThanOrEqual(now?.y ?? 0);
  });

  it('names people and items from the keyboard', async () => {
    await writes(mine, text(here, 'Comentarios'), 'Ver @clau');
    await mine.page.getByRole('option', { name: /Claudia Restrepo/ }).waitFor();
    await mine.press('Enter');
    await mine.type('#pagos');
    await mine.page.getByRole('option').first().waitFor();
    await mine.press('Escape');
    await expect.poll(() => mine.page.getByRole('option').count()).toBe(0);
    await expect.poll(() => here.isVisible()).toBe(true);
    await says(text(there, 'Comentarios'), '@Claudia Restrepo #pagos');
  });

  it('leads to an address of the web, and to none that would run something', async () => {
    await writes(mine, text(here, 'Comentarios'), 'Según la norma');
    await mine.press('Control+Shift+ArrowLeft');
    await tool(here, 'Comentarios', 'Enlace').click();
    const address = mine.page.getByRole('textbox', { name: 'Dirección' });
    await address.fill('javascript:alert(1)');
    await mine.press('Enter');
    await mine.page.getByText('Escriba una dirección web o de correo.').waitFor();
    await address.fill('ejemplo.com/norma');
    await mine.press('Enter');
    const link = text(there, 'Comentarios').getByRole('link', { name: 'norma', exact: true });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toBe('https://ejemplo.com/norma');
    // The focus is in the text again, behind the link.
    await expect
      .poll(() => text(here, 'Comentarios').evaluate((it) => it.contains(document.activeElement)))
      .toBe(true);
    await mine.type(' 27');
    await expect.poll(() => wordsOf(text(there, 'Comentarios'))).toBe('Según la norma 27');
    await expect.poll(() => link.textContent()).toBe('norma');
  });
});

describe('a text that three people write', () => {
  const FIELD = 'Descripción';
  /** PNG of one pixel. */
  const DOT =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it('has their cursors with their names, their tables, lists, marks and images', async () => {
    const laura = await stage().enter('laura.pineda');
    const audit = await stage().newAudit({
      name: 'Escrita entre tres',
      processes: ['Pagos'],
      risks: [RISK],
      auditors: ['laura.pineda'],
    });
    const plans = await Promise.all([andres, claudia, laura].map((person) => Plan.open(person, audit)));
    const panels = await Promise.all(plans.map((plan) => openSheet(plan, RISK)));
    const fields = panels.map((panel) => text(panel, FIELD));
    const [first, second, third] = plans as [Plan, Plan, Plan];
    const [one, two, three] = panels as [Locator, Locator, Locator];
    const [mine, theirs, hers] = fields as [Locator, Locator, Locator];

    // The first user starts a list, and the second continues it.
    await enters(mine);
    await tool(one, FIELD, 'Lista').click();
    await first.type('Factura');
    await says(theirs.getByRole('listitem'), 'Factura');
    await writes(second, theirs, '\n');
    await second.type('Orden de compra');
    await says(hers.getByRole('listitem').last(), 'Orden de compra');

    // Each user sees the carets of the others in the text and their avatars above it.
    await hers.click();
    const names = ['Andrés Murcia', 'Claudia Restrepo', 'Laura Pineda'];
    for (const [at, panel] of panels.entries())
      for (const name of names.filter((_, who) => who !== at)) {
        await caretOf(text(panel, FIELD), name).waitFor();
        await panel
          .getByRole('group', { name: `En ${FIELD}` })
          .getByRole('img', { name })
          .waitFor();
      }
    await expect.poll(() => caretOf(mine, 'Andrés Murcia').count()).toBe(0);

    // The third user inserts a table with a tick mark, which is explained to all.
    await third.press('Control+End');
    await third.press('Enter');
    await third.press('Enter');
    await tool(three, FIELD, 'Insertar tabla').click();
    await third.type('Total');
    await says(mine.getByRole('columnheader').first(), 'Total');
    await tool(three, FIELD, 'Marca de auditoría').click();
    await third.page.getByRole('menuitem', { name: 'Recalculado' }).click();
    await says(mine.getByRole('columnheader').first(), /Total.+/);
    for (const panel of [one, two])
      await says(panel.getByLabel('Marcas de auditoría', { exact: true }), 'Recalculado');

    // An image pasted by the second user becomes an attachment and is shown to the first.
    await second.press('Control+Home');
    await theirs.evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }, DOT);
    await mine.locator('img[src^="blob:"]').waitFor();
    await first.row(RISK).getByRole('button', { name: 'Un archivo adjunto' }).waitFor();
    await says(one.getByRole('status'), 'Guardado');
    expect(await axeFaults(first.page)).toEqual([]);
  });
});

describe('a flowchart that two people draw', () => {
  it('has each other’s shapes, and says whose is chosen', async () => {
    const audit = await stage().auditNamed('Compras y pagos');
    const [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
    const [here, there] = await Promise.all([openSheet(mine, CHART_OF), openSheet(theirs, CHART_OF)]);
    await Promise.all(
      [here, there].map((panel) => panel.getByRole('tab', { name: 'Diagrama de flujo' }).click()),
    );
    const shapes = there.locator('.react-flow__node');
    await shapes.first().waitFor();

    await here.getByRole('button', { name: 'Agregar Punto de riesgo' }).click();
    const words = here.locator('.react-flow__node').locator('input:focus, textarea:focus');
    await words.waitFor();
    await mine.type('Pago sin soporte');
    await mine.press('Enter');
    const drawn = shapes.filter({ hasText: 'Pago sin soporte' });
    await drawn.waitFor();
    await drawn
      .getByRole('img', { name: /Andrés Murcia/ })
      .or(drawn.getByLabel('Aquí'))
      .first()
      .waitFor();

    await there.getByText('Lista', { exact: true }).click();
    const label = there.getByRole('textbox', { name: 'Texto de Punto de riesgo: Pago sin soporte' });
    await label.fill('Pago sin factura');
    await label.press('Enter');
    await here.locator('.react-flow__node').filter({ hasText: 'Pago sin factura' }).waitFor();
    expect(await axeFaults(theirs.page)).toEqual([]);
    await here.getByRole('button', { name: 'Deshacer lo mío' }).waitFor();
    expect(await axeFaults(mine.page)).toEqual([]);
  });

  it('can be read at first, and is fitted again when its sheet takes the whole page or the window changes', async () => {
    const audit = await stage().auditNamed('Compras y pagos');
    const person = await stage().enter('claudia.restrepo');
    const sheet = await openSheet(await Plan.open(person, audit), CHART_OF);
    await sheet.getByRole('tab', { name: 'Diagrama de flujo' }).click();
    const shapes = sheet.locator('.react-flow__node');
    await shapes.first().waitFor();
    const zoom = () =>
      sheet
        .locator('.react-flow__viewport')
        .evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a);
    const canvas = sheet.locator('.react-flow');
    await expect.poll(zoom).toBeGreaterThanOrEqual(0.8);
    const isBelow = async () => {
      const credit = await sheet.getByRole('link', { name: 'React Flow' }).boundingBox();
      const drawn = await canvas.boundingBox();
      return credit && drawn && credit.y >= drawn.y + drawn.height;
    };
    await expect.poll(isBelow).toBe(true);

    /** Whether all shapes lie in the canvas. */
    const isWhole = async () => {
      const room = await canvas.boundingBox();
      const boxes = await Promise.all((await shapes.all()).map((shape) => shape.boundingBox()));
      return boxes.every((box) => box && room && box.x >= room.x && box.x + box.width <= room.x + room.width);
    };
    await sheet.getByRole('button', { name: 'Ver todo' }).click();
    await expect.poll(isWhole).toBe(true);
    const whole = await zoom();
    await sheet.getByRole('button', { name: 'Ocupar toda la página' }).click();
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeGreaterThan(800);
    await expect.poll(zoom).toBeGreaterThanOrEqual(whole);
    await expect.poll(isWhole).toBe(true);
    await person.page.setViewportSize({ width: 820, height: 700 });
    await expect.poll(isWhole).toBe(true);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
