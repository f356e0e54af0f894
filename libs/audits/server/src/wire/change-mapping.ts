import type { ChangeRow } from '@cotejo/audits-contracts';
import { PEOPLE_IN_DETAIL } from '../read-models/describe-change.ts';
import type { ChangeEntry } from '../read-models/reads/read-change-log.ts';
import type { People } from './people.ts';

/** A change with the current names of its users. */
export function toChangeRow(change: ChangeEntry, people: People): ChangeRow {
  // Rows written by earlier releases hold the costs of members.
  const { budgetedCost: _cost, ...shown } = change.detail;
  const detail: Record<string, string | number | boolean | null> = shown;
  for (const key of PEOPLE_IN_DETAIL[change.type] ?? []) {
    const id = detail[key];
    if (id === undefined) continue;
    detail[`${key}Name`] = typeof id === 'string' ? people.nameOf(id) : null;
  }
  return {
    version: change.version,
    at: change.at,
    actor: people.named(change.actor),
    ...(change.authors && { authors: [...change.authors] }),
    type: change.type,
    item: change.itemId !== null && change.item !== null ? { id: change.itemId, ...change.item } : null,
    detail,
  };
}
