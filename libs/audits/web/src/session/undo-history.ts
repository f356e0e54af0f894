import type { Inverse } from './inverse-of-events.ts';
import type { StepWords } from './step-words.ts';

/** An executed intent with its inverse intents, in their order of execution. */
export interface Undoable {
  /** Identity of the intent in the outbox; the server's refusal removes the entry. */
  readonly key: string;
  readonly inverses: readonly Inverse[];
}

/** The intents of one user command, reverted together. Plain data: it is stored. */
export interface UndoStep {
  readonly id: string;
  /** What the command did, to be told when it is undone or made again. */
  readonly words: StepWords;
  readonly parts: readonly Undoable[];
}

export const newStepId = (): string => crypto.randomUUID();

/** A step as it is stored: in which of the two stacks, and in which order. */
export interface KeptStep {
  readonly stack: 'done' | 'undone';
  readonly order: number;
  readonly step: UndoStep;
}

/** Storage of a history. Changes are stored in their order. */
export interface UndoStore {
  load(): Promise<readonly KeptStep[]>;
  put(kept: KeptStep): void;
  drop(id: string): void;
  /** Resolves once everything is stored. */
  close(): Promise<void>;
}

/**
 * Undo and redo stacks of one user in one audit. Each step is stored by itself, so that two pages of the same
 * audit do not overwrite each other's steps.
 */
export class UndoHistory {
  private done: UndoStep[] = [];
  private undone: UndoStep[] = [];
  private order = 0;

  /**
   * Beyond so many steps, or changes in total, the oldest steps are dropped; the last step is always kept.
   */
  constructor(
    private readonly store: UndoStore | null = null,
    private readonly mostSteps = 100,
    private readonly mostChanges = 20_000,
  ) {}

  /** The history stored by earlier pages. */
  static async open(store: UndoStore): Promise<UndoHistory> {
    const history = new UndoHistory(store);
    const kept = [...(await store.load())].sort((a, b) => a.order - b.order);
    for (const { stack, order, step } of kept) {
      history[stack].push(step);
      history.order = Math.max(history.order, order);
    }
    history.cap('done');
    history.cap('undone');
    return history;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }
  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Identity of the last step, unchanged while it stays the last; null when there is none. */
  get last(): string | null {
    return this.done.at(-1)?.id ?? null;
  }

  /** Whether the step can be undone. */
  has(id: string): boolean {
    return this.done.some((step) => step.id === id);
  }

  /** Adds a step and clears the redo stack. */
  add(step: UndoStep): void {
    if (inversesOf(step).length === 0) return;
    this.push('done', step);
    for (const { id } of this.undone) this.store?.drop(id);
    this.undone = [];
  }

  /** Removes and returns the last step, or the one with this id; its inverse is recorded with `undid`. */
  takeUndo(id?: string): UndoStep | undefined {
    return this.take('done', id);
  }
  takeRedo(): UndoStep | undefined {
    return this.take('undone');
  }
  undid(step: UndoStep): void {
    if (inversesOf(step).length > 0) this.push('undone', step);
  }
  redid(step: UndoStep): void {
    if (inversesOf(step).length > 0) this.push('done', step);
  }

  /** Removes an intent that the server refused: there is nothing to revert. */
  forget(key: string): void {
    for (const stack of ['done', 'undone'] as const) {
      const changed = this[stack].filter(({ parts }) => parts.some((part) => part.key === key));
      for (const step of changed) {
        const left = { ...step, parts: step.parts.filter((part) => part.key !== key) };
        const at = this[stack].indexOf(step);
        if (left.parts.length === 0) {
          this[stack].splice(at, 1);
          this.store?.drop(step.id);
        } else {
          this[stack][at] = left;
          this.store?.put({ stack, order: this.nextOrder(), step: left });
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.store?.close();
  }

  private push(stack: KeptStep['stack'], step: UndoStep): void {
    this[stack].push(step);
    this.store?.put({ stack, order: this.nextOrder(), step });
    this.cap(stack);
  }

  private take(stack: KeptStep['stack'], id?: string): UndoStep | undefined {
    const steps = this[stack];
    const at = id === undefined ? steps.length - 1 : steps.findIndex((one) => one.id === id);
    const step = steps[at];
    if (!step) return undefined;
    steps.splice(at, 1);
    this.store?.drop(step.id);
    return step;
  }

  private nextOrder(): number {
    this.order = Math.max(this.order + 1, Date.now());
    return this.order;
  }

  private cap(stack: KeptStep['stack']): void {
    const steps = this[stack];
    let first = Math.max(0, steps.length - this.mostSteps);
    let changes = 0;
    for (let at = steps.length - 1; at >= first; at--) {
      const step = steps[at];
      changes += step ? inversesOf(step).length : 0;
      if (changes > this.mostChanges && at < steps.length - 1) first = at + 1;
    }
    const dropped = steps.splice(0, first);
    for (const { id } of dropped) this.store?.drop(id);
  }
}

/** Inverse intents of a step, those of its last intent first. */
export const inversesOf = ({ parts }: Pick<UndoStep, 'parts'>): Inverse[] =>
  [...parts].reverse().flatMap((one) => one.inverses);
