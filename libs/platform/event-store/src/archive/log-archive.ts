import type { Position, RecordedEvent, SettledCommand, StoreIdentity } from '../port.ts';

/** An event whose stream was purged: what the chain needs to go on verifying, and nothing of its content. */
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
  /** Bytes of its canonical JSON as the store has noted them, where it does: pages are cut by it. */
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
  /** Number of events of the whole log behind these heads, withheld ones included. */
  readonly events: bigint;
  readonly heads: readonly { readonly stream: string; readonly version: bigint; readonly link: string }[];
}

/**
 * A log as whoever seals, verifies, exports or imports it sees it: whole, purged streams included. Not for
 * the product's daily work. Positions belong to one log; everything else survives a move unchanged.
 */
export interface LogArchive {
  /** Positions of this log are 1, 2, 3 … without a gap, so that a missing one is a missing event. */
  readonly isDense?: boolean;
  identity(): Promise<StoreIdentity>;
  /** Events in log order, strictly after `after`. */
  page(after: Position | null, limit: number): Promise<ArchivePage>;
  /** Heads of all streams, all of one moment. */
  heads(): Promise<LogHeads>;
  /** Settled commands in the order of their ids, strictly after `after`. */
  commands(after: string | null, limit: number): Promise<readonly SettledCommand[]>;
  /**
   * Appends verbatim: moments, hashes and links stay, positions are assigned anew. Each event must follow
   * its stream's head; those that stand there already, with the same link, are passed over.
   * @throws EventStoreError `invalid` for one that does not follow, or stands there differently
   */
  write(events: readonly ArchivedEvent[]): Promise<void>;
  writeCommands(commands: readonly SettledCommand[]): Promise<void>;
  /**
   * Makes an empty log, or one that a broken-off import left, the continuation of another: its store id, a
   * new incarnation.
   * @throws EventStoreError `invalid` for a log that holds events of another store
   */
  adopt(storeId: string): Promise<StoreIdentity>;
  /** What follows `adopt` is written whole: until then an adapter may refuse to let servers work on the log. */
  finish?(): Promise<void>;
  close(): Promise<void>;
}
