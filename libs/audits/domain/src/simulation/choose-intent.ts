import { itemStatus, itemType, type IntentEnvelope, type ItemId } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model.ts';
import { statusesAfter } from '../statuses.ts';
import { allowedChildren, canContain } from '../structure.ts';
import { alive } from '../tree.ts';
import type { Choice } from './schedule.ts';
import { userOf } from './simulated-people.ts';

type Intent = IntentEnvelope['intent'];

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** Every item of a view, in an order that does not depend on how it came there. */
export function allNodes(view: AuditView): TreeNode[] {
  const nodes: TreeNode[] = [];
  const waiting: (ItemId | null)[] = [null];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const id of view.childrenOf(at)) {
      const node = view.get(id);
      if (!node) continue;
      nodes.push(node);
      waiting.push(id);
    }
  return nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Turns a choice into an intent that makes sense in a view; a hostile one takes any item, deleted or not,
 * any type and any status.
 */
export function chooseIntent(
  view: AuditView,
  { deed, a, b, d }: Choice,
  hostile: boolean,
  newId: () => ItemId,
): Intent | undefined {
  const everything = allNodes(view);
  const nodes = hostile ? everything : everything.filter((node) => alive(view, node.id));
  const node = pick(nodes, a);
  const siblingIn = (parent: ItemId | null) => pick([null, ...view.childrenOf(parent)], d) ?? null;
  if (deed === 'nonsense') return hostile ? { kind: 'nonsense', id: 'x' } : undefined;

  if (deed === 'create_item') {
    const parent = pick([null, ...nodes], b) ?? null;
    const types = hostile
      ? itemType.options
      : allowedChildren(view.recordType, parent === null ? null : parent.type);
    const type = pick(types, d);
    const under = parent?.id ?? null;
    return type && { kind: deed, id: newId(), type, parent: under, after: siblingIn(under), name: `N${a}` };
  }
  if (!node) return undefined;
  const { id } = node;
  switch (deed) {
    case 'rename_item':
      return { kind: deed, id, name: `R${d % 50}` };
    case 'recode_item':
      return { kind: deed, id, code: d % 5 === 0 ? null : `R-${d % 40}` };
    case 'move_item': {
      const parents = [null, ...nodes].filter(
        (each) => hostile || canContain(view.recordType, each?.type ?? null, node.type),
      );
      const parent = pick(parents, b);
      return parent === undefined
        ? undefined
        : { kind: deed, id, parent: parent?.id ?? null, after: siblingIn(parent?.id ?? null) };
    }
    case 'assign_item':
      return { kind: deed, id, assignee: d % 4 === 0 ? null : userOf(d % 5) };
    case 'change_status':
      return {
        kind: deed,
        id,
        from: node.status,
        to: pick(hostile ? itemStatus.options : statusesAfter(node), d),
      };
    case 'delete_item':
      return d % 2 === 0 ? { kind: deed, id } : undefined;
    case 'restore_item': {
      const gone = pick(
        everything.filter(({ deleted }) => deleted !== null),
        a,
      );
      return gone && { kind: deed, id: gone.id };
    }
    case 'choose_finding_treatment':
    case 'choose_plan_treatment': {
      const [type, treatment] =
        deed === 'choose_finding_treatment'
          ? (['finding', 'action_plan'] as const)
          : (['action_plan', 'evaluate'] as const);
      const chosen = hostile
        ? node
        : pick(
            nodes.filter((each) => each.type === type),
            a,
          );
      return chosen && { kind: deed, id: chosen.id, treatment: d % 2 === 0 ? treatment : 'none' };
    }
  }
}
