import type { Position, RecordedEvent, SettledCommand, StoreIdentity } from '../port.ts';

/** An event of a purged stream: the fields that the chain needs to verify, without content. */
export interface WithheldEvent {
  readonly withheld: true;
  readonly stream: string;
  readonly version: bigint;
  readonly position: Position;
  readonly recordedAt: string;
  readonly contentHash: string;
  readonly link: string;
}

export interface KeptEvent extends RecordedEvent {
  /** Bytes of the event's canonical JSON as noted by the store, if it does so; used to cut pages. */
  readonly notedSize?: number;
}

export type ArchivedEvent = KeptEvent | WithheldEvent;

export interface ArchivePage {
  readonly events: readonly ArchivedEvent[];
  /** Resume strictly after this. */
  readonly next: Position | null;
  readonly atEnd: boolean;
}

export interface LogHeads {
  /** Number of events of the log at these heads, withheld ones included. */
  readonly events: bigint;
  readonly heads: readonly { readonly stream: string; readonly version: bigint; readonly link: string }[];
}

/**
 * The whole log, purged streams included, for sealing, verification, export and import. Not for the product's daily
 * work. Positions belong to one log; all other fields survive a move unchanged.
 */
export interface LogArchive {
  /** True when positions are 1, 2, 3 … without a gap, so that a missing position proves a missing event. */
  readonly isDense?: boolean;
  identity(): Promise<StoreIdentity>;
  /** Events in log order, strictly after `after`. */
  page(after: Position | null, limit: number): Promise<ArchivePage>;
  /** Heads of all streams at one moment. */
  heads(): Promise<LogHeads>;
  /** Settled commands in the order of their ids, strictly after `after`. */
  commands(after: string | null, limit: number): Promise<readonly SettledCommand[]>;
  /**
   * Appends verbatim: moments, hashes and links stay, positions are assigned anew. Each event must follow its stream's
   * head; an event already present with an equal link is skipped.
   * @throws EventStoreError `invalid` for an event that does not follow, or is present with another link
   */
  write(events: readonly ArchivedEvent[]): Promise<void>;
  writeCommands(commands: readonly SettledCommand[]): Promise<void>;
  /**
   * Turns an empty log, or one left by an interrupted import, into the continuation of another: its store id, a new
   * incarnation.
   * @throws EventStoreError `invalid` for a log that holds events of another store
   */
  adopt(storeId: string): Promise<StoreIdentity>;
  /** Marks the import begun with `adopt` as complete; until then an adapter may refuse to let servers use the log. */
  finish?(): Promise<void>;
  close(): Promise<void>;
}
