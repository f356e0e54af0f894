import type { StoredAuditEvent } from '@cotejo/audits-contracts';
import type { Committed } from './hot-audit.ts';

/** Who wants to know what was committed; told in the tick in which state and document took it. */
export interface RoomWatcher {
  committed(committed: Committed, events: readonly StoredAuditEvent[]): void;
  /** The room is of no use any more. */
  dropped(): void;
}
