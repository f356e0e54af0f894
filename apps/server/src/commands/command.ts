import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import type { WordKey } from '../terminal/words.ts';

/** What a command may ask for. Nothing is opened before it is asked. */
export interface CommandContext {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** The database (of the running server, or its own), the log and access. */
  foundation(): Promise<Foundation>;
  /** Rooms and projections on top of it. */
  contexts(): Promise<Contexts>;
  readonly signal: AbortSignal;
  /** Groups and controls of an imported catalogue, as configured. */
  readonly mostImportedItems: number;
}

export interface Command {
  readonly usage: WordKey;
  /** Exit code. A `Refusal` or `StartError` that it throws is told to the person in words. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** What the person typed does not fit; the usage is shown. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** What was typed fits, but not as things stand; the usage would only hide why. */
export class CircumstanceError extends UsageError {
  override readonly name = 'CircumstanceError';
}
