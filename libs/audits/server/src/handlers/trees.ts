import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  originalItemId,
  type AuditId,
  type ChangeTreeItemBody,
  type CreateTreeItemBody,
  type DeleteTreeItemQuery,
  type ItemId,
  type itemsOfTypeCalls,
  type ItemType,
  type treeCalls,
  type TreeItemsQuery,
} from '@cotejo/audits-contracts';
import { planInOrder, type AuditView } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import type { PlanChange } from '../change/plan-change.ts';
import { changeIntents, createIntent } from '../change/tree-intents.ts';
import { admitToAudit, admitToItem } from '../policy/admit-to-audit.ts';
import { itemsWithin } from '../read/items-within.ts';
import { readChanged, readPlan } from '../read/read-plan.ts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import { readItemType } from '../read-models/reads/read-item-type.ts';
import { partIdOf } from '../room/intents/command-identity.ts';
import { withBranchVersion, withVersion } from './item-version.ts';

/**
 * Handlers of trees of audits, risk evaluations and libraries: reads use the read models, changes go through
 * the room.
 */
export function treeHandlers(services: AuditsServices): Handlers<typeof treeCalls, Principal> {
  const { db } = services;
  return {
    tree: async ({ principal, params: { model, id }, query: { fecha_inicio: from, fecha_fin: to } }) => {
      if (from !== undefined && to !== undefined && to < from)
        throw new Refusal(auditErrors, 'dates_reversed');
      const record = await admitToAudit(db, principal, id, 'plan.access', model);
      const { view, writer } = await readPlan(services, principal, record);
      if (from === undefined && to === undefined) return writer.tree();
      return writer.tree(itemsWithin(view, { from, to }));
    },
    item: async ({ principal, params: { model, id, itemId } }) => {
      const record = await admitToAudit(db, principal, id, 'plan.access', model);
      return readItem(services, principal, record, itemId);
    },
    create: async (asked) => {
      const { model, id } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return createItem(services, asked, id, asked.body);
    },
    change: async (asked) => {
      const { model, id, itemId } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return changeItem(services, asked, id, itemId, asked.body);
    },
    remove: async (asked) => {
      const { model, id, itemId } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return removeItem(services, asked, id, itemId, asked.query);
    },
  };
}

interface ItemOfType {
  readonly id: ItemId;
  readonly type: ItemType;
}

/** Handlers of calls that address items by type. */
export function itemsOfTypeHandlers(services: AuditsServices): Handlers<typeof itemsOfTypeCalls, Principal> {
  const { db } = services;
  const recordOf = (principal: Principal, { auditoria, evaluacion }: TreeItemsQuery) => {
    const id = auditoria ?? evaluacion;
    if (id === undefined) throw new Refusal(auditErrors, 'audit_not_found');
    const model = evaluacion === undefined ? 'auditoria' : 'evaluacion';
    return admitToAudit(db, principal, id, 'plan.access', model);
  };
  /** @throws Refusal `item_not_found`, also for an item of another type */
  const admit = async (principal: Principal, { id, type }: ItemOfType): Promise<AuditListEntry> => {
    const record = await admitToItem(db, principal, id, 'plan.access');
    if ((await readItemType(db, principal.accountId, record.id, id)) !== type)
      throw new Refusal(auditErrors, 'item_not_found');
    return record;
  };
  return {
    list: async ({ principal, params: { type }, query }) => {
      const record = await recordOf(principal, query);
      const { view, writer } = await readPlan(services, principal, record);
      return [...planInOrder(view)].flatMap((node) => {
        const fields = node.type === type ? writer.item(node.id) : null;
        return fields ? [fields] : [];
      });
    },
    item: async ({ principal, params }) =>
      readItem(services, principal, await admit(principal, params), params.id),
    create: async (asked) => {
      const { auditoria, evaluacion, ...body } = asked.body;
      const { id } = await recordOf(asked.principal, { auditoria, evaluacion });
      return createItem(services, asked, id, { ...body, item_tipo: asked.params.type });
    },
    change: async (asked) => {
      const { id } = await admit(asked.principal, asked.params);
      return changeItem(services, asked, id, asked.params.id, asked.body);
    },
    remove: async (asked) => {
      const { id } = await admit(asked.principal, asked.params);
      return removeItem(services, asked, id, asked.params.id, asked.query);
    },
  };
}

async function readItem(
  services: AuditsServices,
  principal: Principal,
  record: AuditListEntry,
  itemId: ItemId,
) {
  const around = [itemId, originalItemId(itemId)];
  const { view, writer } = await readPlan(services, principal, record, around);
  const item = writer.branch(itemId) ?? writer.branch(originalItemId(itemId));
  if (!item) throw new Refusal(auditErrors, 'item_not_found');
  return withBranchVersion(view, item);
}

async function createItem(
  services: AuditsServices,
  change: PlanChange,
  audit: AuditId,
  body: CreateTreeItemBody,
) {
  const item = body.id ?? (partIdOf(change.command.id, 'item') as ItemId);
  const changed = await changeTree(services, change, audit, (state) => [createIntent(state, item, body)]);
  return withVersion(await readChanged(services, change.principal, item, changed));
}

async function changeItem(
  services: AuditsServices,
  change: PlanChange,
  audit: AuditId,
  item: ItemId,
  body: ChangeTreeItemBody,
) {
  const { rooms, clock } = services;
  const trial = { model: rooms.model, actor: change.principal.userId, now: clock().toISOString() };
  const plan = (view: AuditView) => changeIntents({ ...trial, view }, item, body);
  const changed = await changeTree(services, change, audit, plan, item);
  return withVersion(await readChanged(services, change.principal, item, changed));
}

async function removeItem(
  services: AuditsServices,
  change: PlanChange,
  audit: AuditId,
  item: ItemId,
  { compartido: shared }: DeleteTreeItemQuery,
) {
  const intent = { kind: 'delete_item', id: item, ...(shared && { shared }) } as const;
  const changed = await changeTree(services, change, audit, () => [intent], item);
  return withVersion(await readChanged(services, change.principal, item, changed));
}
