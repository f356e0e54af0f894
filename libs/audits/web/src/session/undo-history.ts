import type { AuditView } from '@cotejo/audits-domain';
import type { ActResult } from './act-result.ts';
import type { Inverse } from './inverse-of-events.ts';

/** One intent that was made, and what takes it back, in the order in which that is to be made. */
export interface Undoable {
  /** Identity of the intent in the outbox; a refused one is not there to be taken back. */
  readonly key: string;
  readonly inverses: readonly Inverse[];
}

/** What one command of the person did: taken back as one. */
export type UndoStep = readonly Undoable[];

/** A person's own steps, to go back and forth on. In memory alone: they end with the page. */
export class UndoHistory {
  private done: UndoStep[] = [];
  private undone: UndoStep[] = [];

  /** The oldest are forgotten beyond so many steps, or changes in all; the last step never is. */
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

  /** Tells the last step from others; null when there is none. Stays the same while that step is the last. */
  get last(): object | null {
    return this.done.at(-1)?.[0] ?? null;
  }

  /** A new step: what had been undone can't be redone any more. */
  add(step: UndoStep): void {
    if (inversesOf(step).length === 0) return;
    this.done = this.capped([...this.done, step]);
    this.undone = [];
  }

  /** Takes the last step out; what it did is given back with `undid`. */
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

  /** The server refused an intent: nothing of it is left to take back. */
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

/** What takes a step back, the last intent's inverses first. */
export const inversesOf = (step: UndoStep): Inverse[] => [...step].reverse().flatMap((one) => one.inverses);

/** The refusal of what somebody else changed after it was done; null when nobody did. */
export function changedSince(view: AuditView, inverses: readonly Inverse[]): ActResult | null {
  const changed = inverses.map((inverse) => inverse.changedBy(view)).find((one) => one !== null);
  if (!changed) return null;
  const params = changed.by === null ? {} : { params: { by: changed.by } };
  return { ok: false, rejection: { code: 'changed_since', ...params } };
}
