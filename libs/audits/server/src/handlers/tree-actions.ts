import type { Principal } from '@cotejo/access-contracts';
import { COPIED_TYPES, type ChangedTree, type treeActionCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import { copyItem, copyOfType, copyRisks, shareControls, type Copied } from '../copy/copy-items.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';

/** Handlers of actions on several items of a tree, and of copies between trees. */
export function treeActionHandlers(services: AuditsServices): Handlers<typeof treeActionCalls, Principal> {
  const { db } = services;
  return {
    batchAssign: async (asked) => {
      const { model, id } = asked.params;
      const { usuario: assignee, treeitem_ids } = asked.body;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      const ids = [...new Set(treeitem_ids)];
      const { version, projected } = await changeTree(services, asked, id, () =>
        ids.map((item) => ({ kind: 'assign_item', id: item, assignee })),
      );
      return { ids, auditoria: id, version, projected };
    },
    controls: async (asked) => {
      const { model, id } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return answerOf(await shareControls(services, asked, id, asked.body));
    },
    risks: async (asked) => {
      const { model, id } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return answerOf(await copyRisks(services, asked, id, asked.body));
    },
    copy: async (asked) => answerOf(await copyItem(services, asked, asked.params.id, asked.body)),
    copies: async (asked) => {
      const { model, id, service } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', model);
      return answerOf(await copyOfType(services, asked, id, COPIED_TYPES[service], asked.body));
    },
  };
}

const answerOf = ({ ids, state, version, projected }: Copied): ChangedTree => ({
  ids: [...ids],
  auditoria: state.audit,
  version,
  projected,
});
