import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { fold } from '../text-search.ts';

/** Somewhere that may hold items: the top of the plan (null) or an item. */
export interface Place {
  readonly parent: ItemId | null;
  readonly type: ItemType | null;
  /** Names from the top down to it; empty for the top. */
  readonly path: readonly string[];
  /** The same, as a search compares it. */
  readonly folded: string;
}

export interface FoundPlace extends Place {
  /** Why it may not hold them, in words; null when it may. */
  readonly refusal: string | null;
}

export interface FoundPlaces {
  readonly allowed: readonly FoundPlace[];
  readonly refused: readonly FoundPlace[];
  /** Allowed places that did not fit into the list. */
  readonly more: number;
}

const spoken = ({ code, name }: TreeNode): string => (code === null ? name : `${code} ${name}`);

/** Everything of a plan that can hold something, in the order of the tree. One walk: made when a dialog opens. */
export function placesOf(view: AuditView): Place[] {
  const places: Place[] = [{ parent: null, type: null, path: [], folded: '' }];
  const walk = (parent: ItemId | null, path: readonly string[], folded: string): void => {
    for (const id of displayOrder(view, parent)) {
      const node = view.get(id);
      if (!node) continue;
      const name = spoken(node);
      const here = [...path, name];
      const hereFolded = `${folded} ${fold(name)}`;
      if (allowedChildren(view.recordType, node.type).length > 0)
        places.push({ parent: id, type: node.type, path: here, folded: hereFolded });
      walk(id, here, hereFolded);
    }
  };
  walk(null, [], '');
  return places;
}

/** How many allowed places a list shows at once; a search brings the others. */
export const PLACES_SHOWN = 100;
/** Refused ones are there to be understood, not to be read through. */
const REFUSED_SHOWN = 30;

/**
 * The places whose path holds every word, those that may hold the items first. The rules are asked only as
 * far as the list is long.
 */
export function findPlaces(
  places: readonly Place[],
  search: string,
  refusalOf: (place: Place) => string | null,
): FoundPlaces {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const allowed: FoundPlace[] = [];
  const refused: FoundPlace[] = [];
  let more = 0;
  for (const place of places) {
    if (words.length > 0 && !words.every((word) => place.folded.includes(word))) continue;
    const refusal = refusalOf(place);
    if (refusal === null) {
      if (allowed.length < PLACES_SHOWN) allowed.push({ ...place, refusal });
      else more += 1;
    } else if (refused.length < REFUSED_SHOWN) refused.push({ ...place, refusal });
  }
  return { allowed, refused, more };
}
