import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeViewHandle } from '@cotejo/ui';
import type { Peer } from '@cotejo/rooms/client';
import { atom, useAtom } from 'jotai';
import { useEffect, type RefObject } from 'react';
import type { PlanContextValue } from '../plan/plan-context.ts';
import { INFORMATION } from '../worksheets/worksheet-contents.ts';
import { fieldKey } from './field-key.ts';

/** Where a colleague is, to be opened by the plan once it is shown. */
export const followedAtom = atom<Pick<Peer, 'item' | 'field'> | null>(null);

/** Milliseconds within which a worksheet is drawn; later its fields are no longer looked for. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;

type Plan = Pick<PlanContextValue, 'openItem' | 'session' | 'contents'>;

/** Opens where a followed colleague is: the row, or the worksheet at the tab with the field in sight. */
export function useFollowedPeer(
  isReady: boolean,
  tree: RefObject<TreeViewHandle | null>,
  { openItem, session, contents }: Plan,
): void {
  const [followed, setFollowed] = useAtom(followedAtom);
  useEffect(() => {
    if (!isReady || followed === null) return;
    setFollowed(null);
    const { item, field } = followed;
    if (item === null) return;
    if (field === null) return tree.current?.reveal(item);
    const type = session.view.get(item as ItemId)?.type;
    const open = (tab?: string) => {
      tree.current?.show(item);
      openItem(item as ItemId, tab);
      lookFor(item, field, performance.now() + PATIENCE_MS);
    };
    if (fieldKey(field) !== undefined) open(INFORMATION);
    else if (type === undefined || !contents.tabOfField) open();
    else contents.tabOfField(type, field).then(open, () => open());
  }, [isReady, followed, setFollowed, tree, openItem, session, contents]);
}

/** The button of its notes may come before the control of a field. */
const CONTROLS = ['input, textarea, select, [contenteditable=true]', 'button'];

/** Scrolls to a field of the item's worksheet as soon as it is drawn, and puts the focus into it. */
function lookFor(item: string, field: string, until: number): void {
  const key = CSS.escape(field.replace(/^v:/, ''));
  // Other worksheets on the page have fields of the same keys, and its hidden tabs stay on it, too.
  const place = `[data-subject="${CSS.escape(item)}"] [data-field="${key}"]`;
  const found = [...document.querySelectorAll<HTMLElement>(place)].find((each) => each.checkVisibility());
  if (!found) {
    if (performance.now() < until) setTimeout(() => lookFor(item, field, until), LOOK_EVERY_MS);
    return;
  }
  found.scrollIntoView({ block: 'center' });
  const controls = CONTROLS.map((each) => found.querySelector<HTMLElement>(each));
  controls.find((each) => each !== null)?.focus({ preventScroll: true });
}
