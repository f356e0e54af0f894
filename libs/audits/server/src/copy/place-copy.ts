import { auditErrors, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { ancestors, placeLock, planInOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';

/**
 * Default parent for the copy of an item: the top level if the item may be there; else a group of the same
 * type and name as one of the source's ancestors, nearest first; else the first item that may contain it.
 * @throws Refusal `no_place_for_copy`
 */
export function placeForCopy(target: AuditView, source: AuditView, node: TreeNode): ItemId | null {
  const fits = (parent: ItemId | null): boolean => placeLock(target, parent, copied(node)) === null;
  if (fits(null)) return null;
  for (const above of ancestors(source, node.id)) {
    const namesake = findNamed(target, above.type, above.name, fits);
    if (namesake !== undefined) return namesake;
  }
  for (const { id } of planInOrder(target)) if (fits(id)) return id;
  throw new Refusal(auditErrors, 'no_place_for_copy');
}

/**
 * Default parent for a risk copied between financial audits: the macroprocess of the same name, else the
 * first group that may contain it.
 * @throws Refusal `no_place_for_copy`
 */
export function placeForFinancialRisk(target: AuditView, source: AuditView, risk: TreeNode): ItemId {
  const fits = (parent: ItemId): boolean => placeLock(target, parent, { type: 'risk' }) === null;
  const above = [...ancestors(source, risk.id)].find(({ type }) => type === 'macroprocess');
  const namesake = above && findNamed(target, 'macroprocess', above.name, fits);
  if (namesake !== undefined) return namesake;
  for (const { id } of planInOrder(target)) if (fits(id)) return id;
  throw new Refusal(auditErrors, 'no_place_for_copy');
}

/** In another audit, a control (or reference) is copied as a link. */
const copied = ({ type }: TreeNode): { readonly type: ItemType } => ({
  type: type === 'control' || type === 'reference' ? 'link' : type,
});

function findNamed(
  view: AuditView,
  type: ItemType,
  name: string,
  fits: (id: ItemId) => boolean,
): ItemId | undefined {
  const wanted = folded(name);
  for (const node of planInOrder(view)) {
    if (node.type === type && folded(node.name) === wanted && fits(node.id)) return node.id;
  }
  return undefined;
}

const folded = (name: string): string => name.normalize('NFC').trim().toLocaleLowerCase('es');
