import type { Page } from 'playwright-core';

/** Client-side navigation like Back and Forward: a third of the work of a full load. */
export const showWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
