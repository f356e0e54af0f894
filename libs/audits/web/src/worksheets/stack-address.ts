import type { ItemId } from '@cotejo/audits-contracts';
import { frontOf, type PanelStack, type ShownStack } from './panel-stack.ts';

/** The worksheet in front; `-PA` and `-EV` name the action plan and the evaluation of a finding. */
const FRONT = 'hoja-id';
/** Once for each worksheet behind it, from the back to the front. */
const BEHIND = 'hojas';
const PANEL = 'panel';
/** Item that the panel is about. */
const ABOUT = 'elemento';
/** Field of that item's worksheet. */
const FIELD = 'campo';
/** Tab of the worksheet in front. */
const TAB = 'pestana';

/** What the address says of what stands beside the tree. */
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

/** An address with this panel of the whole audit before whatever is open. */
export const withPanel =
  (panel: string) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const name of [ABOUT, FIELD]) next.delete(name);
    next.set(PANEL, panel);
    return next;
  };

/** An address with this beside the tree and nothing else; what it says besides stays. */
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
