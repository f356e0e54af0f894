import type { Principal } from '@cotejo/access-contracts';
import { CONTRACT_ITEM_TYPE, type ItemId, type TrashRow } from '@cotejo/audits-contracts';
import {
  ancestors,
  deletedBranches,
  displayText,
  liveSubtree,
  TRASH_DAYS,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import { readDeleted, type TreeRow } from '../read-models/reads/read-tree.ts';
import { viewOfRows } from '../read-models/reads/view-of-rows.ts';
import { People } from '../wire/people.ts';
import type { ReadServices } from './read-plan.ts';

const DAY = 24 * 60 * 60_000;

/** The trash of a record, latest deletion first. */
export async function readTrash(
  { db, directory }: ReadServices,
  { accountId }: Principal,
  { id, recordType }: AuditListEntry,
  now: Date,
): Promise<TrashRow[]> {
  const rows = await readDeleted(db, accountId, id);
  const view = viewOfRows(rows, recordType);
  const byId = new Map(rows.map((row): [ItemId, TreeRow] => [row.id, row]));
  const people = new People(directory, accountId);
  return deletedBranches(view).map(({ node, ancestorsDeleted }): TrashRow => {
    const deletedAt = node.deletedAt ?? '';
    return {
      id: node.id,
      item_tipo: CONTRACT_ITEM_TYPE[node.type],
      codigo: node.code,
      nombre: displayText(view, node),
      eliminado_por: people.named(byId.get(node.id)?.deletedBy ?? ''),
      eliminado_en: deletedAt,
      items: countUnder(view, node),
      ruta: [...ancestors(view, node.id)].reverse().map((above) => ({
        id: above.id,
        nombre: displayText(view, above),
        eliminado: above.deleted !== null,
      })),
      ancestros_eliminados: ancestorsDeleted,
      dias_restantes: daysLeft(deletedAt, now),
      version: node.version,
    };
  });
}

/** Items deleted with this one and restored with it; items deleted earlier do not count. */
function countUnder(view: AuditView, node: TreeNode): number {
  let count = 0;
  for (const child of view.childrenOf(node.id)) for (const _ of liveSubtree(view, child)) count++;
  return count;
}

/** Days until the item is purged, rounded up. */
function daysLeft(deletedAt: string, now: Date): number {
  const end = Date.parse(deletedAt) + TRASH_DAYS * DAY;
  return Math.max(0, Math.ceil((end - now.getTime()) / DAY));
}
