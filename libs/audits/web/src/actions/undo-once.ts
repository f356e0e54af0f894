import type { ItemId } from '@cotejo/audits-contracts';
import type { ActResult, AuditSession } from '../session/audit-session.ts';

/**
 * A way back from the deletion that was just made, for later: the step itself is undone while nothing came
 * after it; once the person went on, what was deleted is restored, and what came after stays. To be called at
 * most once.
 */
export function undoOnce(
  session: Pick<AuditSession, 'lastStep' | 'undo' | 'restoreItems'>,
  deleted: readonly ItemId[],
): () => ActResult {
  const deletion = session.lastStep;
  return () => (session.lastStep === deletion ? session.undo() : null) ?? session.restoreItems(deleted);
}
