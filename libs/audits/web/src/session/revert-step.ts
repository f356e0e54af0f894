import type { AuditIntent } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import type { ActResult } from './act-result.ts';
import { changedBy, type Inverse } from './inverse-of-events.ts';
import type { StepWords } from './step-words.ts';
import { inversesOf, newStepId, type Undoable, type UndoHistory } from './undo-history.ts';

/** Result of undoing a command or making it again, and what the command did. */
export type StepResult = ActResult & { readonly words: StepWords };

/** The open audit, as reverting needs it. */
interface Reverting {
  readonly view: AuditView;
  readonly me: string;
  readonly mode: 'edit' | 'read';
  /** Negative while the tree is not loaded. */
  readonly baseVersion: number;
}

/**
 * Undoes the last step, or the one with this id, or makes the last undone one again; null when there is none. A step that cannot be
 * reverted while the tree is read-only stays where it was; any other refused one is dropped.
 */
export function revertStep(
  history: UndoHistory,
  way: 'undo' | 'redo',
  id: string | undefined,
  session: Reverting,
  perform: (intents: readonly AuditIntent[], parts: Undoable[]) => ActResult,
): StepResult | null {
  const step = way === 'undo' ? history.takeUndo(id) : history.takeRedo();
  if (!step) return null;
  const parts: Undoable[] = [];
  const inverses = inversesOf(step);
  const result =
    changedSince(session.view, inverses, session.me) ??
    perform(
      inverses.map((one) => one.intent),
      parts,
    );
  const stays = !result.ok && (session.baseVersion < 0 || session.mode === 'read');
  const next = stays ? step : { id: newStepId(), words: step.words, parts };
  if ((way === 'undo') === stays) history.redid(next);
  else history.undid(next);
  return { ...result, words: step.words };
}

/** Rejection when another user changed an item since the step; null otherwise. */
function changedSince(view: AuditView, inverses: readonly Inverse[], me: string): ActResult | null {
  const changed = inverses.map((inverse) => changedBy(view, inverse, me)).find((one) => one !== null);
  if (!changed) return null;
  const params = changed.by === null ? {} : { params: { by: changed.by } };
  return { ok: false, rejection: { code: 'changed_since', ...params } };
}
