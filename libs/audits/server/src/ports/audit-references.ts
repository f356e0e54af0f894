import type { Principal } from '@cotejo/access-contracts';
import {
  auditId,
  FOLLOW_UP,
  itemId,
  type AuditId,
  type FollowUpState,
  type ItemId,
  type RecordType,
} from '@cotejo/audits-contracts';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { Ground } from '@cotejo/record/server';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { nameFollowUp } from '../read-models/reads/read-follow-up.ts';
import { findGuarded } from '../read-models/reads/read-whereabouts.ts';
import { toFollowUpState } from '../wire/follow-up-mapping.ts';
import { openPlaces } from './open-places.ts';

/** A reference to resolve, with the sibling values of its record. */
interface Referring {
  readonly id: string;
  readonly beside: Readonly<Record<string, unknown>>;
}
type Names = readonly ({
  readonly code: string | null;
  readonly name: string;
  readonly isRemoved?: boolean;
  /** For the rules of the records that refer to it. */
  readonly facts?: { readonly recordType: RecordType; readonly year: number };
  readonly details?: FollowUpState;
} | null)[];

const placesIn = (
  referring: readonly Referring[],
): readonly { readonly audit: AuditId; readonly item: ItemId }[] =>
  referring.flatMap(({ id, beside }) => {
    const audit = auditId.safeParse(beside['audit']);
    const item = itemId.safeParse(id);
    return audit.success && item.success ? [{ audit: audit.data, item: item.data }] : [];
  });
const placeOf = ({ id, beside }: Referring): string => `${String(beside['audit'])}/${id}`;

/**
 * Resolves names of audits and items referenced by records of other contexts; null for those that do not
 * exist or whose plan the user may not open. An item is looked up in the audit named beside it; findings and
 * plans come with their state.
 */
export function auditReferences({
  db,
  clock,
}: Pick<Ground<Principal>, 'clock'> & { readonly db: ReadDatabase }) {
  return {
    async audit(principal: Principal, referring: readonly Referring[]): Promise<Names> {
      const ids = referring.map(({ id }) => id).filter((id) => auditId.safeParse(id).success);
      const records = await findGuarded(db, principal, [...new Set(ids)]);
      const open = records.filter(
        (record) => mayList(principal, record) && rightsIn(principal, record)('plan.access'),
      );
      const names = new Map<string, Names[number]>(
        open.map(({ id, code, name, recordType, year, removal }) => [
          id,
          { code, name, isRemoved: removal !== null, facts: { recordType, year } },
        ]),
      );
      return referring.map(({ id }) => names.get(id) ?? null);
    },

    async item(principal: Principal, referring: readonly Referring[]): Promise<Names> {
      const open = await openPlaces(db, principal, placesIn(referring));
      const names = new Map<string, Names[number]>(
        open.map(({ audit, item: { id, code, name } }) => [`${audit.id}/${id}`, { code, name }]),
      );
      return referring.map((each) => names.get(placeOf(each)) ?? null);
    },

    async [FOLLOW_UP](principal: Principal, referring: readonly Referring[]): Promise<Names> {
      const open = await openPlaces(db, principal, placesIn(referring));
      const places = open.map(({ audit, item }) => ({ audit: audit.id, item: item.id }));
      const found = await nameFollowUp(db, principal.accountId, places, dayIn(TIME_ZONE, clock()));
      const names = new Map<string, Names[number]>(
        found.map((each) => [
          `${each.auditId}/${each.id}`,
          { code: each.code, name: each.name, details: toFollowUpState(each) },
        ]),
      );
      return referring.map((each) => names.get(placeOf(each)) ?? null);
    },
  };
}
