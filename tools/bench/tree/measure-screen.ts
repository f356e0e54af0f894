import type { Browser, BrowserContext, Page } from 'playwright-core';
import { auditsTranslations } from '../../../libs/audits/web/src/translations.ts';
import { contextOf, newPage, planUrl, type OpenPlanOptions } from '../browser/open-plan.ts';
import { installOpeningWatch, type Opening } from '../browser/watch-opening.ts';
import { scrollFrames } from '../browser/watch-scrolling.ts';

/** Rows that tell that the plan is there. */
const ROWS = 10;
/** Milliseconds without a long task after which a page counts as come to rest. */
const QUIET = 500;
/** Milliseconds for a page to put its base by. */
const SAVED = 1_500;

export interface Openings {
  readonly cold: readonly Opening[];
  readonly warm: readonly Opening[];
}

/**
 * Opens a plan by its address. Cold: in a profile that has never been here, so the application, its data and the
 * whole plan come over the wire. Warm: in a new tab of a profile that has, with files and base in its caches.
 */
export async function measureOpenings(
  browser: Browser,
  options: OpenPlanOptions,
  rounds: number,
): Promise<Openings> {
  const cold: Opening[] = [];
  const warm: Opening[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await contextOf(browser, options);
    cold.push(await openOnce(context, options));
    warm.push(await openOnce(context, options));
    await context.close();
  }
  return { cold, warm };
}

async function openOnce(context: BrowserContext, options: OpenPlanOptions): Promise<Opening> {
  const page = await newPage(context);
  await page.addInitScript(installOpeningWatch, { rows: ROWS, quiet: QUIET });
  await page.goto(planUrl(options), { waitUntil: 'commit' });
  const opening = await page.evaluate(() => window.opening);
  await page.waitForTimeout(SAVED);
  await page.close();
  return opening;
}

/** Every row of the plan is open. Milliseconds from the press of the button to the paint of what it brings. */
export async function expandAll(page: Page): Promise<number> {
  const { expand } = auditsTranslations.es.plan;
  const first = await page.locator('[data-item]').count();
  const button = page.getByRole('button', { name: expand, exact: true });
  await button.evaluate((element) => {
    element.addEventListener(
      'click',
      (event) => {
        const pressed = event.timeStamp;
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => (window.expanded = performance.now() - pressed);
          painted.port2.postMessage(null);
        });
      },
      { capture: true, once: true },
    );
  });
  await button.click();
  await page.waitForFunction(
    (before) => window.expanded !== undefined && document.querySelectorAll('[data-item]').length >= before,
    first,
  );
  return page.evaluate(() => window.expanded ?? NaN);
}

declare global {
  interface Window {
    expanded?: number;
  }
}

/** Milliseconds between frames while the plan is scrolled, `step` pixels a frame. */
export const measureScrolling = (page: Page, step: number, milliseconds: number): Promise<number[]> =>
  page.evaluate(scrollFrames, { step, milliseconds });
