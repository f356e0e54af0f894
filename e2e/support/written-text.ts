import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Plan } from './plan.ts';

/** Opens the worksheet of an item. */
export async function openSheet(plan: Plan, name: string): Promise<Locator> {
  await plan.focus(name);
  await plan.press('Enter');
  const panel = plan.panel(name);
  await panel.waitFor();
  return panel;
}

/** A long text of a worksheet. */
export const text = (panel: Locator, label: string): Locator =>
  panel.getByRole('textbox', { name: label, exact: true });

/** Focuses a text; it is editable once its document has loaded. */
export async function enters(field: Locator): Promise<void> {
  const isInside = () =>
    field.evaluate(
      (element: HTMLElement) => element.isContentEditable && element.contains(document.activeElement),
    );
  await expect.poll(() => field.click().then(isInside)).toBe(true);
}

/** Types at the end of a text. */
export async function writes(plan: Plan, field: Locator, words: string): Promise<void> {
  await enters(field);
  await plan.press('Control+End');
  await plan.type(words);
}

/** Waits until a text is shown. */
export const says = (place: Locator, words: string | RegExp): Promise<void> =>
  place.filter({ hasText: words }).waitFor();

/** Content of a text, one line a block, without the carets' names. */
export const wordsOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => [...element.children].map((block) => block.textContent).join('\n'));

/** Caret of a user in a text. */
export const caretOf = (field: Locator, name: string): Locator =>
  field.locator(`.text-caret-name[data-name="${name}"]`);

/** A tool of the focused field. */
export const tool = (panel: Locator, field: string, name: string): Locator =>
  panel.getByRole('toolbar', { name: `Formato de ${field}` }).getByRole('button', { name, exact: true });
