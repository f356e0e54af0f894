import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';
import { fold } from '../text-search.ts';

/** A sibling that already has this name, without regard to case and accents; names may repeat. */
export function namesake(
  view: AuditView,
  parent: ItemId | null,
  name: string,
  except: ItemId | null,
): ItemId | null {
  const wanted = fold(name);
  const found = displayOrder(view, parent).find(
    (id) => id !== except && fold(view.get(id)?.name ?? '') === wanted,
  );
  return found ?? null;
}

/** Living items by code, in display order, of the codes that several have; `among` limits the codes. */
export function sharedCodes(
  view: AuditView,
  among: ReadonlySet<string>,
): ReadonlyMap<string, readonly ItemId[]> {
  const byCode = new Map<string, ItemId[]>();
  const walk = (parent: ItemId | null) => {
    for (const id of displayOrder(view, parent)) {
      const code = view.get(id)?.code ?? null;
      if (code !== null && among.has(code)) byCode.set(code, [...(byCode.get(code) ?? []), id]);
      walk(id);
    }
  };
  if (among.size > 0) walk(null);
  return new Map([...byCode].filter(([, ids]) => ids.length > 1));
}
