import type { AccessDirectory } from '@cotejo/access-contracts';
import type { IntentSealer } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import type { FairScheduler } from '@cotejo/http/shares';
import type { RoomLog } from '@cotejo/rooms/server';
import type { OtherAudits } from './ask-other-audits.ts';
import type { IsReadable } from './intents/decide-batch.ts';
import type { ForgetAnswers } from './intents/forget-answers.ts';
import { HISTORY_SNAPSHOT_EVERY } from '../history/history-snapshot.ts';

/**
 * Events (estimated) that a node decides before it yields to the event loop and to other accounts: about 0.1
 * s of work. A larger intent is a turn by itself.
 */
export const TURN_COST = 500;
/**
 * Events that a user, or an account, may cause in one round while others wait: about one ordinary user
 * action.
 */
export const ROUND_COST = 50;

export interface RoomSettings {
  /** Events (estimated) decided in one batch. */
  readonly batch: number;
  /** Milliseconds for which an append with unknown outcome is retried before the room is dropped. */
  readonly patience: number;
  /** Events between two snapshots of a room. */
  readonly snapshotEvery: number;
  /** Approximate number of events between two snapshots kept for reading past versions. */
  readonly historySnapshotEvery: number;
  /** Milliseconds that a room without members stays in memory. */
  readonly idle: number;
  /** Bytes (estimated) of all rooms of a node, above which the longest unused ones are unloaded. */
  readonly budget: number;
}

export const defaultRoomSettings: RoomSettings = {
  batch: TURN_COST,
  patience: 15_000,
  snapshotEvery: 1_000,
  historySnapshotEvery: HISTORY_SNAPSHOT_EVERY,
  idle: 5 * 60_000,
  budget: 512 * 1024 * 1024,
};

/** Dependencies shared by all rooms of a node. */
export interface RoomContext {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly directory: AccessDirectory;
  readonly clock: () => Date;
  readonly log: RoomLog;
  /**
   * Sealers by intent kind. A Map, because the kind is client input: an object would also find inherited
   * properties.
   */
  readonly sealers: ReadonlyMap<string, IntentSealer>;
  readonly forgetting: Pick<ForgetAnswers, 'later'>;
  readonly isReadable: IsReadable;
  /** Whether this node's access data is current enough to judge rights; false = the wait was given up. */
  readonly mayJudge: () => boolean | Promise<boolean>;
  /** Shares the event loop between accounts, across all rooms of the node. */
  readonly turns: FairScheduler;
  /** Null until the lookup across audits is set. */
  readonly others: () => OtherAudits | null;
  readonly settings: RoomSettings;
}
