import type { ItemId } from '@cotejo/audits-contracts';
import type { ActResult, AuditSession } from '../session/audit-session.ts';

/**
 * Returns a function that reverts the last deletion later: by undo if it is still the last step; otherwise by
 * restoring the items, so that later steps stay. Call it at most once.
 */
export function undoOnce(
  session: Pick<AuditSession, 'lastStep' | 'undo' | 'restoreItems'>,
  deleted: readonly ItemId[],
): () => ActResult {
  const deletion = session.lastStep;
  return () => (session.lastStep === deletion ? session.undo() : null) ?? session.restoreItems(deleted);
}
