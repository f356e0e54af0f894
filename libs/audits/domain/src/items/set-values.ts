import {
  isSignedContent,
  MAX_VALUES,
  valueShape,
  type ItemStatus,
  type ItemValue,
  type ItemValues,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked, lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { cameTo } from '../signatures/signatures.ts';
import { statusAfterBeginning, statusAfterEdit } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type SetValues = Extract<KernelIntent, { kind: 'set_values' }>;

type GivenValues = Readonly<Record<string, ItemValue>>;

/** Prefix of value keys among the fields of an item. */
export const VALUE_FIELD = 'v:';

/** Field under which an item records when a value was last set. */
export const valueField = (key: string): string => `${VALUE_FIELD}${key}`;

/** An item's value, or null. */
export const valueOf = (values: ItemValues | undefined, key: string): ItemValue =>
  values !== undefined && Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/**
 * Sets worksheet values. Of two concurrent changes of a value the later one wins and records what it
 * overwrote. The first value starts the work, and a value covered by a signature voids it; hours do neither.
 */
export function setValues(
  view: AuditView,
  intent: SetValues,
  base: number,
  context: DecisionContext,
): Decision {
  const node = view.get(intent.id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, node.id)) return refuse('item_deleted');
  const locked = lockOf(view, node, 'fill');
  if (locked) return refuse(locked);
  const wrong = refusedValue(node, intent.values) ?? refusedPart(node, intent.values);
  if (wrong) return wrong;

  const values = changesOf(node, intent.values);
  const keys = Object.keys(values);
  if (keys.length === 0) return accept();
  if (sizeAfter(node, keys) > MAX_VALUES) return refuse('too_many_values', { most: MAX_VALUES });

  const from = Object.fromEntries(keys.map((key) => [key, valueOf(node.values, key)]));
  const overwrote = overwrittenVersions(node, keys, base, context.actor);
  const event: DecidedEvent = { type: 'ItemValuesSet', data: { id: node.id, values, from, overwrote } };
  const status = keys.some(isSignedContent) ? statusAfter(node, intent) : null;
  return accept(event, ...cameTo(node, status, 'edited'));
}

function statusAfter(node: TreeNode, { copied }: SetValues): ItemStatus | null {
  return statusAfterEdit(node) ?? (copied ? null : statusAfterBeginning(node));
}

/** Refusal of the first value that is unknown for the type or invalid. */
function refusedValue({ type }: TreeNode, values: GivenValues): Decision | null {
  for (const [key, value] of Object.entries(values)) {
    const shape = valueShape(type, key);
    if (!shape) return refuse('value_not_allowed', { field: key });
    if (value !== null && !shape.safeParse(value).success) return refuse('value_invalid', { field: key });
  }
  return null;
}

/** Keys of values of list entries; an entry exists as long as its `place` is set. */
const PART = /^(instruction|question)\.[^.]+\.(?!place$)/;

/**
 * Refuses values of a removed list entry, which would be invisible, unless this intent restores the entry.
 */
function refusedPart({ fields, values: now }: TreeNode, values: GivenValues): Decision | null {
  for (const [key, value] of Object.entries(values)) {
    if (value === null || !PART.test(key)) continue;
    const place = `${key.slice(0, key.lastIndexOf('.'))}.place`;
    // Entries of older programmes have no place.
    if (fields[valueField(place)] === undefined) continue;
    const after = Object.hasOwn(values, place) ? values[place] : valueOf(now, place);
    if (after == null) return refuse('entry_removed', { field: key });
  }
  return null;
}

const changesOf = (node: TreeNode, values: GivenValues): Record<string, ItemValue> =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => valueOf(node.values, key) !== value));

/**
 * Number of values that an item ever had, including these: the time of the last change is kept for cleared
 * values too.
 */
export function sizeAfter({ fields }: TreeNode, keys: readonly string[]): number {
  const set = new Set(keys.map(valueField));
  for (const field in fields) if (field.startsWith(VALUE_FIELD)) set.add(field);
  return set.size;
}

/** By key, the version of a value that another user set and this user had not seen. */
function overwrittenVersions(
  node: TreeNode,
  keys: readonly string[],
  base: number,
  actor: string,
): Record<string, number> {
  const overwrote: Record<string, number> = {};
  for (const key of keys) {
    const set = node.fields[valueField(key)];
    if (set === undefined || set <= base) continue;
    const onlyOwnSince = node.changedBy === actor && (node.changedBefore ?? -1) < set;
    if (!onlyOwnSince) overwrote[key] = set;
  }
  return overwrote;
}

/** An item's values after a change; undefined when none is left. */
export function valuesAfter(before: ItemValues | undefined, changes: GivenValues): ItemValues | undefined {
  const after: Record<string, Exclude<ItemValue, null>> = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete after[key];
    else after[key] = value;
  }
  return Object.keys(after).length > 0 ? after : undefined;
}
