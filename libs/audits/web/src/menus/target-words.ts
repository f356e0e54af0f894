import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';

/** Longest name in a command, in characters. */
const LONGEST = 40;

/** An item as commands name it: by its code, else its name, shortened. */
export function targetName(view: AuditView, id: ItemId): string {
  const node = view.get(id);
  if (node?.code) return node.code;
  const name = node?.name ?? '';
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1).trimEnd()}…`;
}
