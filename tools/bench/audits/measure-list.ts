import type { Browser, Page } from 'playwright-core';
import { contextOf } from '../browser/open-plan.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface MeasureListOptions {
  readonly run: BenchRun;
  readonly url: string;
  readonly person: SignedIn;
  readonly rounds: number;
  /** Changes a listed audit in another user's name; returns the text by which the list shows it. */
  readonly change: (round: number) => Promise<string>;
}

/** Milliseconds; views by their name in the address. */
export interface ListTimes {
  readonly opened: readonly number[];
  readonly filtered: readonly number[];
  readonly seen: readonly number[];
  readonly views: Readonly<Record<string, number>>;
}

/** What shows that a view is drawn. */
const VIEWS: Readonly<Record<string, string>> = {
  Kanban: 'article',
  Lista: '[role=grid] [role=row]',
  'Lista simplificada': '[role=grid] [role=row]',
  Tabla: '[role=grid] [role=columnheader]',
  Árbol: '[role=treeitem]',
  Calendario: 'h2',
  Gantt: '[aria-label="Filas con fechas"]',
  Gráfico: 'table',
};
const ROW = '[role=grid] [role=row] a';

/** Opens, filters and draws the list in a real Chromium, as a user who comes from another page. */
export async function measureList(
  browser: Browser,
  { run, url, person, rounds, change }: MeasureListOptions,
): Promise<ListTimes> {
  const context = await contextOf(browser, { url, person });
  const page = await context.newPage();
  const menu = page.getByRole('navigation').getByRole('link', { name: 'Auditorías' });
  const opened: number[] = [];
  const filtered: number[] = [];
  await page.goto(url);
  await page.locator(ROW).first().waitFor();
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    await page.goto(`${url}/tareas/`);
    await menu.waitFor();
    opened.push(await timed(() => menu.click(), page, ROW));
    const search = page.getByRole('searchbox');
    filtered.push(
      await timed(() => search.fill(`Auditoría ${round * 10}`), page, '[role=status]:text("de")'),
    );
    await search.fill('');
  }
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    const text = await change(round);
    const began = performance.now();
    await page.getByText(text).first().waitFor({ state: 'attached' });
    seen.push(performance.now() - began);
  }
  const views: Record<string, number> = {};
  for (const [name, drawn] of Object.entries(VIEWS)) {
    const radio = page.getByRole('radio', { name, exact: true });
    // Its code is loaded by the first look.
    await radio.click({ force: true });
    await page.locator(drawn).first().waitFor();
    await page.getByRole('radio', { name: 'Tabla', exact: true }).click({ force: true });
    await page.locator(ROW).first().waitFor();
    views[name] = await timed(() => radio.click({ force: true }), page, drawn);
  }
  await context.close();
  return { opened, filtered, seen, views };
}

async function timed(act: () => Promise<void>, page: Page, drawn: string): Promise<number> {
  const began = performance.now();
  await act();
  await page.locator(drawn).first().waitFor({ state: 'attached' });
  return performance.now() - began;
}
