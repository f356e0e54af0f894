import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import type { EnterOptions } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const ADMINISTRATOR = 'beatriz.cano';
const ACCOUNT = 'Frailejón Alimentos S.A.S.';

/** Accessibility violations, and whether the page overflows horizontally. */
async function faults(page: Page, part?: string): Promise<string[]> {
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...(await axeFaults(page, part)), ...(isTooWide ? ['wider than the window'] : [])];
}

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the shell in %s, %i wide, keeps to WCAG 2.2 AA', (colorScheme, width) => {
  const options: EnterOptions = {
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  };

  it('in its menu, and the menu of the person', async () => {
    const { page, url } = await stage().enter(ADMINISTRATOR, options);
    await page.goto(`${url}/configuraciones/`);
    await page.getByRole('heading', { name: 'Configuración' }).waitFor();
    await page.getByRole('button', { name: width > 700 ? 'Contraer el menú' : 'Abrir el menú' }).click();
    await page.getByRole('navigation', { name: 'Menú principal' }).waitFor();
    expect(await faults(page)).toEqual([]);
    if (width < 700) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /cuenta y preferencias/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it('in pages that are not there, are refused, or only save a file', async () => {
    const { page, url } = await stage().enter('hernan.duque', options);
    await page.goto(`${url}/nada/`);
    await page.getByText('Esta página no existe').waitFor();
    expect(await faults(page)).toEqual([]);
    // Text in the colour of its background is no violation for axe.
    const back = page.getByRole('main').getByRole('link', { name: 'Ir a Auditorías' });
    const [word, ground] = await back.evaluate((link) => {
      const { color, backgroundColor } = getComputedStyle(link);
      return [color, backgroundColor];
    });
    expect(word).not.toBe(ground);
    await page.goto(`${url}/abadmin/`);
    await page.getByRole('heading', { name: 'Página no autorizada' }).waitFor();
    expect(await faults(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.goto(`${url}/descarga/mis-datos/`),
    ]);
    expect(file.suggestedFilename()).toBe('mis-datos-hernan.duque.json');
    await page.getByText('Ya puede cerrar esta pestaña.').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it('in the accounts of the product', async () => {
    const { page, url } = await stage().enter(ADMINISTRATOR, options);
    await page.goto(`${url}/abadmin/`);
    await page.getByRole('button', { name: 'Abrir cuenta' }).click();
    await page.getByRole('dialog', { name: 'Abrir cuenta' }).waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: ACCOUNT }).click();
    await page.getByLabel('Nombre de la cuenta').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Cupos' }).click();
    await page.getByRole('list', { name: 'Cupos', exact: true }).waitFor();
    expect(await faults(page)).toEqual([]);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
