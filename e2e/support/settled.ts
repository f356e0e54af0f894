import type { Page } from 'playwright-core';

/** Waits until nothing fades or moves any more that ends by itself: colours and places are read as they are. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    // Two frames: what was just opened begins to fade in with the next one.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let all = moving(); all.length > 0; all = moving())
      await Promise.allSettled(all.map(({ finished }) => finished));
  });
