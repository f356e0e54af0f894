import type { StoredAuditEvent } from '@cotejo/audits-contracts';
import type { Committed } from './documents/hot-audit.ts';

/** Observer of a room's commits, called in the tick in which state and document took the events. */
export interface RoomWatcher {
  committed(committed: Committed, events: readonly StoredAuditEvent[]): void;
  /** The room was discarded and emits no further commits. */
  dropped(): void;
}
