import type { AccessDirectory, Principal } from '@cotejo/access-contracts';
import type { AuditId, ItemId, RecordType, TreeItemFields } from '@cotejo/audits-contracts';
import type { AuditMirror, AuditState } from '@cotejo/audits-domain';
import { readItemFacts, readTree, readTreeAround, type TreeRow } from '../read-models/read-tree.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { viewOfRows } from '../read-models/view-of-rows.ts';
import type { Changed } from './change-tree.ts';
import { People } from './people.ts';
import { TreeWriter } from './tree-mapping.ts';
import { nodeOf } from './tree-intents.ts';

export interface ReadServices {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
}

/** A tree as it is read: for the rules, and for the wire. */
export interface ReadPlan {
  readonly view: AuditMirror;
  readonly writer: TreeWriter;
}

/**
 * The living items of a record.
 * @param around only what it takes to show these, with what is under them
 */
export async function readPlan(
  { db, directory }: ReadServices,
  { accountId }: Principal,
  { id, recordType }: { readonly id: AuditId; readonly recordType: RecordType },
  around?: readonly ItemId[],
): Promise<ReadPlan> {
  const rows = around ? await readTreeAround(db, accountId, id, around) : await readTree(db, accountId, id);
  const view = viewOfRows(rows, recordType);
  const byId = new Map(rows.map((row): [ItemId, TreeRow] => [row.id, row]));
  return { view, writer: new TreeWriter(view, new People(directory, accountId), (item) => byId.get(item)) };
}

/** What a change of one item answers: the item as it is once it has happened. */
export async function readChanged(
  services: ReadServices,
  principal: Principal,
  id: ItemId,
  { state, projected }: Pick<Changed, 'state' | 'projected'>,
): Promise<TreeItemFields & { readonly projected: boolean }> {
  return { ...(await readFromState(services, principal, state, id)), projected };
}

/** @throws Refusal `item_not_found` */
export async function readFromState(
  { db, directory }: ReadServices,
  { accountId }: Principal,
  state: AuditState,
  id: ItemId,
): Promise<TreeItemFields> {
  const facts = await readItemFacts(db, accountId, state.audit, id);
  const writer = new TreeWriter(state, new People(directory, accountId), (item) =>
    item === id ? facts : null,
  );
  return writer.anyItem(nodeOf(state, id));
}
