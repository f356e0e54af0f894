import type { Browser, Locator, Page } from 'playwright-core';
import { contextOf } from '../browser/open-plan.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface MeasureListOptions {
  readonly run: BenchRun;
  readonly url: string;
  readonly person: SignedIn;
  readonly rounds: number;
  /** A change of a listed audit in another user's name, with the text by which the list shows it. */
  readonly change: (
    audit: string,
    round: number,
  ) => { readonly text: string; readonly act: () => Promise<unknown> };
}

/** Milliseconds; views by their name in the address. */
export interface ListTimes {
  readonly opened: readonly number[];
  readonly filtered: readonly number[];
  readonly seen: readonly number[];
  readonly views: Readonly<Record<string, number>>;
}

/** What shows that a view is drawn. */
const VIEWS = {
  Kanban: 'article',
  Lista: '[role=grid] [role=row]',
  'Lista simplificada': '[role=grid] [role=row]',
  Tabla: '[role=grid] [role=columnheader]',
  Árbol: '[role=treeitem]',
  Calendario: 'h2',
  Gantt: '[aria-label="Filas con fechas"]',
  Gráfico: 'table',
} as const;
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
  // A row that the virtual grid has drawn.
  const shown = await page.locator(ROW).first().getAttribute('href');
  const audit = new URL(shown ?? '', url).searchParams.get('auditoria-id');
  if (audit === null) throw new Error(`the first row leads to ${shown}`);
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    const { text, act } = change(audit, round);
    const began = performance.now();
    const acted = act();
    await page.getByText(text).first().waitFor({ state: 'attached' });
    seen.push(performance.now() - began);
    await acted;
  }
  const views: Record<string, number> = {};
  for (const [name, drawn] of Object.entries(VIEWS)) {
    const radio = page.getByRole('radio', { name, exact: true });
    // Its code is loaded by the first look.
    await choose(radio);
    await page.locator(drawn).first().waitFor({ state: 'attached' });
    const before = name === 'Tabla' ? 'Kanban' : 'Tabla';
    const other = page.getByRole('radio', { name: before, exact: true });
    await choose(other);
    await other.and(page.locator(':checked')).waitFor({ state: 'attached' });
    await page.locator(VIEWS[before]).first().waitFor({ state: 'attached' });
    views[name] = await timed(() => choose(radio), page, drawn);
  }
  await context.close();
  return { opened, filtered, seen, views };
}

/** The input of a segmented control lies under its label. */
const choose = (radio: Locator): Promise<void> =>
  radio.evaluate((input) => (input as HTMLInputElement).click());

async function timed(act: () => Promise<void>, page: Page, drawn: string): Promise<number> {
  const began = performance.now();
  await act();
  await page.locator(drawn).first().waitFor({ state: 'attached' });
  return performance.now() - began;
}
