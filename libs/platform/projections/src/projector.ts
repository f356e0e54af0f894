import type { RecordedEvent, StreamFilter } from '@cotejo/event-store';

/** The transaction in which the rows of a batch and its checkpoint are written: both or neither. */
export interface ProjectionTransaction {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
}

/** Turns events into rows. Everything it reads besides the events it reads through the transaction. */
export interface Projector {
  readonly name: string;
  /** Raise it with any change of what the rows mean: a new generation starts from the first event. */
  readonly generation: number;
  readonly filter: StreamFilter;
  /**
   * Writes a batch in log order. A row may depend on the events of one stream only, so that one stream can
   * be set aside while the others go on. What it throws puts the stream at fault aside, unless it is the
   * database's or the statement's own fault.
   */
  apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void>;
}

/** Where a runner tells what happened; pino fits. */
export interface ProjectionLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Channel of the wake-up that is sent with every batch; the payload is the projector's name. */
export const PROJECTED_CHANNEL = 'cotejo_projected';
