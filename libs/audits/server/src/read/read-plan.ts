import type { AccessDirectory, Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  isGroup,
  type AuditId,
  type ItemId,
  type RecordType,
  type TreeItemFields,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import { riskFiguresByItem, riskFiguresOf, type AuditMirror, type AuditState } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { readCreation, readTree, readTreeAround, type TreeRow } from '../read-models/read-tree.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { viewOfRows } from '../read-models/view-of-rows.ts';
import type { Changed } from '../change/change-tree.ts';
import { People } from '../wire/people.ts';
import { figuresIn, TreeWriter } from '../wire/tree-mapping.ts';
import { nodeOf } from '../change/tree-intents.ts';

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
  const writer = new TreeWriter(
    view,
    new People(directory, accountId),
    (item) => byId.get(item)?.createdAt ?? null,
    figuresIn(riskFiguresByItem(view)),
  );
  return { view, writer };
}

/**
 * One item of a record with what is under it.
 * @throws Refusal `item_not_found`
 */
export async function readBranch(
  services: ReadServices,
  principal: Principal,
  record: Parameters<typeof readPlan>[2],
  item: ItemId,
): Promise<TreeItemRead> {
  const { writer } = await readPlan(services, principal, record, [item]);
  const branch = writer.branch(item);
  if (!branch) throw new Refusal(auditErrors, 'item_not_found');
  return branch;
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
  const createdAt = await readCreation(db, accountId, state.audit, id);
  const node = nodeOf(state, id);
  const figures = isGroup(node.type)
    ? figuresIn(riskFiguresByItem(state))
    : (at: ItemId) => riskFiguresOf(state, at);
  const writer = new TreeWriter(
    state,
    new People(directory, accountId),
    (item) => (item === id ? createdAt : null),
    figures,
  );
  return writer.anyItem(node);
}
