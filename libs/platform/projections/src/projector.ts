import type { RecordedEvent, StreamFilter } from '@cotejo/event-store';

/** Schema of the tables that are read. */
export const LIVE_SCHEMA = 'read';

/** The transaction in which the rows of a batch and its checkpoint are written: both or neither. */
export interface ProjectionTransaction {
  /**
   * Where the projector's tables lie, ready to stand in a statement: `read`, or another schema while they are
   * built beside it. A projector qualifies its own tables with this, and nothing else.
   */
  readonly schema: string;
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
}

/** Turns events into rows. Everything it reads besides the events it reads through the transaction. */
export interface Projector {
  /** Lower-case letters, digits and `_`: it is part of a schema's name while tables are built. */
  readonly name: string;
  /** Raise it with any change of what the rows mean: the tables are then built anew beside those that are read. */
  readonly version: number;
  /** Every table that it writes, by its name in schema `read`. */
  readonly tables: readonly string[];
  readonly filter: StreamFilter;
  /**
   * Writes a batch in log order. A row may depend on the events of one stream only, so that one stream can
   * be set aside while the others go on. What it throws puts the stream at fault aside, unless it is the
   * database's or the statement's own fault.
   */
  apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void>;
  /**
   * For tables with cursors that readers hold. Called once tables that were built beside are about to be read,
   * while the old ones, in schema `read`, rest: whatever is stamped here is newer than any cursor given out.
   */
  succeed?(tx: ProjectionTransaction): Promise<void>;
  /**
   * Called whenever the rows that are read get an owner, in a transaction that is on the disk before the first
   * batch. The owner before may have lost its last batches in a crash, and with them how far sequences had come.
   */
  resume?(tx: ProjectionTransaction): Promise<void>;
}

/** Where a runner tells what happened; pino fits. */
export interface ProjectionLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Channel of the wake-up that is sent with every batch; the payload is the projector's name. */
export const PROJECTED_CHANNEL = 'cotejo_projected';
