export type ProjectionErrorCode =
  /** No projector has that name. */
  | 'unknown'
  /** Another process is building these tables. */
  | 'busy'
  /** The live rows were written by newer code. */
  | 'newer'
  /** The checkpoint belongs to another event store, or lies ahead of the log. */
  | 'foreign'
  /** A declared table does not exist, or has a dependent object that cannot move with it. */
  | 'tables'
  /** Streams were parked that are not parked in the live tables. */
  | 'parked'
  /** The projection is not parked at the event to be skipped. */
  | 'not_parked';

/** A condition that stops a projection until an operator acts. */
export class ProjectionError extends Error {
  constructor(
    readonly code: ProjectionErrorCode,
    readonly projector: string,
    /** Names of tables, streams or stores, for the operator. */
    readonly details: string,
  ) {
    super(`projection ${projector}: ${details}`);
    this.name = 'ProjectionError';
  }
}
