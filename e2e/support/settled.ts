import type { Page } from 'playwright-core';

/** Waits for all finite animations and transitions, so that colours and positions are final. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    // Two frames: transitions of newly opened elements start with the next one.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let all = moving(); all.length > 0; all = moving())
      await Promise.allSettled(all.map(({ finished }) => finished));
  });
