import type { Browser, BrowserContext, Page } from 'playwright-core';
import es from '../../../libs/audits/web/src/i18n/es.json' with { type: 'json' };
import { contextOf, newPage, planUrl, type OpenPlanOptions } from '../browser/open-plan.ts';
import { installOpeningWatch, type Opening } from '../browser/watch-opening.ts';
import type { ScreenSign } from '../browser/watch-paint.ts';
import { scrollFrames } from '../browser/watch-scrolling.ts';
import { sized } from '../measure/sized.ts';

/** Number of rows that prove that the plan is shown. */
const ROWS = sized(10, 2);
/** Milliseconds without a long task after which a page counts as idle. */
const QUIET = 500;
/** Milliseconds for a page to store its base. */
const SAVED = 1_500;

export interface Openings {
  readonly cold: readonly Opening[];
  readonly warm: readonly Opening[];
}

/**
 * Opens a plan by its address. Cold: in a new profile, so that the application, its data and the whole plan come over
 * the network. Warm: in a new tab of a used profile, with files and base in its caches.
 */
export async function measureOpenings(
  browser: Browser,
  options: OpenPlanOptions,
  rounds: number,
): Promise<Openings> {
  const cold: Opening[] = [];
  const warm: Opening[] = [];
  const address = planUrl(options);
  for (let round = 0; round < rounds; round++) {
    const context = await contextOf(browser, options);
    cold.push(await openOnce(context, address));
    warm.push(await openOnce(context, address));
    await context.close();
  }
  return { cold, warm };
}

/** Opens a page with rows in a new tab. */
export async function openOnce(context: BrowserContext, address: string): Promise<Opening> {
  const page = await newPage(context);
  await page.addInitScript(installOpeningWatch, { rows: ROWS, quiet: QUIET });
  await page.goto(address, { waitUntil: 'commit' });
  const opening = await page.evaluate(() => window.opening);
  await page.waitForTimeout(SAVED);
  await page.close();
  return opening;
}

/**
 * Expands every row of the plan. Milliseconds from the press of the menu's entry to the paint.
 * @param sign evidence that the rows are expanded
 */
export async function expandAll(page: Page, sign: ScreenSign): Promise<number> {
  await page.getByRole('button', { name: es.plan.more, exact: true }).click();
  await page.evaluate((expected) => {
    window.paintWatch.expect(expected);
    const press = ({ timeStamp }: Event) => (window.pressed = performance.timeOrigin + timeStamp);
    window.addEventListener('click', press, { capture: true, once: true });
  }, sign);
  await page.getByRole('menuitem', { name: es.plan.expand, exact: true }).click();
  const painted = await page.evaluate(async () => (await window.paintWatch.seen()).painted - window.pressed);
  await page.waitForTimeout(QUIET);
  return painted;
}

declare global {
  interface Window {
    /** Time of the last registered press, in milliseconds since the epoch. */
    pressed: number;
  }
}

/** Milliseconds between frames while the plan is scrolled by `step` pixels per frame. */
export const measureScrolling = (page: Page, step: number, milliseconds: number): Promise<number[]> =>
  page.evaluate(scrollFrames, { step, milliseconds });
