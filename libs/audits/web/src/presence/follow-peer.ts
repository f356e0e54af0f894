import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeViewHandle } from '@cotejo/ui';
import type { Peer } from '@cotejo/rooms/client';
import { atom, useAtom } from 'jotai';
import { useEffect, type RefObject } from 'react';
import type { PlanContextValue } from '../plan/plan-context.ts';

/** Where a colleague is, to be opened by the plan once it is shown. */
export const followedAtom = atom<Pick<Peer, 'item' | 'field'> | null>(null);

/** Milliseconds within which a worksheet is drawn; later its fields are no longer looked for. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Opens where a followed colleague is: the row, or the worksheet with the field in sight. */
export function useFollowedPeer(
  isReady: boolean,
  tree: RefObject<TreeViewHandle | null>,
  openItem: PlanContextValue['openItem'],
): void {
  const [followed, setFollowed] = useAtom(followedAtom);
  useEffect(() => {
    if (!isReady || followed === null) return;
    setFollowed(null);
    const { item, field } = followed;
    if (item === null) return;
    if (field === null) return tree.current?.reveal(item);
    tree.current?.show(item);
    openItem(item as ItemId);
    lookFor(field, performance.now() + PATIENCE_MS);
  }, [isReady, followed, setFollowed, tree, openItem]);
}

/** Scrolls to a field of the front worksheet as soon as it is drawn, and puts the focus into it. */
function lookFor(field: string, until: number): void {
  const key = field.replace(/^v:/, '');
  // Worksheets behind the front one stay on the page, hidden, with fields of the same keys.
  const found = [...document.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)].find(
    (each) => each.checkVisibility(),
  );
  if (!found) {
    if (performance.now() < until) setTimeout(() => lookFor(field, until), LOOK_EVERY_MS);
    return;
  }
  found.scrollIntoView({ block: 'center' });
  found
    .querySelector<HTMLElement>('input, textarea, select, [contenteditable=true], button')
    ?.focus({ preventScroll: true });
}
