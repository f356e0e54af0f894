/** Faults of an export file, or of the log that it is imported into. */
export type ArchiveErrorCode =
  | 'not_a_log'
  | 'unknown_format'
  | 'not_json'
  | 'not_utf8'
  | 'line_too_long'
  | 'malformed_line'
  | 'out_of_place'
  | 'cut_off'
  | 'after_the_end'
  | 'counts_differ'
  | 'gzip'
  | 'broken'
  | 'other_history'
  | 'not_the_same_log'
  | 'refused';

export interface ArchiveErrorDetails {
  /** Line of the file, from 1. */
  readonly line?: number;
  /** Detail for people, beside the code; not for machines. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/** A file or a target log that an export or import cannot use. Callers map `code` to a message for the user. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly line: number | undefined;
  readonly reason: string;

  constructor(
    readonly code: ArchiveErrorCode,
    details: ArchiveErrorDetails = {},
  ) {
    const where = details.line === undefined ? '' : ` at line ${details.line}`;
    super(`${code}${where}${details.reason === undefined ? '' : `: ${details.reason}`}`, {
      cause: details.cause,
    });
    this.line = details.line;
    this.reason = details.reason ?? '';
  }
}
