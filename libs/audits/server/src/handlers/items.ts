import type { Principal } from '@cotejo/access-contracts';
import {
  itemActionBodies,
  type itemCalls,
  type ItemAction,
  type ItemActionName,
  type ItemId,
} from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { InvalidRequest, type Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import type { PlanChange } from '../change/plan-change.ts';
import { actionIntents } from '../change/tree-intents.ts';
import { copyItem } from '../copy/copy-items.ts';
import { admitToItem } from '../policy/admit-to-audit.ts';
import { readItem } from '../read/read-item.ts';
import { readChanged, readFromState } from '../read/read-plan.ts';
import { partIdOf } from '../room/intents/command-identity.ts';
import { withVersion } from './item-version.ts';

/** Handlers of calls that address an item by its id alone. */
export function itemHandlers(services: AuditsServices): Handlers<typeof itemCalls, Principal> {
  return {
    read: async ({ principal, params: { id, action } }) => {
      const permission = action === 'history' ? 'plan.history' : 'plan.access';
      const record = await admitToItem(services.db, principal, id, permission);
      return readItem(services, principal, record, id, action);
    },
    applyAction: (asked) => {
      const { action, ...params } = asked.body;
      return carryOut(services, asked, asked.params.id, action, params);
    },
    post: (asked) => carryOut(services, asked, asked.params.id, asked.params.action, asked.body),
    put: (asked) => carryOut(services, asked, asked.params.id, asked.params.action, asked.body),
  };
}

async function carryOut(
  services: AuditsServices,
  change: PlanChange,
  id: ItemId,
  name: ItemActionName,
  params: Readonly<Record<string, unknown>>,
) {
  const { principal, command } = change;
  const parsed = itemActionBodies[name].safeParse(params, { reportInput: true });
  if (!parsed.success) throw new InvalidRequest(parsed.error);
  const asked = { action: name, params: parsed.data } as ItemAction;
  if (asked.action === 'copy') {
    const { ids, state, projected } = await copyItem(services, change, id, params);
    const [copy = id] = ids;
    return { ...(await readFromState(services, principal, state, copy)), projected };
  }
  const record = await admitToItem(services.db, principal, id, 'plan.access');
  let made = 0;
  const newId = (): ItemId => partIdOf(command.id, `item-${made++}`) as ItemId;
  const plan = (view: AuditView) => actionIntents(view, id, asked, newId);
  const changed = await changeTree(services, change, record.id, plan, id);
  const shown = asked.action === 'duplicate' ? (partIdOf(command.id, 'item-0') as ItemId) : id;
  return withVersion(await readChanged(services, principal, shown, changed));
}
