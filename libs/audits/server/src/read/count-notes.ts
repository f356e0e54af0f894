import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, NoteCounts, NoteTallies } from '@cotejo/audits-contracts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';

const NO_NOTES: NoteCounts = { open: 0, answered: 0, closed: 0 };

/** Note counts of an audit; null when they could not be counted. */
export type NotesOf = (audit: AuditId) => NoteCounts | null;

/** Review-note counts for the given rows, at least as new as the newest row. */
export async function countNotesOf(
  notes: NoteTallies,
  account: AccountId,
  entries: readonly Pick<AuditListEntry, 'id' | 'version' | 'changed'>[],
): Promise<NotesOf> {
  const [first, ...others] = entries;
  if (first === undefined) return () => NO_NOTES;
  // All audits share one order of changes, so waiting for the newest row's change covers the others.
  const { id: audit, version } = others.reduce(
    (last, one) => (one.changed > last.changed ? one : last),
    first,
  );
  const ids = entries.map(({ id }) => id);
  const counts = await notes.countNotes(account, ids, { audit, version });
  return (id) => (counts === null ? null : (counts.get(id) ?? NO_NOTES));
}
