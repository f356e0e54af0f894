import type { Can, UserId } from '@cotejo/access-contracts';
import {
  isAudit,
  withoutHidden,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type Rejection,
  type StretchId,
} from '@cotejo/audits-contracts';
import {
  allowedChildren,
  allowedStatuses,
  lockOf,
  refusalOfMassAssign,
  statusFamily,
  stretchesOf,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import { allottableIn } from '../stretches/allottable.ts';
import { mayMark } from '../actions/many-signatures.ts';

/** Actions on rows of the tree. */
export type RowAction =
  | 'open'
  | 'original'
  | 'other_audit'
  | 'rename'
  | 'recode'
  | 'dates'
  | 'status'
  | 'sign'
  | 'assign'
  | 'stretches'
  | 'beside'
  | 'history'
  | 'paste'
  | 'duplicate'
  | 'copy'
  | 'move'
  | 'share'
  | 'delete';

export interface MenuEntry {
  readonly action: RowAction | 'add';
  /** Type to create, for `add`. */
  readonly type?: ItemType;
  /** Panel to open, for `beside`. */
  readonly panel?: string;
  /** Why the action is refused now; null when it is allowed. */
  readonly refusal: Rejection | null;
}

/** State of the open plan on which the menu depends. */
export interface MenuFacts {
  readonly view: AuditView;
  /** The rejection that an intent would get now. */
  judge(intent: KernelIntent): Rejection | null;
  readonly can: Can;
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  /** Panels of other contexts that concern an item, by id. */
  readonly beside: readonly string[];
  /** Panels that concern the audit alone. */
  readonly besideAudit?: readonly string[];
}

/** Id used for trial intents; never created. */
export const PROBE = '00000000-0000-4000-8000-000000000000' as ItemId;
const NAME = '–';

/**
 * Menu of one or several rows, in groups. Actions impossible for the type are left out; those refused by a
 * lock or a missing right are shown with the reason. Read-only users get read-only actions.
 */
export function menuOf(facts: MenuFacts, ids: readonly ItemId[]): MenuEntry[][] {
  const nodes = ids.flatMap((id) => facts.view.get(id) ?? []);
  const [only] = nodes;
  if (!only) return [];
  const groups =
    nodes.length === 1
      ? [
          opening(only),
          facts.mode === 'edit' ? adding(facts, only) : [],
          ofOne(facts, only),
          placing(facts, nodes),
        ]
      : [ofMany(facts, nodes), placing(facts, nodes)];
  const ending =
    facts.mode === 'edit' && nodes.some(mayGo) ? [entry('delete', refusalFor(facts, nodes, deletion))] : [];
  return [...groups, ending].filter((group) => group.length > 0);
}

/** Types that can be created below an item or at the top (null), with the reason when refused. */
export function adding(
  { view, judge }: Pick<MenuFacts, 'view' | 'judge'>,
  parent: TreeNode | null,
): MenuEntry[] {
  const types = allowedChildren(view.recordType, parent?.type ?? null);
  const entries = types.map((type): MenuEntry => ({
    action: 'add',
    type,
    refusal: judge({ kind: 'create_item', id: PROBE, type, parent: parent?.id ?? null, name: NAME }),
  }));
  if (entries.length === 0) return [];
  return [
    ...entries,
    entry('paste', entries.every(({ refusal }) => refusal) ? (entries[0]?.refusal ?? null) : null),
  ];
}

const entry = (action: RowAction, refusal: Rejection | null = null): MenuEntry => ({ action, refusal });

function opening(node: TreeNode): MenuEntry[] {
  if (node.type === 'reference') return [entry('open'), entry('original')];
  return [entry(node.type === 'link' ? 'other_audit' : 'open')];
}

const stands = (node: TreeNode): boolean => node.type !== 'reference' && node.type !== 'link';
const hasDates = (node: TreeNode): boolean => stands(node) && !node.derived;
/** Whether an item has a status of its own. */
export const hasStatus = (node: TreeNode): boolean =>
  stands(node) && statusFamily(node.type) !== null && node.status !== null;
const mayGo = (node: TreeNode): boolean => !node.derived;

function ofOne(facts: MenuFacts, node: TreeNode): MenuEntry[] {
  const entries: MenuEntry[] = [];
  if (facts.mode === 'edit') {
    if (node.type !== 'reference')
      entries.push(
        entry('rename', facts.judge({ kind: 'rename_item', id: node.id, name: withoutHidden(node.name) })),
      );
    if (stands(node))
      entries.push(entry('recode', facts.judge({ kind: 'recode_item', id: node.id, code: node.code })));
    entries.push(...ofMany(facts, [node]));
  }
  if (node.type !== 'link')
    entries.push(...facts.beside.map((panel): MenuEntry => ({ action: 'beside', panel, refusal: null })));
  if (facts.can('plan.history')) entries.push(entry('history'));
  return entries;
}

function ofMany(facts: MenuFacts, nodes: readonly TreeNode[]): MenuEntry[] {
  if (facts.mode === 'read') return [];
  // Items of risk evaluations and libraries have no status workflow.
  const working = isAudit(facts.view.recordType) ? nodes.filter(hasStatus) : [];
  const [stretch] = [...stretchesOf(facts.view, 'sprint'), ...stretchesOf(facts.view, 'visit')];
  const allotted = stretch ? allottableIn(facts.view, nodes) : [];
  const dated = nodes.filter(hasDates);
  return [
    ...(working.length > 0
      ? [
          entry('status', statusRefusal(facts, working)),
          ...(nodes.length > 1 ? [entry('sign', signatureRefusal(facts, working))] : []),
          entry(
            'assign',
            refusalFor(facts, working, assignment) ?? refusalOfMassAssign(working.length, facts.can),
          ),
        ]
      : []),
    ...(stretch && allotted.length > 0
      ? [entry('stretches', refusalFor(facts, allotted, allotment(stretch.id)))]
      : []),
    ...(dated.length > 0 ? [entry('dates', refusalFor(facts, dated, schedule))] : []),
  ];
}

function placing(facts: MenuFacts, nodes: readonly TreeNode[]): MenuEntry[] {
  const { view } = facts;
  // Some types can never be copied, or never within the same parent.
  const copied = nodes.filter((node) => lockOf(view, node, 'copy') === null);
  const doubled = nodes.filter((node) => lockOf(view, node, 'duplicate') === null);
  const entries: MenuEntry[] = [];
  if (facts.mode === 'edit' && doubled.length > 0)
    entries.push(entry('duplicate', refusalFor(facts, doubled, duplication)));
  // Copying into another audit requires only read access here.
  if (copied.length > 0) entries.push(entry('copy'));
  if (facts.mode === 'edit') {
    const movable = nodes.filter((node) => !node.derived);
    if (movable.length > 0) entries.push(entry('move', refusalFor(facts, movable, sameMove)));
    const [only] = nodes;
    if (nodes.length === 1 && only && isControl(view, only))
      entries.push(entry('share', facts.can('plan.control__add') ? null : { code: 'forbidden' }));
  }
  return entries;
}

const isControl = (view: AuditView, node: TreeNode): boolean =>
  node.type === 'control' ||
  (node.type === 'reference' && node.target !== undefined && view.get(node.target.item)?.type === 'control');

// Trial intents that would change nothing, so that a rejection stems from locks and rights alone.
const deletion = ({ id }: TreeNode): KernelIntent => ({ kind: 'delete_item', id, shared: 'everywhere' });
const assignment = ({ id, assignee }: TreeNode): KernelIntent => ({ kind: 'assign_item', id, assignee });
const allotment =
  (stretch: StretchId) =>
  ({ id, stretches = [] }: TreeNode): KernelIntent => ({
    kind: 'allot_item',
    id,
    stretch,
    isIn: stretches.includes(stretch),
  });
const schedule = ({ id, dates }: TreeNode): KernelIntent => ({
  kind: 'schedule_item',
  id,
  startDate: dates?.[0] ?? null,
  endDate: dates?.[1] ?? null,
});
const sameMove = ({ id, place }: TreeNode): KernelIntent => ({ kind: 'move_item', id, parent: place[0] });
const duplication = ({ id, place }: TreeNode): KernelIntent => ({
  kind: 'copy_item',
  id: PROBE,
  source: id,
  parent: place[0],
  copies: [[id, PROBE]],
  after: id,
});

/** Null as soon as one item is allowed; the dialog lists the others. */
function refusalFor(
  { judge }: MenuFacts,
  nodes: readonly TreeNode[],
  intentOf: (node: TreeNode) => KernelIntent,
): Rejection | null {
  let first: Rejection | null = null;
  for (const node of nodes) {
    const refusal = judge(intentOf(node));
    if (!refusal) return null;
    first ??= refusal;
  }
  return first;
}

/** Several rows are signed from this menu, a single worksheet in its panel. */
function signatureRefusal({ view, can }: MenuFacts, nodes: readonly TreeNode[]): Rejection | null {
  const ids = nodes.map(({ id }) => id);
  return mayMark(view, ids, can) ? null : { code: 'forbidden' };
}

function statusRefusal({ me, can }: MenuFacts, nodes: readonly TreeNode[]): Rejection | null {
  const may = nodes.some((node) => allowedStatuses(node, { actor: me, can }).length > 0);
  return may ? null : { code: 'no_next_status' };
}
