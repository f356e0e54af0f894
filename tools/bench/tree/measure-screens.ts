import type { ItemId } from '@cotejo/audits-contracts';
import type { Browser, Page } from 'playwright-core';
import { contextOf, newPage, planUrl, type OpenPlanOptions } from '../browser/open-plan.ts';
import type { ScreenSign } from '../browser/watch-paint.ts';
import type { Pace } from '../measure/pace.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { LargeAudit } from './large-audit.ts';
import { measureBareKeys, measureKeys, type KeyTimes } from './measure-keys.ts';
import { expandAll, measureOpenings, measureScrolling, type Openings } from './measure-screen.ts';
import { sized } from '../measure/sized.ts';

/** Rounds of opening a plan; more for the large one, which is the typical size. */
const LARGE_ROUNDS = sized(5, 1);
const HUGE_ROUNDS = sized(2, 1);
const KEYS = sized({ warmUp: 6, acts: 60 }, { warmUp: 1, acts: 4 });
/** Pixels per frame: like a fast mouse wheel, and like a dragged scrollbar thumb. */
const WHEEL = 100;
const DRAG = sized(1_000, 200);
const SCROLLING = sized(5_000, 300);

export interface ScreenOptions {
  readonly url: string;
  readonly person: SignedIn;
  readonly pace: Pace;
  readonly large: LargeAudit;
  readonly huge: LargeAudit;
}

/** Figures of a plan with every row expanded. */
export interface OpenScreen {
  /** Milliseconds from the press of the button until all rows were expanded. */
  readonly expanded: number;
  readonly keys: KeyTimes;
  /** Milliseconds between frames. */
  readonly wheel: readonly number[];
  readonly drag: readonly number[];
}

export interface ScreenFigures {
  readonly large: OpenScreen;
  readonly huge: OpenScreen;
  /** Floor of the keys: a page without an application. */
  readonly bareKeys: KeyTimes;
  readonly largeOpenings: Openings;
  readonly hugeOpenings: Openings;
}

/** Measures both plans in a real Chromium. */
export async function measureScreens(browser: Browser, options: ScreenOptions): Promise<ScreenFigures> {
  const { url, person, large, huge } = options;
  const at = ({ audit }: LargeAudit): OpenPlanOptions => ({ url, person, auditId: audit.id });
  // The first page includes the start of Chromium itself.
  await measureOpenings(browser, at(large), 1);
  return {
    largeOpenings: await measureOpenings(browser, at(large), LARGE_ROUNDS),
    large: await measureOpenScreen(browser, at(large), large, options.pace),
    bareKeys: await measureBare(browser, at(large), options.pace),
    hugeOpenings: await measureOpenings(browser, at(huge), HUGE_ROUNDS),
    huge: await measureOpenScreen(browser, at(huge), huge, options.pace),
  };
}

async function measureBare(browser: Browser, at: OpenPlanOptions, pace: Pace): Promise<KeyTimes> {
  const context = await contextOf(browser, at);
  const times = await measureBareKeys(await newPage(context), pace, KEYS.acts);
  await context.close();
  return times;
}

async function measureOpenScreen(
  browser: Browser,
  at: OpenPlanOptions,
  audit: LargeAudit,
  pace: Pace,
): Promise<OpenScreen> {
  const context = await contextOf(browser, at);
  const page = await newPage(context);
  await page.goto(planUrl(at));
  await page.locator('[data-item]').nth(10).waitFor();
  const expanded = await expandAll(page, await expandedSign(page, audit));
  const keys = await measureKeys({ page, rows: await neighbours(page, audit), pace, ...KEYS });
  const wheel = await measureScrolling(page, WHEEL, SCROLLING);
  const drag = await measureScrolling(page, DRAG, SCROLLING);
  await context.close();
  return { expanded, keys, wheel, drag };
}

/** A step without a visible row, below the first row of all. */
async function expandedSign(page: Page, { steps }: LargeAudit): Promise<ScreenSign> {
  const [item, below] = await page.evaluate(
    (some) => [
      some.find((id) => !document.querySelector(`[data-item="${id}"]`)),
      window.paintWatch.visibleItems()[0],
    ],
    steps.slice(0, 100),
  );
  if (item === undefined || below === undefined) throw new Error('the plan is open already');
  return { item, below };
}

/** Two adjacent visible steps of one parent, the upper one first. */
async function neighbours(page: Page, { areSiblings }: LargeAudit): Promise<readonly [ItemId, ItemId]> {
  const visible = (await page.evaluate(() => window.paintWatch.visibleItems())) as ItemId[];
  const at = visible.findIndex((item, index) => areSiblings(item, visible[index + 1] ?? item) && index > 0);
  const [first, second] = visible.slice(at, at + 2);
  if (at < 0 || first === undefined || second === undefined) throw new Error('no steps are on the screen');
  return [first, second];
}
