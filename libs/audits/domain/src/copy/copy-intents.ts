import {
  MAX_VALUES_AT_ONCE,
  withoutHidden,
  type AuditId,
  type ItemId,
  type ItemOrigin,
  type ItemTarget,
  type ItemType,
  type ItemValues,
  type KernelIntent,
  type RecordType,
} from '@cotejo/audits-contracts';
import { copiedValues } from './copied-values.ts';
import { staysBehind } from '../items/item-locks.ts';
import type { AuditView, Slice, TreeNode } from '../model/model.ts';
import { originalOf } from '../shared/references.ts';
import { canContain } from '../items/structure.ts';
import { displayOrder } from '../model/tree.ts';

type CreateItem = Extract<KernelIntent, { kind: 'create_item' }>;

/** Target of a copy, and the origin of copied risks when it locks them. */
export interface CopyTarget {
  readonly recordType: RecordType;
  readonly parent: ItemId | null;
  /** Id for the copy of an item; deterministic, so that the copy can be retried. */
  readonly idFor: (source: ItemId) => ItemId;
  readonly origin?: ItemOrigin;
  /** Slices of the model, whose content is copied as well. */
  readonly slices?: readonly Pick<Slice, 'copies'>[];
}

/**
 * Intents that copy a branch into another audit, parents first. Controls become links to the originals;
 * findings, dates, assignees and types that the target's structure forbids are left out. Risks of a library
 * or an evaluation keep their codes, which stay locked; others get the next free ones.
 */
export function copyIntents(
  source: AuditView,
  sourceAudit: AuditId,
  item: ItemId,
  into: CopyTarget,
): KernelIntent[] {
  const intents: KernelIntent[] = [];
  const add = (id: ItemId, parent: ItemId | null, parentType: ItemType | null): void => {
    const node = source.get(id);
    if (!node || staysBehind(node.type)) return;
    const copied = becomes(source, sourceAudit, node);
    if (!copied || (parentType !== null && !canContain(into.recordType, parentType, copied.type))) return;
    const copy = into.idFor(id);
    intents.push({
      kind: 'create_item',
      id: copy,
      parent,
      ...copied,
      ...(node.type === 'risk' && riskFacts(node, into.origin)),
      copiedFrom: { audit: sourceAudit, item: id, version: source.version },
    });
    const values = copied.type === node.type ? copiedValues(node) : null;
    for (const some of values ? atOnce(values) : [])
      intents.push({ kind: 'set_values', id: copy, copied: true, values: some });
    if (copied.type === node.type)
      for (const slice of into.slices ?? [])
        // Intents of slices, not in the type `KernelIntent`, but sent the same way.
        intents.push(...((slice.copies?.(source, id, copy) ?? []) as readonly KernelIntent[]));
    for (const child of displayOrder(source, id)) add(child, copy, copied.type);
  };
  add(item, into.parent, null);
  return intents;
}

/** Splits values into groups that one intent may contain. */
function atOnce(values: ItemValues): ItemValues[] {
  const entries = Object.entries(values);
  const pieces: ItemValues[] = [];
  for (let from = 0; from < entries.length; from += MAX_VALUES_AT_ONCE)
    pieces.push(Object.fromEntries(entries.slice(from, from + MAX_VALUES_AT_ONCE)));
  return pieces;
}

/** Null for a reference whose control is deleted. */
function becomes(
  source: AuditView,
  audit: AuditId,
  node: TreeNode,
): { type: ItemType; name: string; code?: string | null; target?: ItemTarget } | null {
  const name = withoutHidden(node.name);
  if (node.type === 'link')
    return { type: 'link', name, code: node.code, ...(node.target && { target: node.target }) };
  const control = node.type === 'control' ? node : originalOf(source, node);
  if (control)
    return {
      type: 'link',
      name: withoutHidden(control.name),
      code: control.code,
      target: { audit, item: control.id },
    };
  return node.type === 'reference' ? null : { type: node.type, name };
}

function riskFacts({ risk, code, ...node }: TreeNode, from: ItemOrigin | undefined): Partial<CreateItem> {
  // A locked origin is kept through any number of copies.
  const origin = node.origin ?? from;
  return { ...(risk && { risk }), ...(origin && { origin, code }) };
}
