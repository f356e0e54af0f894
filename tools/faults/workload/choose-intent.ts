import type { UserId } from '@cotejo/access-contracts';
import { itemId, itemStatus, type ItemId, type KernelIntent } from '@cotejo/audits-contracts';
import { allowedChildren, displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { statusesAfter } from '../../../libs/audits/domain/src/status/statuses.ts';
import type { Random } from '../plan/random.ts';

type Deed = (view: AuditView, nodes: readonly TreeNode[], random: Random) => KernelIntent | null;

/** Number of items up to which an audit grows; beyond it, deletions balance creations. */
const ENOUGH = 120;

export interface ChooseOptions {
  readonly view: AuditView;
  readonly random: Random;
  /** Users who can be assigned. */
  readonly people: readonly UserId[];
}

/** A plausible user action in this audit; null when the random choice found no target. */
export function chooseIntent({ view, random, people }: ChooseOptions): KernelIntent | null {
  const nodes = [...liveNodes(view)];
  const isFull = nodes.length > ENOUGH;
  const deed = random.weighted<Deed>([
    [6, rename],
    [2, recode],
    [4, (_, all) => assign(all, random, people)],
    [4, changeStatus],
    [3, move],
    [isFull ? 1 : 5, create],
    [isFull ? 2 : 0.7, remove],
    [0.5, restore],
  ]);
  return deed(view, nodes, random);
}

function* liveNodes(view: AuditView, parent: ItemId | null = null): Generator<TreeNode> {
  for (const id of displayOrder(view, parent)) {
    const node = view.get(id);
    if (!node) continue;
    yield node;
    yield* liveNodes(view, id);
  }
}

const anyOf = <T>(list: readonly T[], random: Random): T | null =>
  list.length === 0 ? null : random.pick(list);

const rename: Deed = (_, nodes, random) => {
  const node = anyOf(nodes, random);
  return node && { kind: 'rename_item', id: node.id, name: `Nombre ${random.between(1, 99_999)}` };
};

const recode: Deed = (_, nodes, random) => {
  const node = anyOf(nodes, random);
  return node && { kind: 'recode_item', id: node.id, code: `X-${random.between(1, 9_999)}` };
};

function assign(nodes: readonly TreeNode[], random: Random, people: readonly UserId[]): KernelIntent | null {
  const node = anyOf(
    nodes.filter(({ status }) => status !== null),
    random,
  );
  const assignee = random.chance(0.2) ? null : anyOf(people, random);
  return node && { kind: 'assign_item', id: node.id, assignee };
}

const changeStatus: Deed = (_, nodes, random) => {
  const node = anyOf(
    nodes.filter((one) => statusesAfter(one).length > 0),
    random,
  );
  const to = node && anyOf(statusesAfter(node), random);
  return node?.status && to ? { kind: 'change_status', id: node.id, from: node.status, to } : null;
};

const move: Deed = (view, nodes, random) => {
  const node = anyOf(
    nodes.filter(({ type, derived }) => type !== 'phase' && !derived),
    random,
  );
  if (!node) return null;
  const parent = anyOf(
    nodes.filter(
      (one) => one.id !== node.id && allowedChildren(view.recordType, one.type).includes(node.type),
    ),
    random,
  );
  if (!parent) return null;
  const siblings = displayOrder(view, parent.id).filter((id) => id !== node.id);
  return { kind: 'move_item', id: node.id, parent: parent.id, after: anyOf([null, ...siblings], random) };
};

const create: Deed = (view, nodes, random) => {
  const parent = anyOf(
    nodes.filter(({ type }) => allowedChildren(view.recordType, type).length > 0),
    random,
  );
  const type = parent && anyOf(allowedChildren(view.recordType, parent.type), random);
  if (!parent || !type) return null;
  const id = itemId.parse(random.uuid());
  return { kind: 'create_item', id, type, parent: parent.id, name: `Ítem ${random.between(1, 99_999)}` };
};

const remove: Deed = (_, nodes, random) => {
  const node = anyOf(
    nodes.filter(({ type, derived }) => !derived && !['phase', 'macroprocess', 'process'].includes(type)),
    random,
  );
  return node && { kind: 'delete_item', id: node.id };
};

const restore: Deed = (view, nodes, random) => {
  const gone = [null, ...nodes.map(({ id }) => id)]
    .flatMap((parent) => [...view.childrenOf(parent)])
    .filter((id) => view.get(id)?.deleted != null);
  const id = anyOf(gone, random);
  return id && { kind: 'restore_item', id };
};

/** Intents of a misbehaving client: missing items, invalid transitions, malformed intents. Half of them are refused. */
export function chooseRudely(
  items: readonly string[],
  people: readonly UserId[],
  random: Random,
): RudeIntent {
  const id = random.chance(0.1) || items.length === 0 ? random.uuid() : random.pick(items);
  return random.weighted<RudeIntent>([
    [5, { kind: 'rename_item', id, name: `Ñandú ${random.between(1, 20)} ✓` }],
    [2, { kind: 'recode_item', id, code: `R-${random.between(1, 20)}` }],
    [2, { kind: 'assign_item', id, assignee: random.pick(people) }],
    [
      3,
      {
        kind: 'change_status',
        id,
        from: random.pick(itemStatus.options),
        to: random.pick(itemStatus.options),
      },
    ],
    [1, { kind: 'delete_item', id }],
    [1, { kind: 'restore_item', id }],
    [1, { kind: 'move_item', id, parent: id }],
    [1, { kind: 'drop_table', id }],
    [1, { kind: 'rename_item', id: 5 }],
  ]);
}

export interface RudeIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}
