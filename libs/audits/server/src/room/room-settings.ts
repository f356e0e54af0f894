import type { AccessDirectory } from '@cotejo/access-contracts';
import type { IntentSealer } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import type { FairTurns } from '@cotejo/http/shares';
import type { RoomLog } from '@cotejo/rooms/server';
import type { OtherAudits } from './ask-other-audits.ts';
import type { IsReadable } from './decide-batch.ts';
import type { ForgetAnswers } from './forget-answers.ts';
import { RUNG_EVERY } from '../history/rung.ts';

/**
 * Events that a node judges, about, before its event loop and other accounts have their turn: a tenth of a second of
 * work. One intent that makes more is a turn by itself.
 */
export const TURN_COST = 500;
/** Events that a person, or an account, may cause in one round while others wait: a gesture of ordinary work. */
export const ROUND_COST = 50;

export interface RoomSettings {
  /** Events (estimated) judged in one go. */
  readonly batch: number;
  /** Milliseconds for which an append with unknown outcome is tried again before the room is dropped. */
  readonly patience: number;
  /** Events between two snapshots of a room. */
  readonly snapshotEvery: number;
  /** Events between two snapshots that are kept of the past, about. */
  readonly rungEvery: number;
  /** Milliseconds that a room without anybody in it stays in memory. */
  readonly idle: number;
  /** Bytes (estimated) of all rooms of a node above which the longest unused are let go. */
  readonly budget: number;
}

export const defaultRoomSettings: RoomSettings = {
  batch: TURN_COST,
  patience: 15_000,
  snapshotEvery: 1_000,
  rungEvery: RUNG_EVERY,
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
  /** By kind of intent. A map: a client names the kind, and objects have more names than their own. */
  readonly sealers: ReadonlyMap<string, IntentSealer>;
  readonly forgetting: Pick<ForgetAnswers, 'later'>;
  readonly isReadable: IsReadable;
  /** Whether this node knows enough of people's rights to judge; false = it was given up. */
  readonly mayJudge: () => boolean | Promise<boolean>;
  /** Shares the event loop between accounts, over all rooms of the node. */
  readonly turns: FairTurns;
  /** Null while nobody on this node knows other audits. */
  readonly others: () => OtherAudits | null;
  readonly settings: RoomSettings;
}
