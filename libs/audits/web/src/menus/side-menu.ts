import {
  deleteKeyOf,
  isAudit,
  type ItemId,
  type ItemType,
  type RecordType,
  type Rejection,
} from '@cotejo/audits-contracts';
import {
  allowedChildren,
  ancestors,
  lockOf,
  refusalOfMassAssign,
  resolved,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import { hasStatus, PROBE, type MenuFacts } from './plan-menu.ts';

/**
 * An option of the tree's side menu: creates an item at the focused row, acts on the selection, or opens a
 * panel.
 */
export type SideOption =
  | {
      readonly kind: 'add';
      readonly type: ItemType;
      readonly parent: ItemId | null;
      readonly refusal: Rejection | null;
    }
  | {
      readonly kind: 'row';
      readonly action: 'assign' | 'delete';
      readonly ids: readonly ItemId[];
      readonly refusal: Rejection | null;
    }
  | {
      readonly kind: 'time';
      /** Item proposed in the form; null where the focused row takes no time. */
      readonly item: ItemId | null;
      readonly refusal: null;
    }
  | { readonly kind: 'panel'; readonly panel: string; readonly refusal: null }
  | {
      readonly kind: 'import';
      /** Proposed place; undefined where the focus is at none that takes risks. */
      readonly parent: ItemId | null | undefined;
      readonly refusal: null;
    }
  | { readonly kind: 'export' | 'trash' | 'settings'; readonly refusal: null };

/** Types offered per record type; the row menus offer the rest. */
const CREATED: Readonly<Record<RecordType, readonly ItemType[]>> = {
  audit_plan: ['phase', 'step', 'control_test', 'control'],
  financial_audit: ['phase', 'control'],
  icce: ['phase', 'step'],
  template: ['phase', 'step', 'control_test', 'control'],
  risk_evaluation: ['business_unit', 'risk', 'control'],
  risk_library: ['risk', 'control'],
};

/**
 * Options of the side menu, in groups, for the focused row. `chosen` are the topmost selected rows; `all`
 * includes their selected descendants.
 */
export function sideOptions(
  facts: MenuFacts,
  focused: ItemId | null,
  chosen: readonly ItemId[],
  all: readonly ItemId[] = chosen,
): SideOption[][] {
  const { view, mode, can } = facts;
  const atFocus = focused === null ? [] : [focused];
  const adds = mode === 'edit' ? CREATED[view.recordType].map((type) => addOption(facts, type, focused)) : [];
  const rows =
    mode === 'edit'
      ? [
          ...(isAudit(view.recordType) ? [rowOption(facts, 'assign', all.length > 0 ? all : atFocus)] : []),
          rowOption(facts, 'delete', chosen.length > 0 ? chosen : atFocus),
          ...timeOption(facts, focused),
        ]
      : [];
  const panels = [
    ...(facts.besideAudit ?? []),
    ...facts.beside,
    ...(can('plan.history') ? ['historial'] : []),
  ];
  return [
    adds,
    rows,
    [
      ...panels.map((panel): SideOption => ({ kind: 'panel', panel, refusal: null })),
      ...importOption(facts, focused),
      { kind: 'export', refusal: null } as const,
      ...(can('trashbin.access') ? [{ kind: 'trash', refusal: null } as const] : []),
      { kind: 'settings', refusal: null } as const,
    ],
  ].filter((group) => group.length > 0);
}

/** A new item is created in the focused row, or the nearest ancestor that may contain its type. */
function addOption({ view, judge }: MenuFacts, type: ItemType, focused: ItemId | null): SideOption {
  const parent = placeFor(view, type, focused);
  const refusal =
    parent === undefined
      ? { code: 'no_place_here' }
      : judge({ kind: 'create_item', id: PROBE, type, parent, name: '–' });
  return { kind: 'add', type, parent: parent ?? null, refusal };
}

/** Proposes the focused row, or the nearest ancestor that may contain risks. */
function importOption({ view, mode, can }: MenuFacts, focused: ItemId | null): SideOption[] {
  if (mode !== 'edit' || !can('plan.risk__import') || view.recordType === 'icce') return [];
  return [{ kind: 'import', parent: placeFor(view, 'risk', focused), refusal: null }];
}

function placeFor(view: AuditView, type: ItemType, focused: ItemId | null): ItemId | null | undefined {
  const node = focused === null ? undefined : view.get(focused);
  const above: TreeNode[] = node ? [node, ...ancestors(view, node.id)] : [];
  const holder = above.find((each) => allowedChildren(view.recordType, each.type).includes(type));
  if (holder) return holder.id;
  return allowedChildren(view.recordType, null).includes(type) ? null : undefined;
}

/** Offered to users who may record time; a reference proposes its original. */
function timeOption({ view, can }: MenuFacts, focused: ItemId | null): SideOption[] {
  if (!isAudit(view.recordType) || !can('plan.time__add')) return [];
  const node = focused === null ? undefined : view.get(focused);
  const shown = node && resolved(view, node);
  return [{ kind: 'time', item: shown && shown.type !== 'link' ? shown.id : null, refusal: null }];
}

function rowOption(facts: MenuFacts, action: 'assign' | 'delete', ids: readonly ItemId[]): SideOption {
  if (action === 'delete')
    return { kind: 'row', action, ids, refusal: commonRefusal(facts, ids, deleteRefusal) };
  const working = ids.filter((id) => isWorking(facts.view.get(id)));
  const refusal = commonRefusal(facts, ids, assignRefusal);
  return { kind: 'row', action, ids, refusal: refusal ?? refusalOfMassAssign(working.length, facts.can) };
}

const isWorking = (node: TreeNode | undefined): boolean => node !== undefined && hasStatus(node);

/** Refusal of one item; undefined = the action is not for it. */
type RefusalOf = (facts: MenuFacts, node: TreeNode) => Rejection | null | undefined;

/** Null as soon as one item may be acted on: rules are not asked about each of thousands of selected rows. */
function commonRefusal(facts: MenuFacts, ids: readonly ItemId[], refusalOf: RefusalOf): Rejection | null {
  let first: Rejection | undefined;
  let isAny = false;
  for (const id of ids) {
    const node = facts.view.get(id);
    if (!node) continue;
    isAny = true;
    const refusal = refusalOf(facts, node);
    if (refusal === null) return null;
    first ??= refusal;
  }
  return first ?? { code: isAny ? 'not_for_this_row' : 'nothing_chosen' };
}

const assignRefusal: RefusalOf = ({ judge }, node) =>
  hasStatus(node) ? judge({ kind: 'assign_item', id: node.id, assignee: node.assignee }) : undefined;

/**
 * Checks only locks and rights: deciding a deletion walks the whole subtree, which is too slow after every
 * change.
 */
const deleteRefusal: RefusalOf = ({ view, can }, node) => {
  if (node.derived) return undefined;
  const locked = lockOf(view, node, 'delete');
  if (locked) return { code: locked };
  const { type, createdBy, assignee } = node;
  return can(deleteKeyOf(type), { createdBy, assignee }) ? null : { code: 'forbidden' };
};
