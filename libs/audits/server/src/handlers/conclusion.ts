import type { Principal } from '@cotejo/access-contracts';
import { type AuditId, type conclusionCalls, type KernelIntent } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import type { PlanChange } from '../change/plan-change.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { toConclusion } from '../wire/conclusion-mapping.ts';
import { People } from '../wire/people.ts';

/** Handlers of an audit's overall rating and conclusion. */
export function conclusionHandlers(services: AuditsServices): Handlers<typeof conclusionCalls, Principal> {
  const { db, directory } = services;
  const change = async (
    asked: PlanChange & { readonly params: { readonly id: AuditId } },
    intent: KernelIntent,
  ) => {
    const { principal, params } = asked;
    await admitToAudit(db, principal, params.id, 'plan.access');
    const { state, version } = await changeTree(services, asked, params.id, () => [intent]);
    const people = new People(directory, principal.accountId);
    return { auditoria: params.id, conclusion: toConclusion(state.conclusion, people), version };
  };
  return {
    scale: async ({ principal, params: { id } }) => {
      const { conclusion } = await admitToAudit(db, principal, id, 'plan.access');
      return conclusion?.scale ?? services.ratings(principal.accountId);
    },
    rate: async (asked) => {
      const scale = await services.ratings(asked.principal.accountId);
      return change(asked, { kind: 'rate_audit', rating: asked.body.calificacion, scale });
    },
    conclude: (asked) => change(asked, { kind: 'conclude_audit', text: asked.body.texto }),
    sign: (asked) => change(asked, { kind: 'sign_conclusion', seen: asked.body.version }),
    withdraw: (asked) => change(asked, { kind: 'withdraw_conclusion_signature' }),
  };
}
