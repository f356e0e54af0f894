export type ProjectionErrorCode =
  /** No projector of that name. */
  | 'unknown'
  /** Another process builds the same tables now. */
  | 'busy'
  /** The live rows were written by newer code. */
  | 'newer'
  /** The checkpoint belongs to another event store, or lies ahead of the log. */
  | 'foreign'
  /** A declared table is not there, or something hangs on it that cannot move with it. */
  | 'tables'
  /** Streams could not be applied that the live tables have. */
  | 'parked'
  /** The projection does not stand at the event that is to be skipped. */
  | 'not_parked';

/** What keeps a projection from going on until somebody does something about it. */
export class ProjectionError extends Error {
  constructor(
    readonly code: ProjectionErrorCode,
    readonly projector: string,
    /** For the person who reads it, in the operator's terms: names of tables, streams, stores. */
    readonly details: string,
  ) {
    super(`projection ${projector}: ${details}`);
    this.name = 'ProjectionError';
  }
}
