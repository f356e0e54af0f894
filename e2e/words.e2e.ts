import type { Page } from 'playwright-core';
import { changedTreeItem } from '@cotejo/audits-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf } from './support/plan-items.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const DEMO = 'Compras y pagos';
const ROW = 'Debida diligencia SAGRILAFT';
const HINT = 'Entendido, no mostrar más';

const stage = stageOfThisFile();
let claudia: Person;
let audit: string;

beforeAll(async () => {
  claudia = await stage().enter('claudia.restrepo', { reducedMotion: 'reduce' });
  audit = await stage().auditNamed(DEMO);
});

/** Names of the contract and of the code, which people never read: EN_PROCESO, HT_RIESGO, in_progress. */
const RAW = /\b(?:[A-Z]{2,}_[A-Z_]+|(?:in|not|review|following)_[a-z_]+)\b/g;
const rawWords = (page: Page): Promise<string[]> =>
  page
    .locator('body')
    .innerText()
    .then((text) => [...text.matchAll(RAW)].map(([word]) => word));

describe('words', () => {
  it('of a state are the same in row, sheet, filter, and findings; codes are nowhere', async () => {
    const { page, url } = claudia;
    const plan = await Plan.open(claudia, audit);
    const word = await plan.row(ROW).locator('[data-column=status]').innerText();
    await plan.focus(ROW);
    await plan.press('Enter');
    const sheet = plan.panel(ROW);
    await sheet.getByRole('tab', { name: 'Información' }).click();
    await sheet.getByRole('button', { name: word, exact: true }).waitFor();
    expect(await rawWords(page)).toEqual([]);
    for (const tab of await sheet.getByRole('tab').all()) {
      await tab.click();
      expect(await rawWords(page)).toEqual([]);
    }
    await plan.press('Escape');
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByRole('checkbox', { name: word, exact: true }).waitFor();
    expect(await rawWords(page)).toEqual([]);
    await plan.press('Escape');
    for (const panel of ['Hallazgos', 'Notas de revisión', 'Historial de cambios']) {
      await plan.openPanel(panel).then((opened) => opened.getByRole('button').last().waitFor());
      expect(await rawWords(page)).toEqual([]);
    }
    for (const place of ['&vista=resumen', '&version=400']) {
      await page.goto(`${url}/auditorias/plan/?auditoria-id=${audit}${place}`);
      await page.getByRole('heading', { name: DEMO }).waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      expect(await rawWords(page)).toEqual([]);
    }
  });

  it('of the first visit are read once by a person, on any device, and never by those who only read', async () => {
    const first = await stage().enter('oscar.benitez', { reducedMotion: 'reduce' });
    const plan = await Plan.open(first, audit);
    await plan.page.getByRole('button', { name: HINT }).click();
    const viewport = { width: 390, height: 844 };
    const [phone, guest] = await Promise.all([
      stage().enter('oscar.benitez', { viewport, reducedMotion: 'reduce' }),
      stage().enter('hernan.duque', { reducedMotion: 'reduce' }),
    ]);
    for (const person of [phone, guest]) {
      // Who may act is asked about; who only reads never is.
      const asked = person === phone ? person.page.waitForResponse(/@me\/event/) : null;
      await Plan.open(person, audit);
      await asked;
      await expect.poll(() => person.page.getByRole('button', { name: HINT }).count()).toBe(0);
    }
  });
});

describe('exceptions of a test without a finding', () => {
  it('offer to raise one, which both then see', async () => {
    const RISK = 'Pagos duplicados';
    const TEST = 'Reejecución de pagos';
    const own = await stage().newAudit({ name: 'Con excepciones', processes: ['Compras'], risks: [RISK] });
    const risk = (await itemsOf(stage(), own)).find(({ _nombre }) => _nombre === RISK);
    const add = (item_tipo: string, nombre: string, parent: string | undefined) =>
      stage().call('andres.murcia', `/proyecto/riesgo/auditoria/${own}/tree/`, z.object({ id: z.string() }), {
        item_tipo,
        nombre,
        parent,
      });
    const control = await add('HT_CONTROL', 'Doble aprobación', risk?.id);
    const test = await add('HT_CONTROL_TEST', TEST, control.id);
    const path = `/proyecto/riesgo/auditoria_treeitem/${test.id}/values/`;
    await stage().call('andres.murcia', path, changedTreeItem, { valores: { exceptions: 2 } });
    const andres = await stage().enter('andres.murcia', { reducedMotion: 'reduce' });
    const [mine, theirs] = await Promise.all([Plan.open(andres, own), Plan.open(claudia, own)]);
    await mine.focus(TEST);
    await mine.press('Enter');
    const sheet = mine.panel(TEST);
    await sheet.getByRole('tab', { name: 'Eficiencia operativa' }).click();
    await sheet.getByText('Hay 2 excepciones y ningún hallazgo.').waitFor();
    expect(await axeFaults(mine.page, '[role=dialog]')).toEqual([]);
    await sheet.getByRole('button', { name: 'Crear hallazgo' }).click();
    const field = mine.panel('Hallazgos').getByRole('textbox', { name: 'Título del hallazgo' });
    await expect.poll(() => field.inputValue()).toBe(`2 excepciones en «${TEST}»`);
    await field.press('Enter');
    await theirs.row(`2 excepciones en «${TEST}»`).waitFor();
    await mine.page.getByText('Hay 2 excepciones y ningún hallazgo.').waitFor({ state: 'detached' });
  });
});

it('left no complaint on the console', () => {
  expect(stage().complaints()).toEqual([]);
});
