import type { Principal } from '@cotejo/access-contracts';
import type { AuditId, ItemId, ItemOrigin, RecordType, Rejection } from '@cotejo/audits-contracts';
import { findSources, findUses, placeOfSource, type Source } from '../read-models/find-uses.ts';
import { findAudits, type AuditListEntry } from '../read-models/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { Claim, OtherAudits } from '../room/ask-other-audits.ts';
import { mayList, rightsIn } from './audit-policy.ts';

/** What locks the risks that come from a kind of record. */
export const ORIGINS: Readonly<Partial<Record<RecordType, ItemOrigin>>> = {
  risk_library: 'library',
  risk_evaluation: 'evaluation',
};

/** As far as the read models know: they follow the log by a moment. */
export function otherAudits(db: ReadDatabase): OtherAudits {
  return {
    async claimed(principal, claims) {
      const named = claims.flatMap(({ target, copiedFrom }) => [target ?? [], copiedFrom ?? []].flat());
      const audits = await openTo(
        db,
        principal,
        named.map(({ audit }) => audit),
      );
      const sources = await findSources(db, principal.accountId, named);
      return claims.map((claim) => judge(claim, audits, sources));
    },

    inUse: ({ accountId }, audit) => findUses(db, accountId, audit),
  };
}

/** Those among some audits that a person may open; others do not exist for them. */
async function openTo(
  db: ReadDatabase,
  principal: Principal,
  ids: readonly AuditId[],
): Promise<ReadonlyMap<AuditId, AuditListEntry>> {
  const entries = await findAudits(db, principal, [...new Set(ids)]);
  const open = entries.filter(
    (entry) => mayList(principal, entry) && rightsIn(principal, entry)('plan.access'),
  );
  return new Map(open.map((entry) => [entry.id, entry]));
}

function judge(
  { target, copiedFrom, origin }: Claim,
  audits: ReadonlyMap<AuditId, AuditListEntry>,
  sources: ReadonlyMap<string, Source>,
): Rejection | null {
  const sourceOf = (of: { readonly audit: AuditId; readonly item: ItemId }): Source | undefined =>
    audits.has(of.audit) ? sources.get(placeOfSource(of)) : undefined;
  if (target) {
    const control = sourceOf(target);
    if (!control?.live) return { code: 'target_not_found' };
    if (control.type !== 'control') return { code: 'not_shareable' };
  }
  const source = copiedFrom && sourceOf(copiedFrom);
  const record = copiedFrom && audits.get(copiedFrom.audit);
  if (copiedFrom && (!source || !record || copiedFrom.version > record.version))
    return { code: 'target_not_found' };
  if (origin === undefined) return null;
  // What is locked stays locked, however many audits it goes through.
  const given = source && record ? (source.origin ?? ORIGINS[record.recordType]) : undefined;
  return given === origin ? null : { code: 'forbidden' };
}
