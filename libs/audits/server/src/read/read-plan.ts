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
import { readStretches } from '../read-models/reads/read-stretches.ts';
import { readCreation, readTree, readTreeAround, type TreeRow } from '../read-models/reads/read-tree.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { viewOfRows } from '../read-models/reads/view-of-rows.ts';
import type { Changed } from '../change/change-tree.ts';
import { People } from '../wire/people.ts';
import { figuresIn, TreeWriter } from '../wire/tree-mapping.ts';
import { nodeOf } from '../change/tree-intents.ts';

export interface ReadServices {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
}

/** A tree read from the read models: `view` for the domain rules, `writer` for the wire format. */
export interface ReadPlan {
  readonly view: AuditMirror;
  readonly writer: TreeWriter;
}

/**
 * Reads the living items of a record.
 * @param around reads only what is needed to show these items and their subtrees
 */
export async function readPlan(
  { db, directory }: ReadServices,
  { accountId }: Principal,
  { id, recordType }: { readonly id: AuditId; readonly recordType: RecordType },
  around?: readonly ItemId[],
): Promise<ReadPlan> {
  const [rows, stretches] = await Promise.all([
    around ? readTreeAround(db, accountId, id, around) : readTree(db, accountId, id),
    readStretches(db, accountId, id),
  ]);
  const view = viewOfRows(rows, recordType);
  view.applyStretches(stretches);
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
 * One item of a record with its subtree.
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

/** Answer to a change of one item: the item after the change. */
export async function readChanged(
  services: ReadServices,
  principal: Principal,
  id: ItemId,
  { state, projected }: Pick<Changed, 'state' | 'projected'>,
): Promise<TreeItemFields & { readonly projected: boolean }> {
  return { ...(await readFromState(services, principal, state, id)), projected };
}

/**
 * The item from the room's state rather than the read models, which may lag.
 * @throws Refusal `item_not_found`
 */
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
