/** Reasons for which a log fails verification. */
export type FaultReason =
  // hash chain
  | 'missing_version'
  | 'content_changed'
  | 'link_changed'
  | 'size_differs'
  | 'position_gap'
  // heads compared with events
  | 'events_missing'
  | 'head_missing'
  | 'head_differs'
  // purged streams
  | 'withheld_unrecorded'
  | 'purge_differs'
  // seals
  | 'seal_malformed'
  | 'seal_forged'
  | 'key_not_trusted'
  | 'seal_of_other_log'
  | 'seal_out_of_line'
  | 'seal_differs'
  | 'seal_out_of_reach'
  | 'seal_missing'
  | 'shorter_than_sealed'
  // witnessed events
  | 'witness_differs'
  | 'shorter_than_witnessed';

/** The first fault found, and where. */
export interface LogFault {
  readonly reason: FaultReason;
  readonly stream: string | null;
  readonly version: bigint | null;
  readonly position: string | null;
  /** Line of the export file, if the log was read from one. */
  readonly line?: number;
  /** Moment of the faulty seal. */
  readonly sealedAt?: string;
  /** Fingerprint of the untrusted key. */
  readonly key?: string;
  /** Last position of the log, last witnessed position, and the number of witnessed events that are missing. */
  readonly ends?: string;
  readonly witnessed?: string;
  readonly missing?: number;
}
