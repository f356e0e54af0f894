import type { Inverse } from './inverse-intent.ts';

/** One intent that was made, and what takes it back. */
export interface Undoable {
  /** Identity of the intent in the outbox; a refused one is not there to be taken back. */
  readonly key: string;
  readonly inverse: Inverse;
}

/** What one command of the person did: taken back as one. */
export type UndoStep = readonly Undoable[];

const MOST_STEPS = 100;

/** A person's own steps, to go back and forth on. */
export class UndoHistory {
  private done: UndoStep[] = [];
  private undone: UndoStep[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** A new step: what had been undone can't be redone any more. */
  add(step: UndoStep): void {
    if (step.length === 0) return;
    this.done = [...this.done, step].slice(-MOST_STEPS);
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
    if (step.length > 0) this.undone.push(step);
  }
  redid(step: UndoStep): void {
    if (step.length > 0) this.done.push(step);
  }

  /** The server refused an intent: nothing of it is left to take back. */
  forget(key: string): void {
    const without = (steps: UndoStep[]) =>
      steps.map((step) => step.filter((one) => one.key !== key)).filter((step) => step.length > 0);
    this.done = without(this.done);
    this.undone = without(this.undone);
  }
}

/** The intents that take a step back, the last one first. */
export const inversesOf = (step: UndoStep): Inverse[] => step.map((one) => one.inverse).reverse();
