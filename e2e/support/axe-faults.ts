import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { settled } from './settled.ts';

const OPTIONS = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};

/** The part of axe's API used here. */
interface Axe {
  run(
    part: string,
    options: typeof OPTIONS,
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly Node[] }[] }>;
}
interface Node {
  readonly html: string;
}

/** Axe's script from the package for Playwright, whose own builder injects it twice per run. */
const nearPlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const { source } = z.object({ source: z.string() }).parse(nearPlaywright('axe-core'));

/**
 * Violations of WCAG 2.2 AA in the page or the part in front, as rule and element. Axe is injected once per
 * page (its caches make later runs faster) and does not look for frames, because the product has none.
 */
export async function axeFaults(page: Page, part = 'body'): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([place, options]) => {
      const { axe } = window as unknown as { readonly axe: Axe };
      const { violations } = await axe.run(place, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [part, OPTIONS] as const,
  );
}
