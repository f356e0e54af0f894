/** What can be wrong with a file that should hold a log, or with the log it should go to. */
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
  /** What a person may want to know beside the code; not for machines. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/** A file or a target that an export or an import cannot work with. The words for it are the caller's. */
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
