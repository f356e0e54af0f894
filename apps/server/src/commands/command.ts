import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import type { WordKey } from '../terminal/words.ts';

/** Services available to a command, opened on first use. */
export interface CommandContext {
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** The database (of the running server, or its own), the log and access. */
  foundation(): Promise<Foundation>;
  /** Rooms and projections, opened on top of the foundation. */
  contexts(): Promise<Contexts>;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for servers that are not there yet; none by default. */
  readonly patienceMs?: number | undefined;
  /** Limit of groups and controls in an imported catalogue, from the configuration. */
  readonly mostImportedItems: number;
}

export interface Command {
  readonly usage: WordKey;
  /** Returns the exit code. A thrown `Refusal` or `StartError` is printed as text. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The arguments do not fit the command; the usage is printed. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** The arguments are valid but the current state forbids the command; the usage is not printed. */
export class CircumstanceError extends UsageError {
  override readonly name = 'CircumstanceError';
}
