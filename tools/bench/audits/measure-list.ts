import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { contextOf } from '../browser/open-plan.ts';
import { installDrawingWatch, type Drawing, type DrawnSign } from '../browser/watch-drawing.ts';
import { clock, compareClock } from '../measure/clock.ts';
import { createPace, seededRandom } from '../measure/pace.ts';
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
  readonly views: Readonly<Record<string, readonly number[]>>;
}

/** What shows that a view is drawn: its rows or figures, not only its frame. */
const VIEWS: Readonly<Record<string, readonly DrawnSign[]>> = {
  Kanban: [{ selector: 'article' }],
  Lista: [{ selector: '[role=grid][data-single] [role=row] [role=gridcell]:not([data-simple])' }],
  'Lista simplificada': [{ selector: '[role=grid][data-single] [data-simple]' }],
  // The gantt's library also draws a grid with headers.
  Tabla: [
    { selector: '[aria-multiselectable]:not([data-single]) [role=columnheader]' },
    { selector: '[aria-multiselectable]:not([data-single]) [role=gridcell]' },
  ],
  Árbol: [{ selector: '[role=treeitem]' }],
  Calendario: [{ selector: '[data-event-id]' }],
  Gantt: [{ selector: '.wx-bar' }],
  Gráfico: [{ selector: 'table td' }, { selector: '.recharts-bar-rectangle path' }],
};
const ROW = '[role=grid] [role=row] a';
/** Looks at each view that are measured, after the one that loads its code. */
const LOOKS = 5;
/** Milliseconds after which something that should be drawn is missing. */
const MOST_MS = 30_000;
/** Milliseconds between two changes of another user: longer than the rest of the feed after a frame. */
const BETWEEN_CHANGES = [350, 700] as const;

/** Opens, filters and draws the list in a real Chromium, as a user who comes from another page. */
export async function measureList(
  browser: Browser,
  { run, url, person, rounds, change }: MeasureListOptions,
): Promise<ListTimes> {
  const context = await contextOf(browser, { url, person });
  const page = await context.newPage();
  await page.addInitScript(installDrawingWatch);
  const menu = page.getByRole('navigation').getByRole('link', { name: 'Auditorías' });
  const search = page.getByRole('searchbox');
  const opened: number[] = [];
  const filtered: number[] = [];
  await page.goto(url);
  await page.locator(ROW).first().waitFor();
  const all = `[aria-rowcount="${await page.locator('[role=grid]').getAttribute('aria-rowcount')}"]`;
  for (let round = 0; round < rounds; round++) {
    run.signal.throwIfAborted();
    await page.goto(`${url}/tareas/`);
    await menu.waitFor();
    // The page that the user comes from is done.
    await page.waitForLoadState('networkidle');
    opened.push(await timed(page, 'click', [{ selector: ROW }], () => menu.click()));
    await search.focus();
    const rows = page.locator(ROW);
    const name = await rows.nth(round % (await rows.count())).innerText();
    const found: DrawnSign[] = [{ selector: `[role=grid]:not(${all})` }, { selector: ROW, text: name }];
    filtered.push(await timed(page, 'input', found, () => page.keyboard.insertText(name)));
    await search.selectText();
    const whole: DrawnSign[] = [{ selector: `[role=grid]${all}` }, { selector: ROW }];
    filtered.push(await timed(page, 'input', whole, () => page.keyboard.press('Delete')));
  }
  const seen = await changesSeen(page, { run, rounds, change });
  const views: Record<string, readonly number[]> = {};
  for (const name of Object.keys(VIEWS)) views[name] = await looksAt(page, run, name);
  await context.close();
  return { opened, filtered, seen, views };
}

/** Times from the call of another user to the frame with its change. */
async function changesSeen(
  page: Page,
  { run, rounds, change }: Pick<MeasureListOptions, 'run' | 'rounds' | 'change'>,
): Promise<readonly number[]> {
  // A row that the virtual grid has drawn.
  const shown = await page.locator(ROW).first().getAttribute('href');
  const audit = new URL(shown ?? '', page.url()).searchParams.get('auditoria-id');
  if (audit === null) throw new Error(`the first row leads to ${shown}`);
  const { pause } = createPace(seededRandom(18), run.signal);
  const { offset } = await compareClock(() => page.evaluate(() => window.drawingWatch.now()));
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await pause(...BETWEEN_CHANGES);
    const { text, act } = change(audit, round);
    const signs: DrawnSign[] = [{ selector: '[role=gridcell]', text }];
    await expect(page, signs, null);
    const began = clock();
    const [{ painted }] = await Promise.all([drawn(page, signs), act()]);
    seen.push(painted - offset - began);
  }
  return seen;
}

/** Times from the click on a view to the frame that shows it; the first look loads its code. */
async function looksAt(page: Page, run: BenchRun, name: string): Promise<readonly number[]> {
  const other = name === 'Tabla' ? 'Kanban' : 'Tabla';
  await lookAt(page, name);
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    run.signal.throwIfAborted();
    await lookAt(page, other);
    times.push(await lookAt(page, name));
  }
  return times;
}

async function lookAt(page: Page, name: string): Promise<number> {
  const label = page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
  const signs = VIEWS[name] ?? [];
  return timed(page, 'click', signs, () => label.click());
}

async function timed(
  page: Page,
  event: 'click' | 'input',
  signs: readonly DrawnSign[],
  act: () => Promise<void>,
): Promise<number> {
  await expect(page, signs, event);
  await act();
  const { began, painted } = await drawn(page, signs);
  if (began === null) throw new Error(`${JSON.stringify(signs)} were drawn before the ${event}`);
  return painted - began;
}

/** Waits for the awaited signs; names them when they do not come. */
function drawn(page: Page, signs: readonly DrawnSign[]): Promise<Drawing> {
  const late = delay(MOST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`not drawn: ${JSON.stringify(signs)}`);
  });
  return Promise.race([page.evaluate(() => window.drawingWatch.drawn()), late]);
}

const expect = (page: Page, signs: readonly DrawnSign[], event: 'click' | 'input' | null): Promise<void> =>
  page.evaluate(([signs, event]) => window.drawingWatch.expect(signs, event), [signs, event] as const);
