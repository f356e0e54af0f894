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
import { parseAuditEvent } from './parse-audit-event.ts';
import { purgeItems } from './purge-items.ts';
import { readRowsBefore } from './read-rows-before.ts';
import { leapCursors, renewCursors } from './renew-cursors.ts';
import { reviveSubtrees } from './revive-subtrees.ts';

export const AUDITS_PROJECTOR = 'audits';

/** Projects audits' streams into the read models, with a constant number of statements per batch. */
export const auditsProjector: Projector = {
  name: AUDITS_PROJECTOR,
  version: 7,
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
  ],
  filter: { streamPrefixes: ['audit-'] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    const changes = events.map(parseAuditEvent);
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
  },
  succeed: renewCursors,
  resume: leapCursors,
};
