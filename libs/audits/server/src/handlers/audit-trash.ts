import type { Principal } from '@cotejo/access-contracts';
import { type auditTrashCalls, type DeletedAuditRow } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeAudit } from '../change/change-audit.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { listDeletedAudits } from '../read-models/reads/list-audits.ts';
import { statusName } from '../wire/audit-mapping.ts';
import { toRemoval } from '../wire/conclusion-mapping.ts';
import { People } from '../wire/people.ts';

/** Handlers of the trash of an account's audits. */
export function auditTrashHandlers(services: AuditsServices): Handlers<typeof auditTrashCalls, Principal> {
  const { db, directory, clock } = services;
  return {
    list: async ({ principal }) => {
      const people = new People(directory, principal.accountId);
      const entries = await listDeletedAudits(db, principal);
      return entries.flatMap((entry): DeletedAuditRow[] => {
        const { removal, lastClosedOn } = entry;
        const can = rightsIn(principal, entry);
        if (removal === null || !mayList(principal, entry) || !can('trashbin.access')) return [];
        return [
          {
            id: entry.id,
            codigo: entry.code,
            nombre: entry.name,
            ano_auditoria: entry.year,
            status: statusName(entry),
            eliminada: toRemoval(removal, lastClosedOn, people, clock()),
            restaurable: can('plan.audit__restore'),
          },
        ];
      });
    },
    remove: (asked) => {
      const { motivo: reason } = asked.query;
      return changeAudit(services, asked, () => ({
        kind: 'delete_audit',
        ...(reason !== undefined && { reason }),
      }));
    },
    restore: (asked) => changeAudit(services, asked, () => ({ kind: 'restore_audit' })),
  };
}
