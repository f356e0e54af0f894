import type { AuditView } from '@cotejo/audits-domain';
import type { ActResult } from './act-result.ts';
import type { Inverse } from './inverse-of-events.ts';

/** An executed intent with its inverse intents, in their order of execution. */
export interface Undoable {
  /** Identity of the intent in the outbox; the server's refusal removes the entry. */
  readonly key: string;
  readonly inverses: readonly Inverse[];
}

/** The intents of one user command, reverted together. */
export type UndoStep = readonly Undoable[];

/** Undo and redo stacks of one user, in memory only: they end with the page. */
export class UndoHistory {
  private done: UndoStep[] = [];
  private undone: UndoStep[] = [];

  /**
   * Beyond so many steps, or changes in total, the oldest steps are dropped; the last step is always kept.
   */
  constructor(
    private readonly mostSteps = 100,
    private readonly mostChanges = 20_000,
  ) {}

  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Identity of the last step, unchanged while it stays the last; null when there is none. */
  get last(): object | null {
    return this.done.at(-1)?.[0] ?? null;
  }

  /** Adds a step and clears the redo stack. */
  add(step: UndoStep): void {
    if (inversesOf(step).length === 0) return;
    this.done = this.capped([...this.done, step]);
    this.undone = [];
  }

  /** Removes and returns the last step; its inverse is recorded with `undid`. */
  takeUndo(): UndoStep | undefined {
    return this.done.pop();
  }
  takeRedo(): UndoStep | undefined {
    return this.undone.pop();
  }
  undid(step: UndoStep): void {
    if (inversesOf(step).length > 0) this.undone = this.capped([...this.undone, step]);
  }
  redid(step: UndoStep): void {
    if (inversesOf(step).length > 0) this.done = this.capped([...this.done, step]);
  }

  /** Removes an intent that the server refused: there is nothing to revert. */
  forget(key: string): void {
    const without = (steps: UndoStep[]) =>
      steps.map((step) => step.filter((one) => one.key !== key)).filter((step) => step.length > 0);
    this.done = without(this.done);
    this.undone = without(this.undone);
  }

  private capped(steps: UndoStep[]): UndoStep[] {
    let first = Math.max(0, steps.length - this.mostSteps);
    let changes = 0;
    for (let at = steps.length - 1; at >= first; at--) {
      changes += inversesOf(steps[at] ?? []).length;
      if (changes > this.mostChanges && at < steps.length - 1) first = at + 1;
    }
    return steps.slice(first);
  }
}

/** Inverse intents of a step, those of its last intent first. */
export const inversesOf = (step: UndoStep): Inverse[] => [...step].reverse().flatMap((one) => one.inverses);

/** Rejection when another user changed an item since the step; null otherwise. */
export function changedSince(view: AuditView, inverses: readonly Inverse[]): ActResult | null {
  const changed = inverses.map((inverse) => inverse.changedBy(view)).find((one) => one !== null);
  if (!changed) return null;
  const params = changed.by === null ? {} : { params: { by: changed.by } };
  return { ok: false, rejection: { code: 'changed_since', ...params } };
}
