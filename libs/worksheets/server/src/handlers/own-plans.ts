import type { Principal } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { ownPlanTextCalls } from '@cotejo/worksheets-contracts';
import { latestTexts } from '../texts/read-revisions.ts';
import { toTextViews } from '../texts/text-views.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** Texts of an action plan and of its discussed finding, for the person responsible for the plan. */
export function ownPlanTextHandlers(
  services: WorksheetsServices,
): Handlers<typeof ownPlanTextCalls, Principal> {
  const { audits, db } = services;
  return {
    texts: async ({ principal, params: { auditId, itemId } }) => {
      const { accountId } = principal;
      const { discussedFinding } = await audits.ownPlan(principal, auditId, itemId);
      const textsOf = async (audit: AuditId, item: ItemId | null) => {
        if (item === null) return () => '';
        const rows = await latestTexts(db, accountId, audit, item);
        const views = await toTextViews(services, accountId, rows, NO_PROGRAMME);
        return (field: string) => views.find(({ campo }) => campo === field)?.texto ?? '';
      };
      const [ofPlan, ofFinding] = await Promise.all([
        textsOf(auditId, itemId),
        textsOf(auditId, discussedFinding),
      ]);
      return {
        descripcion: ofPlan('description'),
        condicion: ofFinding('condition'),
        recomendacion: ofFinding('recommendation'),
      };
    },
  };
}

/** Only steps have imported texts. */
const NO_PROGRAMME: ReadonlyMap<string, string> = new Map();
