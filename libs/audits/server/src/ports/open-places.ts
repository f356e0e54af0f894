import type { Principal } from '@cotejo/access-contracts';
import type { AuditId, ItemId, OpenPlace } from '@cotejo/audits-contracts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { findGuarded, nameItems } from '../read-models/reads/read-whereabouts.ts';

/** See `AuditQueries.openPlaces`. */
export async function openPlaces(
  db: ReadDatabase,
  principal: Principal,
  places: readonly { readonly audit: AuditId; readonly item: ItemId }[],
): Promise<readonly OpenPlace[]> {
  const records = await findGuarded(db, principal, [...new Set(places.map(({ audit }) => audit))]);
  const open = new Map(
    records
      .filter((record) => mayList(principal, record) && rightsIn(principal, record)('plan.access'))
      .map(({ id, code, name }) => [id, { id, code, name }]),
  );
  const items = await nameItems(
    db,
    principal,
    places.filter(({ audit }) => open.has(audit)),
  );
  return items.flatMap(({ audit, id, type, code, name }) => {
    const record = open.get(audit);
    return record ? [{ audit: record, item: { id, type, code, name } }] : [];
  });
}
