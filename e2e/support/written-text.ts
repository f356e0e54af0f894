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

/** Puts the keyboard into a text; it can be written once its document has come. */
export async function enters(field: Locator): Promise<void> {
  const isInside = () =>
    field.evaluate(
      (element: HTMLElement) => element.isContentEditable && element.contains(document.activeElement),
    );
  await expect.poll(() => field.click().then(isInside)).toBe(true);
}

/** Writes at the end of a text, as from a keyboard. */
export async function writes(plan: Plan, field: Locator, words: string): Promise<void> {
  await enters(field);
  await plan.press('Control+End');
  await plan.type(words);
}

/** Waits until words are there. */
export const says = (place: Locator, words: string | RegExp): Promise<void> =>
  place.filter({ hasText: words }).waitFor();

/** What a text says, a line a block; the names at the cursors of others are none of it. */
export const wordsOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => [...element.children].map((block) => block.textContent).join('\n'));

/** Whose cursor is in a text. */
export const caretOf = (field: Locator, name: string): Locator =>
  field.locator(`.text-caret-name[data-name="${name}"]`);

/** A tool of the field that the keys are in. */
export const tool = (panel: Locator, field: string, name: string): Locator =>
  panel.getByRole('toolbar', { name: `Formato de ${field}` }).getByRole('button', { name, exact: true });
