import type { RecordedEvent } from '@cotejo/event-store';
import type { ProjectionTransaction, Projector } from '@cotejo/projections';
import {
  AUDIT_TABLE,
  CHANGE_TABLE,
  DECLARATION_TABLE,
  MEMBER_TABLE,
  STRETCH_TABLE,
  TIME_TABLE,
  TREE_ITEM_TABLE,
} from './tables/audit-tables.ts';
import { bulkWrite } from './bulk-upsert.ts';
import { foldAuditRows } from './fold-audit-rows.ts';
import { noteOwnPlans, OWN_PLANS_FEED } from './note-own-plans.ts';
import { cutByDay, noteProgress, PROGRESS_TABLE } from './note-progress.ts';
import { parseAuditEvent, type AuditChange } from './parse-audit-event.ts';
import { purgeAudits } from './purge-audits.ts';
import { purgeItems } from './purge-items.ts';
import { readRowsBefore } from './read-rows-before.ts';
import { leapCursors, renewCursors } from './renew-cursors.ts';
import { reviveSubtrees } from './revive-subtrees.ts';

export const AUDITS_PROJECTOR = 'audits';

/** Projects audits' streams into the read models, with a constant number of statements per batch and day. */
export const auditsProjector: Projector = {
  name: AUDITS_PROJECTOR,
  version: 9,
  tables: [
    ...[
      AUDIT_TABLE,
      MEMBER_TABLE,
      DECLARATION_TABLE,
      STRETCH_TABLE,
      TIME_TABLE,
      TREE_ITEM_TABLE,
      CHANGE_TABLE,
    ].map(({ table }) => table),
    OWN_PLANS_FEED,
    PROGRESS_TABLE,
  ],
  filter: { streamPrefixes: ['audit-'] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    for (const part of cutByDay(events.map(parseAuditEvent))) await write(part, tx);
  },
  succeed: renewCursors,
  resume: leapCursors,
};

/** Writes changes of one day, with a constant number of statements. */
async function write(changes: readonly AuditChange[], tx: ProjectionTransaction): Promise<void> {
  const before = await readRowsBefore(changes, tx);
  const after = foldAuditRows(changes, before);
  await bulkWrite(tx, AUDIT_TABLE, after.audits);
  await bulkWrite(tx, MEMBER_TABLE, after.members);
  await bulkWrite(tx, DECLARATION_TABLE, after.declarations);
  await bulkWrite(tx, STRETCH_TABLE, after.stretches);
  await bulkWrite(tx, TIME_TABLE, after.time);
  await purgeItems(tx, after.purged);
  await bulkWrite(tx, TREE_ITEM_TABLE, after.items);
  await bulkWrite(tx, CHANGE_TABLE, after.changes);
  const revived = await reviveSubtrees(tx, after.uprooted);
  await noteOwnPlans(tx, before, after, revived);
  await noteProgress(tx, changes);
  const purged = new Set(changes.flatMap(({ type, audit }) => (type === 'AuditPurged' ? [audit] : [])));
  await purgeAudits(
    tx,
    after.audits.filter(({ id }) => purged.has(id)),
  );
}
