/** Why a log is not what it should be. */
export type FaultReason =
  // the chain
  | 'missing_version'
  | 'content_changed'
  | 'link_changed'
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
  | 'shorter_than_sealed';

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
}
