import type { Admission } from '@cotejo/rooms/server';
import type { Pool } from 'pg';
import type { RootKinds } from '../protocol.ts';
import type { ShareLimits } from './open-shares.ts';
import type { Revision } from './text-fold.ts';
import type { TextKey } from './text-store.ts';

/**
 * Definition of one kind of documents. `P` is the principal that a redeemed ticket yields; `id` is the room's, as in
 * `/rooms/<kind>/<id>`.
 */
export interface TextHost<P> {
  readonly kind: string;
  /** See `RoomHost.permission`. */
  readonly permission: string | null;
  /** Incarnation of the store: a restored store has another one, and with it other document ids. */
  readonly incarnation: string;
  /** Null when there is no such document. */
  locate(id: string): Promise<TextKey | null>;
  /** Room id of a document, for revising documents that are not open. */
  roomOf(key: TextKey): string;
  /** Group of a document within its account; memory limits apply per group too. */
  groupOf(key: TextKey): string;
  /** Access policy, checked on entry. */
  mayEnter(principal: P, id: string): Promise<Admission>;
  /** Access policy for writes: null, or a refusal code. The result is cached until `rightsVersion` changes. */
  mayWrite(principal: P, id: string): Promise<string | null> | string | null;
  /** Version of all inputs of `mayWrite`; must be cheap. */
  rightsVersion(principal: P, id: string): string | number;
  /** The roots that this document may have. */
  rootKinds(id: string): Promise<RootKinds> | RootKinds;
  /** Initial content as a Yjs update; null for an empty document. May be called more than once. */
  seed?(key: TextKey): Promise<Uint8Array | null>;
  /**
   * Stores a revision. It may be delivered again, also with the same start and a later end: a revision with the same
   * `covers[1]` is already stored. Throws when it could not be stored; the rows then stay uncovered.
   */
  revise(revision: Revision): Promise<void>;
}

export interface TextTimes {
  /** After the last change, until a revision is cut. All times are milliseconds. */
  readonly idle: number;
  /** After the first change, until a revision is cut at the latest. */
  readonly most: number;
  /** How long writes wait at a closed gate. */
  readonly hold: number;
  /** Lease of a closed gate, or of a revision being cut: outlives its owner by this much. */
  readonly lease: number;
  /** Between polls for changes of other nodes, in case notifications are lost. */
  readonly poll: number;
  /** Between sweeps for documents with unrevised rows. */
  readonly sweep: number;
}

/** `openBytes`: stored bytes of all documents open on a node; in memory they take about ten times as much. */
export interface TextLimits extends ShareLimits {
  readonly updateBytes: number;
  readonly documentBytes: number;
  /** Structs of a document: ten times those of a large real one. */
  readonly documentStructs: number;
  /** Yjs client ids of a document: each page that writes uses one. */
  readonly documentClients: number;
  /** Steps of applying one update, or one batch; see `integrationSteps`. */
  readonly steps: number;
  /** Excess steps of all updates of a document; see `excessOf`. */
  readonly excess: number;
  /** Covered rows of a document above which they are merged into one. */
  readonly coveredRows: number;
}

export interface TextRoomsOptions<P> {
  readonly host: TextHost<P>;
  readonly pool: Pool;
  /** Connection string for LISTEN: direct, not through a transaction pooler. */
  readonly connectionString: string;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, details: object) => void;
  readonly times?: Partial<TextTimes>;
  readonly limits?: Partial<TextLimits>;
}
