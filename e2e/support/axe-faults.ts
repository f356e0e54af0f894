import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { settled } from './settled.ts';

const OPTIONS = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};

/** As much of axe as is asked for here. */
interface Axe {
  run(
    part: string,
    options: typeof OPTIONS,
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly Node[] }[] }>;
}
interface Node {
  readonly html: string;
}

/** The script that the package for Playwright brings along. Its own way puts it into a page twice at each look. */
const nearPlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const { source } = z.object({ source: z.string() }).parse(nearPlaywright('axe-core'));

/**
 * What the page breaks of WCAG 2.2 AA, or the part of it that lies over the rest; as rule and place.
 * Axe is put into a page once, where it grows quick, and runs in the page alone: we have no frames.
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
