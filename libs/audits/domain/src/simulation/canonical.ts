import type { ItemId } from '@cotejo/audits-contracts';
import { AuditState } from '../model/audit-state.ts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { recordOf } from '../model/project.ts';

export function holds(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new Error(`INVARIANT ${invariant}`);
}

/** Cached serializations; nodes are immutable and shared by all views that fold the same events. */
const texts = new WeakMap<TreeNode, string>();

function textOf(node: TreeNode): string {
  let text = texts.get(node);
  if (text === undefined) texts.set(node, (text = JSON.stringify(recordOf(node))));
  return text;
}

/** Everything that a client can see of an audit, as one string; equal audits yield equal strings. */
export const canonical = (view: AuditView): string => linesOf(view, (node) => !isUnfinished(view, node));

/** Items of a running copy are visible to no client. */
const isUnfinished = (view: AuditView, node: TreeNode): boolean =>
  view instanceof AuditState && view.isUnfinished(node);

function linesOf(view: AuditView, isShown: (node: TreeNode) => boolean): string {
  const lines: string[] = [`${view.status} ${view.closedOn} ${view.operation}`];
  const walk = (parent: ItemId | null, depth: number): void => {
    holds(depth < 100, 'no cycle');
    for (const id of view.childrenOf(parent)) {
      const node = view.get(id);
      if (node && !isShown(node)) continue;
      lines.push(`${depth} ${id} ${node && textOf(node)}`);
      walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return lines.join('\n');
}

/** `canonical` with the number of items, including unreachable ones. */
export const counted = (view: AuditView, items: number): string => `${canonical(view)}\n${items} items`;

/** Everything that a client can see of a state. */
export const shownState = (state: AuditState): string =>
  counted(state, [...state.nodes()].filter((node) => !isUnfinished(state, node)).length);

/** Everything in a state, including hidden items. */
export const wholeState = (state: AuditState): string =>
  `${linesOf(state, () => true)}\n${[...state.nodes()].length} items`;
