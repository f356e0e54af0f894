import { actionPlanIdOf, valueShape, type ItemId } from '@cotejo/audits-contracts';
import type { AuditState } from '../model/audit-state.ts';
import type { TreeNode } from '../model/model.ts';
import { mayStandUnder } from '../items/structure.ts';
import { alive } from '../model/tree.ts';
import { holds } from './canonical.ts';

/**
 * Checks a tree: no cycles, no dangling parents, allowed types, unique positions in order, references only to
 * items that existed. `existed` contains all items ever created.
 */
export function checkTree(state: AuditState, existed: ReadonlySet<unknown>): void {
  const nodes = [...state.nodes()];
  for (const node of nodes) {
    checkPlace(state, node, nodes.length);
    if (node.type === 'finding') {
      const plan = state.get(actionPlanIdOf(node.id));
      holds((node.treatment === 'action_plan') === (plan?.deleted === null), 'a treatment has its plan');
    }
    if (node.dates) {
      const [start, end] = node.dates;
      holds(start === null || end === null || start <= end, 'no end before its beginning');
    }
    for (const [key, value] of Object.entries(node.values ?? {}))
      holds(valueShape(node.type, key)?.safeParse(value).success === true, 'values are such as an item has');
    holds(node.risk === undefined || node.type === 'risk', 'only risks are described');
    holds((node.target !== undefined) === isBorrowed(node), 'what stands for another says for which');
  }
  checkReferences(state, nodes, existed);
  for (const parent of [null, ...nodes.map(({ id }) => id)]) {
    const positions = state.childrenOf(parent).map((id) => state.get(id)?.place[1] ?? '');
    holds(
      positions.every((position, index) => index === 0 || (positions[index - 1] as string) < position),
      'unique positions in order',
    );
  }
}

const isBorrowed = ({ type }: TreeNode): boolean => type === 'reference' || type === 'link';

function checkPlace(state: AuditState, node: TreeNode, count: number): void {
  let at: TreeNode = node;
  for (let steps = 0; at.place[0] !== null; steps++) {
    holds(steps <= count, 'no cycle');
    const parent = state.get(at.place[0]);
    holds(parent !== undefined, 'no dangling parent');
    at = parent;
  }
  const parentType = node.place[0] === null ? null : (state.get(node.place[0])?.type ?? null);
  holds(mayStandUnder(state.recordType, parentType, node.type), 'legal child types');
}

/** A risk contains each control at most once, and references point to items that existed. */
function checkReferences(state: AuditState, nodes: readonly TreeNode[], existed: ReadonlySet<unknown>): void {
  const held = new Set<string>();
  for (const { id, type, place, target } of nodes) {
    const stands = type === 'reference' ? target?.item : type === 'control' ? id : undefined;
    if (stands === undefined) continue;
    if (type === 'reference') {
      holds(target?.audit === null && existed.has(stands), 'a reference points to something that existed');
      holds((state.get(stands)?.type ?? 'control') === 'control', 'a reference stands for a control');
      holds(state.referencesTo(stands).includes(id), 'references are known by what they stand for');
    }
    if (!alive(state, id)) continue;
    holds(
      type !== 'reference' || alive(state, stands),
      'what people see stand for another is no empty shell',
    );
    const key = `${place[0] ?? ''}/${stands}`;
    holds(!held.has(key), 'a risk has a control once');
    held.add(key);
  }
}

/** Ids of all visible items. */
export const livingIds = (state: AuditState): Set<ItemId> =>
  new Set([...state.nodes()].filter(({ id }) => alive(state, id)).map(({ id }) => id));
