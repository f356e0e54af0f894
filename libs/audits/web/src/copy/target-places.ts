import {
  CONTRACT_ITEM_TYPE,
  type ItemId,
  type ItemType,
  type RecordType,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import { allowedChildren } from '@cotejo/audits-domain';
import type { Place } from '../actions/places.ts';
import { fold } from '../text-search.ts';

const TYPES = new Map(
  (Object.keys(CONTRACT_ITEM_TYPE) as ItemType[]).map((type) => [CONTRACT_ITEM_TYPE[type], type]),
);

/** Places of an audit that is not open, from the server's answer, in tree order. */
export function placesOfTree(recordType: RecordType, items: readonly TreeItemRead[]): Place[] {
  const places: Place[] = [{ parent: null, type: null, path: [], folded: '' }];
  const walk = (list: readonly TreeItemRead[], path: readonly string[], folded: string): void => {
    for (const item of list) {
      const type = TYPES.get(item.item_tipo);
      const name = item.codigo === null ? item._nombre : `${item.codigo} ${item._nombre}`;
      const here = [...path, name];
      const hereFolded = `${folded} ${fold(name)}`;
      if (type && allowedChildren(recordType, type).length > 0)
        places.push({ parent: item.id as ItemId, type, path: here, folded: hereFolded });
      walk(item.items, here, hereFolded);
    }
  };
  walk(items, [], '');
  return places;
}
