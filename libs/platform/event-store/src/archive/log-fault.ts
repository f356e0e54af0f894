/** Why a log is not what it should be. */
export type FaultReason =
  // the chain
  | 'missing_version'
  | 'content_changed'
  | 'link_changed'
  | 'size_differs'
  | 'position_gap'
  // heads against events
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
  // what was witnessed
  | 'witness_differs'
  | 'shorter_than_witnessed';

/** The first thing that does not hold, and where. */
export interface LogFault {
  readonly reason: FaultReason;
  readonly stream: string | null;
  readonly version: bigint | null;
  readonly position: string | null;
  /** Line of the file, where it was one. */
  readonly line?: number;
  /** Moment of the seal at fault. */
  readonly sealedAt?: string;
  /** Fingerprint of the key that is not trusted. */
  readonly key?: string;
  /** Position at which the log ends, the last one that was witnessed, and how many witnessed events are gone. */
  readonly ends?: string;
  readonly witnessed?: string;
  readonly missing?: number;
}
