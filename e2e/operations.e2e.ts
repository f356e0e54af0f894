import { auditStream } from '@cotejo/audits-contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { breakAuditStream } from './support/broken-stream.ts';
import { type EnterOptions } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const ADMINISTRATOR = 'beatriz.cano';

async function open(username: string, options: EnterOptions = {}): Promise<Page> {
  const { page, url } = await stage().enter(username, options);
  await page.goto(`${url}/abadmin/registro/`);
  await page.getByRole('heading', { name: 'Estado del registro' }).waitFor();
  return page;
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) });

describe('the state of the log', () => {
  it('is in the menu of product administrators, and nobody else gets in', async () => {
    const administrator = await stage().enter(ADMINISTRATOR);
    await administrator.page.goto(administrator.url);
    await administrator.page.getByRole('link', { name: 'Producto' }).click();
    await administrator.page.getByRole('link', { name: 'Estado del registro' }).click();
    await administrator.page.getByRole('heading', { name: 'Estado del registro' }).waitFor();

    const manager = await stage().enter('claudia.restrepo');
    for (const path of ['/abadmin/', '/abadmin/registro/']) {
      await manager.page.goto(`${manager.url}${path}`);
      await manager.page.getByRole('alert').getByText('Página no autorizada').waitFor();
    }
    await expect.poll(() => manager.page.getByRole('link', { name: 'Producto' }).count()).toBe(0);
    await expect.poll(() => manager.page.getByRole('table').count()).toBe(0);
  });

  it('moves by itself as the log grows', async () => {
    const page = await open(ADMINISTRATOR);
    const events = fact(page, 'Hechos escritos').locator('dd');
    const counted = async () => Number((await events.innerText()).replaceAll('.', ''));
    await expect.poll(counted).toBeGreaterThan(0);
    const before = await counted();
    await stage().newAudit({ name: 'Inventarios' });
    await expect.poll(counted).toBeGreaterThan(before + 3);
    await page.getByRole('row').filter({ hasText: 'Auditorías' }).getByText('Al día').waitFor();
    // Every projection has a name in words; the code name is only a hint.
    const codes = page.getByRole('cell').getByText(/^[a-z]+(_[a-z]+|[A-Z][a-z]+)*$/);
    expect(await codes.allTextContents()).toEqual([]);
    await page.getByRole('status').getByText('Todo al día').waitFor();
  });

  it('says when it cannot be read any more, and goes on by itself', async () => {
    const page = await open(ADMINISTRATOR);
    await page.route('**/api/operaciones/**', (route) => route.abort());
    await page.getByRole('alert').getByText('Se muestra lo último que se supo').waitFor();
    await fact(page, 'Hechos escritos').waitFor();
    await page.unroute('**/api/operaciones/**');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('shows a stream set aside, and lets it run on once its cause is mended', async () => {
    const audit = await stage().newAudit({ name: 'Cartera' });
    const stream = auditStream(audit);
    const page = await open(ADMINISTRATOR);
    await page.getByText('Ningún expediente está apartado.').waitFor();
    const broken = await breakAuditStream(stage().product.dataDir, stream);

    const row = page.getByRole('listitem').filter({ hasText: stream });
    await row.waitFor();
    await page.getByRole('status').getByText('Requiere atención').waitFor();
    const since = row.locator('time');
    await expect.poll(() => since.innerText()).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
    await row.locator('summary').click();
    await row.locator('pre').waitFor();
    const attempts = () => row.getByText(/intentos?$/).innerText();
    const tried = await attempts();

    const retry = row.getByRole('button', { name: `Reintentar ${stream}` });
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Un expediente sigue apartado').waitFor();
    await expect.poll(attempts).not.toBe(tried);

    await broken.mend();
    await retry.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('El expediente se puso al día').waitFor();
    await page.getByText('Ningún expediente está apartado.').waitFor();
    await page.getByRole('status').getByText('Todo al día').waitFor();
    // The button disappeared with its row: the focus stays nearby.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Expedientes apartados');
  });

  it('speaks English to whom prefers it', async () => {
    const page = await open(ADMINISTRATOR);
    await page.getByRole('button', { name: /cuenta y preferencias/ }).click();
    // The language is stored in the user's profile, which other tests share. The menu stays open.
    const choose = async (language: string) => {
      const kept = page.waitForResponse(/\/preferences\/?(\?|$)/);
      await page.getByRole('menuitemradio', { name: language }).click();
      await kept;
    };
    await choose('English');
    await page.getByRole('heading', { name: 'State of the log' }).waitFor();
    await page.getByText('No record is set aside.').waitFor();
    await choose('Español');
    await page.getByRole('heading', { name: 'Estado del registro' }).waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('keeps to WCAG 2.2 AA in %s, %i wide', async (colorScheme, width) => {
    const page = await open(ADMINISTRATOR, {
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    });
    expect(await axeFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  });

  it('leaves no complaint on the console but the refusal and the pulled cable', () => {
    const expected = /status of 403|net::ERR_FAILED/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !expected.test(complaint)),
    ).toEqual([]);
  });
});
