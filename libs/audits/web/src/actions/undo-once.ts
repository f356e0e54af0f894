import type { ItemId } from '@cotejo/audits-contracts';
import type { ActResult, AuditSession } from '../session/audit-session.ts';

/**
 * A way back from the deletion that was just made, for later: the step itself is undone while nothing came
 * after it; once the person went on, what was deleted is restored, and what came after stays. To be called at
 * most once.
 */
export function undoOnce(
  session: Pick<AuditSession, 'onUndo' | 'undo' | 'restoreItems'>,
  deleted: readonly ItemId[],
): () => ActResult {
  let isLast = true;
  const stop = session.onUndo(() => {
    isLast = false;
    stop();
  });
  return () => {
    stop();
    return (isLast ? session.undo() : null) ?? session.restoreItems(deleted);
  };
}
