import { notify } from '@cotejo/ui';
import type { AuditSession } from '../session/audit-session.ts';

type Steps = Pick<AuditSession, 'hasStep' | 'onUndo'>;

/** Ends of waiting for a step, by toast. */
const waiting = new Map<string, () => void>();

/** Removes the toast that offers to undo a step once the step was undone otherwise, as by keyboard. */
export function endWithStep(session: Steps, step: string | null, toast: string): void {
  waiting.get(toast)?.();
  waiting.delete(toast);
  if (step === null) return;
  const stop = session.onUndo(() => {
    if (session.hasStep(step)) return;
    notify.dismiss(toast);
    stop();
    waiting.delete(toast);
  });
  waiting.set(toast, stop);
}
