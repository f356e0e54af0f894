import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What the page breaks of WCAG 2.2 AA, or the part of it that lies over the rest; as rule and place.
 * Axe runs in the page alone: we have no frames, and a second page for its results takes longer than the rules.
 */
export async function axeFaults(page: Page, part = 'body'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
    .withTags(RULES)
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
