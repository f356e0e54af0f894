import type { Peer, RoomLinkOptions, TextDraft } from '@cotejo/rooms/client';
import type * as Y from 'yjs';
import type { RootKinds } from '../protocol.ts';
import type { TextStatus } from './text-status.ts';

export interface TextConnectionOptions extends RoomLinkOptions {
  /** Key of this person's caches. */
  readonly user: string;
  /** The fields that documents of this kind may have, for drafts. */
  readonly rootKinds: RootKinds;
}

export interface TextListener {
  /** Another document from now on, for editors to bind to; null while there is none to show. */
  onDocument?(document: Y.Doc | null): void;
  onStatus?(status: TextStatus): void;
  onMode?(mode: 'edit' | 'read'): void;
  onPeers?(peers: readonly Peer[]): void;
  onDrafts?(drafts: readonly TextDraft[]): void;
}
