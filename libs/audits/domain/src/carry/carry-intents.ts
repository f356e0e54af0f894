import {
  isGroup,
  MAX_NAME_LENGTH,
  MAX_VALUES_AT_ONCE,
  withoutHidden,
  type AuditId,
  type ItemId,
  type ItemOrigin,
  type ItemValues,
  type KernelIntent,
  type StretchId,
} from '@cotejo/audits-contracts';
import { isCopied } from '../copy/copied-values.ts';
import type { AuditView, Slice, TreeNode } from '../model/model.ts';
import { statusFamily } from '../status/statuses.ts';
import { originalOf } from '../shared/references.ts';
import type { CarriedItem } from './carried-items.ts';
import type { CarryChoices } from './carry-choices.ts';
import type { ShiftDay } from './shift-days.ts';

type CreateItem = Extract<KernelIntent, { kind: 'create_item' }>;

export interface CarryTarget {
  /** Item that receives everything; null = the audit itself. */
  readonly parent: ItemId | null;
  /** Id of an item's copy. */
  readonly idFor: (item: ItemId) => ItemId;
  /** Sprint of the new audit for one of the source; null for what is not taken over. */
  readonly sprintFor: (stretch: StretchId) => StretchId | null;
  readonly shift: ShiftDay;
  readonly choices: Pick<CarryChoices, 'ratings'>;
  /** Name of a finding, which says where it comes from: its conversation and its plan stay there. */
  readonly findingName: (finding: TreeNode) => string;
  /** Locks what may be changed of the risks of an evaluation. */
  readonly origin?: ItemOrigin | undefined;
  /** Slices of the model, whose content is taken over as well. */
  readonly slices: readonly Pick<Slice, 'copies'>[];
}

/** Facts of a finding; its dates, decisions and plan are followed in the original audit. */
const FINDING_FACTS: ReadonlySet<string> = new Set([
  'kind',
  'findingType',
  'impact',
  'lossAmount',
  'lossCurrency',
]);
const RATINGS: ReadonlySet<string> = new Set(['probability', 'impact']);

/**
 * Intents that write carried items into a new audit, in order. Controls are items of their own there, with the
 * criteria of their design; references follow their controls, so they come last.
 */
export function* carryIntents(
  source: AuditView,
  sourceAudit: AuditId,
  items: readonly CarriedItem[],
  target: CarryTarget,
): Generator<KernelIntent> {
  for (const item of items)
    if (!isOrUnderReference(source, item)) yield* intentsFor(source, sourceAudit, item, target);
  for (const item of items)
    if (isOrUnderReference(source, item)) yield* intentsFor(source, sourceAudit, item, target);
}

const isOrUnderReference = (source: AuditView, { node, under }: CarriedItem): boolean =>
  node.type === 'reference' || (under !== null && source.get(under)?.type === 'reference');

function* intentsFor(
  source: AuditView,
  sourceAudit: AuditId,
  { node, under, after }: CarriedItem,
  target: CarryTarget,
): Generator<KernelIntent> {
  const { idFor, choices } = target;
  const id = idFor(node.id);
  yield {
    kind: 'create_item',
    id,
    type: node.type,
    parent: under === null ? target.parent : idFor(under),
    ...namedAs(source, node, target),
    ...datesOf(node, target.shift),
    ...(node.type === 'risk' && riskFacts(node, target.origin)),
    copiedFrom: { audit: sourceAudit, item: node.id, version: source.version },
    // Others are created in order, so that the end is their place.
    ...(node.type === 'reference' && { after: after === null ? null : idFor(after) }),
  };
  const values = Object.entries(node.values ?? {}).filter(([key]) => staysWith(node, key, choices));
  for (let from = 0; from < values.length; from += MAX_VALUES_AT_ONCE) {
    const some: ItemValues = Object.fromEntries(values.slice(from, from + MAX_VALUES_AT_ONCE));
    yield { kind: 'set_values', id, copied: true, values: some };
  }
  for (const slice of target.slices)
    // Intents of slices, not in the type `KernelIntent`, but sent the same way.
    yield* (slice.copies?.(source, node.id, id) ?? []) as readonly KernelIntent[];
  if (statusFamily(node.type) === null) return;
  for (const stretch of node.stretches ?? []) {
    const sprint = target.sprintFor(stretch);
    if (sprint !== null) yield { kind: 'allot_item', id, stretch: sprint, isIn: true };
  }
}

function namedAs(
  source: AuditView,
  node: TreeNode,
  { idFor, findingName }: CarryTarget,
): Pick<CreateItem, 'name' | 'code' | 'target'> {
  const name = withoutHidden(node.type === 'finding' ? findingName(node) : node.name);
  if (node.type === 'reference') {
    const control = originalOf(source, node);
    return { name, target: { audit: null, item: idFor(control?.id ?? node.id) } };
  }
  // A finding gets a code of the new audit; everything else keeps its own, by which people know it.
  if (node.type === 'finding') return { name };
  return {
    name,
    ...(node.code !== null && { code: node.code }),
    ...(node.target && { target: node.target }),
  };
}

function datesOf({ type, dates }: TreeNode, shift: ShiftDay): Pick<CreateItem, 'startDate' | 'endDate'> {
  if (!dates || type === 'reference' || type === 'link' || type === 'finding') return {};
  return { startDate: shift(dates[0]), endDate: shift(dates[1]) };
}

function riskFacts({ risk, origin: own }: TreeNode, from: ItemOrigin | undefined): Partial<CreateItem> {
  const origin = own ?? from;
  return { ...(risk && { risk }), ...(origin && { origin }) };
}

function staysWith({ type }: TreeNode, key: string, { ratings }: Pick<CarryChoices, 'ratings'>): boolean {
  if (type === 'finding') return FINDING_FACTS.has(key);
  if (type === 'risk' && RATINGS.has(key)) return ratings;
  return isCopied(type, key);
}

/** What a person wants to know of carried items before they are written: counts by type. */
export function carriedCounts(items: readonly CarriedItem[]): ReadonlyMap<TreeNode['type'], number> {
  const counts = new Map<TreeNode['type'], number>();
  for (const { node } of items) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  return counts;
}

/**
 * Name of a finding that was taken over, with where it came from: its conversation and its plan are followed there.
 * Data in the profession's language, like the names in templates.
 */
export function carriedFindingName(
  { name, code }: Pick<TreeNode, 'name' | 'code'>,
  auditCode: string,
): string {
  const from = ` (viene de ${[auditCode, code].filter(Boolean).join(', ')})`;
  return `${name.slice(0, MAX_NAME_LENGTH - from.length)}${from}`;
}

/** Whether a risk has been rated. */
export const isRated = ({ type, values }: TreeNode): boolean =>
  type === 'risk' && values?.['probability'] !== undefined && values['impact'] !== undefined;

/** Whether an item of an evaluation is an auditable unit: any of its groups. */
export const isAuditableUnit = ({ type, deleted }: TreeNode): boolean => deleted === null && isGroup(type);
