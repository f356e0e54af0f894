import type { ItemId } from '@cotejo/audits-contracts';
import { frontOf, type PanelStack, type ShownStack } from './panel-stack.ts';

/** Front worksheet; `-PA` and `-EV` mark the action plan and the evaluation of a finding. */
const FRONT = 'hoja-id';
/** Repeated for each worksheet behind it, from back to front. */
const BEHIND = 'hojas';
const PANEL = 'panel';
/** Item that the panel concerns. */
const ABOUT = 'elemento';
/** Field of that item's worksheet. */
const FIELD = 'campo';
/** Tab of the front worksheet. */
const TAB = 'pestana';

/** Reads the panels beside the tree from the address. */
export function readShown(params: URLSearchParams): ShownStack {
  const front = params.get(FRONT);
  const panel = params.get(PANEL);
  const about = (params.get(ABOUT) || null) as ItemId | null;
  const field = about === null ? null : params.get(FIELD);
  return {
    worksheets: [...params.getAll(BEHIND), ...(front ? [front] : [])] as unknown as readonly ItemId[],
    panel: panel ? { name: panel, about, ...(field && { field }) } : null,
    tab: params.get(TAB) || null,
  };
}

/** Adds a panel of the whole audit to an address; open worksheets stay. */
export const withPanel =
  (panel: string) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const name of [ABOUT, FIELD]) next.delete(name);
    next.set(PANEL, panel);
    return next;
  };

/** Writes a stack to an address; other parameters stay. */
export const withStack =
  <D extends object>(stack: PanelStack<D>) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const name of [FRONT, BEHIND, PANEL, ABOUT, FIELD, TAB]) next.delete(name);
    const front = frontOf(stack);
    if (front) next.set(FRONT, front.id);
    for (const sheet of stack.worksheets.slice(0, -1)) next.append(BEHIND, sheet.id);
    if (front?.tab) next.set(TAB, front.tab);
    if (stack.panel) next.set(PANEL, stack.panel.name);
    if (stack.panel?.about) next.set(ABOUT, stack.panel.about);
    if (stack.panel?.field) next.set(FIELD, stack.panel.field);
    return next;
  };
