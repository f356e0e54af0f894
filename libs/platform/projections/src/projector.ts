import type { RecordedEvent, StreamFilter } from '@cotejo/event-store';

/** Schema of the live tables, which readers use. */
export const LIVE_SCHEMA = 'read';

/** Transaction that writes the rows of a batch and its checkpoint: both or neither. */
export interface ProjectionTransaction {
  /**
   * Schema of the projector's tables, escaped for SQL: `read`, or another while they are built beside the live ones. A
   * projector qualifies its own tables with this, and with nothing else.
   */
  readonly schema: string;
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
}

/** Turns events into rows. Besides the events, it may read only through the transaction. */
export interface Projector {
  /** Lower-case letters, digits and `_`: the name becomes part of a schema's name while tables are built. */
  readonly name: string;
  /** Raise it with every change in the meaning of the rows: the tables are then rebuilt beside the live ones. */
  readonly version: number;
  /** All tables that the projector writes, by their names in schema `read`. */
  readonly tables: readonly string[];
  readonly filter: StreamFilter;
  /**
   * Writes a batch in log order. A row may depend on the events of one stream only, so that a stream can be parked
   * while the others continue. An error parks the stream at fault, unless the database or the statement itself failed.
   */
  apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void>;
  /**
   * For tables with cursors held by readers. Called before newly built tables become live, while the old ones in schema
   * `read` are not written: values stamped here are newer than any cursor handed out.
   */
  succeed?(tx: ProjectionTransaction): Promise<void>;
  /**
   * Called whenever the live rows get an owner, in a transaction that is flushed to disk before the first batch. The
   * previous owner may have lost its last batches in a crash, and with them the values drawn from sequences.
   */
  resume?(tx: ProjectionTransaction): Promise<void>;
}

/** Log of the projections; compatible with a pino logger. */
export interface ProjectionLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Channel of the notification sent with every batch; the payload is the projector's name. */
export const PROJECTED_CHANNEL = 'cotejo_projected';
