import type { Admission } from '@cotejo/rooms/server';
import type { Pool } from 'pg';
import type { RootKinds } from '../protocol.ts';
import type { ShareLimits } from './open-shares.ts';
import type { Revision } from './text-fold.ts';
import type { TextKey } from './text-store.ts';

/**
 * What a context says of its documents. `P` is whatever a redeemed ticket stands for; `id` is that of the room,
 * `/rooms/<kind>/<id>`.
 */
export interface TextHost<P> {
  readonly kind: string;
  /** See `RoomHost.permission`. */
  readonly permission: string | null;
  /** Of the store: a restored one is another, and so are its documents. */
  readonly incarnation: string;
  /** Null when there is no such document. */
  locate(id: string): Promise<TextKey | null>;
  /** The room of a document, for whoever revises what nobody has open. */
  roomOf(key: TextKey): string;
  /** What a document belongs to within its account, of which none may take all the room. */
  groupOf(key: TextKey): string;
  /** Judged on entry. */
  mayEnter(principal: P, id: string): Promise<Admission>;
  /** Judged on each write: null, or the code of the refusal. Asked again once `rightsVersion` is another. */
  mayWrite(principal: P, id: string): Promise<string | null> | string | null;
  /** Of all that `mayWrite` looks at; cheap. */
  rightsVersion(principal: P, id: string): string | number;
  /** The fields that this document may have. */
  rootKinds(id: string): Promise<RootKinds> | RootKinds;
  /** The document as it begins, as a Yjs update; null for an empty one. May be asked more than once. */
  seed?(key: TextKey): Promise<Uint8Array | null>;
  /**
   * Keeps a revision. May be told the same again, or one that begins where it was told already: whoever has seen
   * `covers[1]` has it. Throws when it could not be kept; what was written stays until it is.
   */
  revise(revision: Revision): Promise<void>;
}

export interface TextTimes {
  /** After the last change, until a revision is cut. */
  readonly idle: number;
  /** After the first change. */
  readonly most: number;
  /** How long writes wait at a closed gate. */
  readonly hold: number;
  /** How long a closed gate, or a revision being cut, outlives its owner. */
  readonly lease: number;
  /** Between looks at what others may have written while the bell was silent. */
  readonly poll: number;
  /** Between looks for documents that nobody revised. */
  readonly sweep: number;
}

/** `openBytes`: of all documents that are open on a node; in memory they take about ten times what they do stored. */
export interface TextLimits extends ShareLimits {
  readonly updateBytes: number;
  readonly documentBytes: number;
  /** Structs of a document: a large one that people wrote has a tenth of that. */
  readonly documentStructs: number;
  /** Client ids of a document: each page that writes in it is one. */
  readonly documentClients: number;
  /** Steps of applying one update, or those that are stored at once; see `integrationSteps`. */
  readonly steps: number;
  /** Steps of all updates of a document beyond what their bytes explain; see `excessOf`. */
  readonly excess: number;
  /** Rows that may lie beneath a revision before they are made one. */
  readonly coveredRows: number;
}

export interface TextRoomsOptions<P> {
  readonly host: TextHost<P>;
  readonly pool: Pool;
  /** For the connection that listens: direct, not through a transaction pooler. */
  readonly connectionString: string;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, details: object) => void;
  readonly times?: Partial<TextTimes>;
  readonly limits?: Partial<TextLimits>;
}
