import type { Page } from 'playwright-core';

/** Goes to an address as Back and Forward do: a page that loads anew shows the same for three times the work. */
export const showWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
