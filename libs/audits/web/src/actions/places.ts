import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { fold } from '../text-search.ts';

/** A possible parent: the top of the plan (null) or an item. */
export interface Place {
  readonly parent: ItemId | null;
  readonly type: ItemType | null;
  /** Names from the top down to the place; empty for the top. */
  readonly path: readonly string[];
  /** The path, normalized for search. */
  readonly folded: string;
}

export interface FoundPlace extends Place {
  /** Reason why it cannot hold the items; null when it can. */
  readonly refusal: string | null;
}

export interface FoundPlaces {
  readonly allowed: readonly FoundPlace[];
  readonly refused: readonly FoundPlace[];
  /** Number of allowed places beyond the list's limit. */
  readonly more: number;
}

const spoken = ({ code, name }: TreeNode): string => (code === null ? name : `${code} ${name}`);

/** All possible parents of a plan, in tree order. Walks the whole tree; call once per dialog. */
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

/** Maximum of allowed places listed at once; the search finds the others. */
export const PLACES_SHOWN = 100;
/** Maximum of refused places listed; they are shown only to explain why they are missing. */
const REFUSED_SHOWN = 30;

/**
 * Places whose path contains every word, allowed ones first. The rules are evaluated only until the list is
 * full.
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
