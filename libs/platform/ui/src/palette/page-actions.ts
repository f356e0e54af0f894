import type { Command } from './commands.ts';

/** Buttons and links beside the title of the page. */
const ACTIONS = '[data-page-actions] :is(button, a[href])';

/** Page actions as commands, read from the page when the palette opens, so that no page describes them twice. */
export function pageActions(known: ReadonlySet<string>): readonly Command[] {
  const actions = new Map<string, Command>();
  for (const element of document.querySelectorAll<HTMLElement>(ACTIONS)) {
    const label = (element.getAttribute('aria-label') ?? element.textContent).trim();
    const isOff = element.matches(':disabled, [aria-disabled=true], [data-disabled]');
    if (label === '' || isOff || known.has(label)) continue;
    actions.set(label, { key: `action ${label}`, label, run: () => element.click() });
  }
  return [...actions.values()];
}
