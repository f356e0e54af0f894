import {
  addKeyOf,
  originalItemId,
  type ItemId,
  type ItemTarget,
  type ItemType,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { assigneeMayWork } from './assign-item.ts';
import { nextCode } from './codes.ts';
import { accept, itemCreated, refuse } from '../model/decision.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { depthLock, placeLock } from '../shared/places.ts';
import { positionAt } from './positions.ts';
import { areReversed } from './schedule-item.ts';
import { initialStatus } from '../status/statuses.ts';
import { isDerivedType } from './structure.ts';
import { depthOf, isAncestor } from '../model/tree.ts';

export type CreateItem = Extract<KernelIntent, { kind: 'create_item' }>;

/**
 * Creates an item under a living parent that may contain its type; assigns the next free code if none is
 * given.
 */
export function createItem(view: AuditView, intent: CreateItem, context: DecisionContext): Decision {
  const { id, type, parent, startDate = null, endDate = null, target } = intent;
  if (!context.can(addKeyOf(type))) return refuse('forbidden');
  if (isIcceLocked(view, type, context)) return refuse('icce_role_required');
  // The browser's own item, committed before its answer arrived: nothing more to show.
  if (view.get(id)) return context.mode === 'optimistic' ? accept() : refuse('duplicate_id');
  // Ids with these suffixes are reserved for items derived by treatments and would block them.
  if (isDerivedType(type) || originalItemId(id) !== id) return refuse('derived_item');
  if (!isWellFormed(intent)) return refuse('invalid_intent');
  const misplaced = placeLock(view, parent, { type, ...(target && { target }) });
  const refused = misplaced ?? depthLock(depthOf(view, parent) + 1);
  if (refused) return { ok: false, rejection: refused };
  if (areReversed(startDate, endDate)) return refuse('dates_reversed');

  const assignee = intent.assignee ?? null;
  if (assignee !== null) {
    if (!context.can('plan.assign_user')) return refuse('forbidden');
    if (!assigneeMayWork(view, type, assignee)) return refuse('assignee_not_in_team');
  }
  const { position, renumbered } = positionAt(view, parent, id, intent);
  return accept(
    itemCreated({
      id,
      itemType: type,
      parent,
      position,
      name: intent.name,
      code: type === 'reference' ? null : (intent.code ?? nextCode(view, type)),
      status: initialStatus(type, assignee !== null),
      assignee,
      startDate,
      endDate,
      target: target ?? null,
      refParent: worksheetNamedBy(view, intent),
      origin: intent.origin ?? null,
      risk: intent.risk ?? null,
      copiedFrom: intent.copiedFrom ?? null,
    }),
    ...renumbered,
  );
}

/** Whether each given field applies to the type. */
function isWellFormed({ type, target, refParent, origin, risk, assignee, startDate, endDate }: CreateItem) {
  if (!isTargetOf(type, target)) return false;
  if (target && (assignee || startDate || endDate)) return false;
  if (refParent !== undefined && type !== 'finding') return false;
  return type === 'risk' || (origin === undefined && risk === undefined);
}

/** A reference points within the audit, a link to another audit; other types have no target. */
function isTargetOf(type: ItemType, target: ItemTarget | undefined): boolean {
  if (type === 'reference') return target?.audit === null;
  if (type === 'link') return typeof target?.audit === 'string';
  return target === undefined;
}

/**
 * Related worksheet of a finding: null for its parent, or for one that is not among its ancestors, since such
 * a finding would be hidden.
 */
function worksheetNamedBy(view: AuditView, { parent, refParent }: CreateItem): ItemId | null {
  if (refParent === undefined || parent === null || refParent === parent) return null;
  return isAncestor(view, refParent, parent) ? refParent : null;
}
