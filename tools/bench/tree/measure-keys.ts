import type { ItemId } from '@cotejo/audits-contracts';
import type { Page } from 'playwright-core';
import type { Pace } from '../measure/pace.ts';

export interface KeyTimes {
  /** Milliseconds from the key press until the DOM contains its effect, and until that is painted. */
  readonly inDocument: number[];
  readonly painted: number[];
}

/** A page with one line of text: measures the browser's own time from a key press to the paint. */
const BARE_PAGE = '<p data-item="bare" tabindex="0">bare</p>';

/** Floor: a key that changes one line of a page without an application. */
export async function measureBareKeys(page: Page, pace: Pace, acts: number): Promise<KeyTimes> {
  const times: KeyTimes = { inDocument: [], painted: [] };
  await page.goto(`data:text/html,${encodeURIComponent(BARE_PAGE)}`);
  await page.evaluate(() => {
    const line = document.querySelector<HTMLElement>('[data-item]');
    let number = 0;
    window.addEventListener('keydown', ({ timeStamp }) => {
      window.pressed = performance.timeOrigin + timeStamp;
      if (line) line.textContent = `line ${++number}.`;
    });
    line?.focus();
  });
  for (let number = 1; number <= acts; number++) {
    await page.evaluate((sign) => window.paintWatch.expect(sign), { item: 'bare', text: `line ${number}.` });
    await pace.pause(30, 60);
    await page.keyboard.press('ArrowDown');
    await take(page, times);
    await pace.pause(60, 120);
  }
  return times;
}

export interface KeyOptions {
  readonly page: Page;
  /** Two adjacent rows of one parent, the upper one first; both visible. */
  readonly rows: readonly [ItemId, ItemId];
  readonly pace: Pace;
  readonly warmUp: number;
  readonly acts: number;
}

/** Moves a row below its neighbour and back with Alt and an arrow key. */
export async function measureKeys({ page, rows, pace, warmUp, acts }: KeyOptions): Promise<KeyTimes> {
  const times: KeyTimes = { inDocument: [], painted: [] };
  await page.evaluate(() => {
    const listen = ({ timeStamp, key }: KeyboardEvent) => {
      if (key.startsWith('Arrow')) window.pressed = performance.timeOrigin + timeStamp;
    };
    window.addEventListener('keydown', listen, { capture: true });
  });
  const [item, other] = rows;
  await page.locator(`[data-item="${item}"]`).focus();
  for (let number = 0; number < warmUp + acts; number++) {
    const isDown = number % 2 === 0;
    const sign = isDown ? { item, below: other } : { item: other, below: item };
    await page.evaluate((expected) => window.paintWatch.expect(expected), sign);
    await pace.pause(30, 60);
    await page.keyboard.press(isDown ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
    await take(page, number < warmUp ? { inDocument: [], painted: [] } : times);
    await pace.pause(60, 120);
  }
  return times;
}

/** Adds the times of the latest key press. */
async function take(page: Page, times: KeyTimes): Promise<void> {
  const { inDocument, painted, pressed } = await page.evaluate(async () => {
    const sight = await window.paintWatch.seen();
    return { ...sight, pressed: window.pressed };
  });
  times.inDocument.push(inDocument - pressed);
  times.painted.push(painted - pressed);
}
