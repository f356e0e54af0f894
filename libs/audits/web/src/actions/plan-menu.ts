import type { Can, UserId } from '@cotejo/access-contracts';
import {
  isAudit,
  withoutHidden,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type Rejection,
} from '@cotejo/audits-contracts';
import {
  allowedChildren,
  allowedStatuses,
  lockOf,
  statusFamily,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import { mayMark } from './many-signatures.ts';

/** What can be done with rows of the tree. */
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
  /** Of what `add` makes. */
  readonly type?: ItemType;
  /** That `beside` opens. */
  readonly panel?: string;
  /** Why it can't be done just now; null when it can. */
  readonly refusal: Rejection | null;
}

/** What the menu asks of the plan that is open. */
export interface MenuFacts {
  readonly view: AuditView;
  /** Would it be refused as things stand? */
  judge(intent: KernelIntent): Rejection | null;
  readonly can: Can;
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  /** Panels of other contexts that show something of an item, by id. */
  readonly beside: readonly string[];
}

/** Id of an item that is asked about and never made. */
export const PROBE = '00000000-0000-4000-8000-000000000000' as ItemId;
const NAME = '–';

/**
 * The menu of one row or of several, in groups. What can never be done with such a row is not in it; what a
 * lock or a missing right forbids is, with its reason. Whoever only reads finds what reads.
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

/** What may be put into an item, or on the top of the plan (null), each type with its reason when refused. */
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
/** Whether an item is somebody's work, with a status of its own. */
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
  // Risks that are evaluated, or kept for copying, are nobody's work.
  const working = isAudit(facts.view.recordType) ? nodes.filter(hasStatus) : [];
  const dated = nodes.filter(hasDates);
  return [
    ...(working.length > 0
      ? [
          entry('status', statusRefusal(facts, working)),
          ...(nodes.length > 1 ? [entry('sign', signatureRefusal(facts, working))] : []),
          entry('assign', refusalFor(facts, working, assignment)),
        ]
      : []),
    ...(dated.length > 0 ? [entry('dates', refusalFor(facts, dated, schedule))] : []),
  ];
}

function placing(facts: MenuFacts, nodes: readonly TreeNode[]): MenuEntry[] {
  const { view } = facts;
  // By their nature some are never copied, or never beside themselves.
  const copied = nodes.filter((node) => lockOf(view, node, 'copy') === null);
  const doubled = nodes.filter((node) => lockOf(view, node, 'duplicate') === null);
  const entries: MenuEntry[] = [];
  if (facts.mode === 'edit' && doubled.length > 0)
    entries.push(entry('duplicate', refusalFor(facts, doubled, duplication)));
  // Reading is enough to copy into another audit.
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

// Asked as things are, an intent changes nothing: its refusal tells of locks and rights alone.
const deletion = ({ id }: TreeNode): KernelIntent => ({ kind: 'delete_item', id, shared: 'everywhere' });
const assignment = ({ id, assignee }: TreeNode): KernelIntent => ({ kind: 'assign_item', id, assignee });
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

/** Null as soon as one of them may: the dialog says what is left out. */
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

/** One worksheet is signed where it is read; several by their rows. */
function signatureRefusal({ view, can }: MenuFacts, nodes: readonly TreeNode[]): Rejection | null {
  const ids = nodes.map(({ id }) => id);
  return mayMark(view, ids, can) ? null : { code: 'forbidden' };
}

function statusRefusal({ me, can }: MenuFacts, nodes: readonly TreeNode[]): Rejection | null {
  const may = nodes.some((node) => allowedStatuses(node, { actor: me, can }).length > 0);
  return may ? null : { code: 'no_next_status' };
}
