import type { Principal } from '@cotejo/access-contracts';
import type { trashCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { readChanged } from '../read/read-plan.ts';
import { readTrash } from '../read/read-trash.ts';
import { withVersion } from './item-version.ts';

/** Handlers of a record's trash. */
export function trashHandlers(services: AuditsServices): Handlers<typeof trashCalls, Principal> {
  const { db, clock } = services;
  return {
    list: async ({ principal, params: { model, id } }) => {
      const record = await admitToAudit(db, principal, id, 'trashbin.access', model);
      return readTrash(services, principal, record, clock());
    },
    restore: async (asked) => {
      const { model, id, itemId } = asked.params;
      const { conAncestros: withAncestors } = asked.body;
      await admitToAudit(db, asked.principal, id, 'trashbin.access', model);
      const intent = { kind: 'restore_item', id: itemId, ...(withAncestors && { withAncestors }) } as const;
      const changed = await changeTree(services, asked, id, () => [intent], itemId);
      return withVersion(await readChanged(services, asked.principal, itemId, changed));
    },
  };
}
