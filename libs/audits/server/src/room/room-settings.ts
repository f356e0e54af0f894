import type { AccessDirectory } from '@cotejo/access-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import type { RoomLog } from '@cotejo/rooms/server';

/** An intent as it came: its kind and whatever fields it has. */
export interface RawIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/**
 * Takes texts out of an intent before it is judged (bodies lie in a vault, events carry their hashes). It
 * leaves a malformed intent as it is, for the rules to refuse; what it throws counts as an outage.
 */
export type Sealer = (
  raw: RawIntent,
  context: { readonly auditId: string; readonly accountId: string },
) => Promise<RawIntent>;

export interface RoomSettings {
  /** Intents judged in one go. */
  readonly batch: number;
  /** Milliseconds for which an append with unknown outcome is tried again before the room is dropped. */
  readonly patience: number;
  /** Events between two snapshots of a room. */
  readonly snapshotEvery: number;
  /** Milliseconds that a room without anybody in it stays in memory. */
  readonly idle: number;
  /** Bytes (estimated) of all rooms of a node above which the longest unused are let go. */
  readonly budget: number;
}

export const defaultRoomSettings: RoomSettings = {
  batch: 500,
  patience: 5_000,
  snapshotEvery: 1_000,
  idle: 5 * 60_000,
  budget: 512 * 1024 * 1024,
};

/** What every room of a node works with. */
export interface RoomContext {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly directory: AccessDirectory;
  readonly clock: () => Date;
  readonly log: RoomLog;
  readonly sealers: Readonly<Record<string, Sealer>>;
  readonly settings: RoomSettings;
}
