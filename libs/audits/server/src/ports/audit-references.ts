import type { Principal } from '@cotejo/access-contracts';
import { auditId, itemId, type AuditId, type ItemId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { findGuarded } from '../read-models/reads/read-whereabouts.ts';
import { openPlaces } from './open-places.ts';

/** A reference to resolve, with the sibling values of its record. */
interface Referring {
  readonly id: string;
  readonly beside: Readonly<Record<string, unknown>>;
}
type Names = readonly ({ readonly code: string | null; readonly name: string } | null)[];

/**
 * Resolves names of audits and items referenced by records of other contexts; null for those that do not
 * exist or whose plan the user may not open. An item is looked up in the audit named beside it.
 */
export function auditReferences(db: ReadDatabase) {
  return {
    async audit(principal: Principal, referring: readonly Referring[]): Promise<Names> {
      const ids = referring.map(({ id }) => id).filter((id) => auditId.safeParse(id).success);
      const records = await findGuarded(db, principal, [...new Set(ids)]);
      const open = records.filter(
        (record) => mayList(principal, record) && rightsIn(principal, record)('plan.access'),
      );
      const names = new Map<string, Names[number]>(open.map(({ id, code, name }) => [id, { code, name }]));
      return referring.map(({ id }) => names.get(id) ?? null);
    },

    async item(principal: Principal, referring: readonly Referring[]): Promise<Names> {
      const places = referring.flatMap(({ id, beside }): { audit: AuditId; item: ItemId }[] => {
        const audit = auditId.safeParse(beside['audit']);
        const item = itemId.safeParse(id);
        return audit.success && item.success ? [{ audit: audit.data, item: item.data }] : [];
      });
      const open = await openPlaces(db, principal, places);
      const names = new Map<string, Names[number]>(
        open.map(({ audit, item: { id, code, name } }) => [`${audit.id}/${id}`, { code, name }]),
      );
      return referring.map(({ id, beside }) => names.get(`${String(beside['audit'])}/${id}`) ?? null);
    },
  };
}
