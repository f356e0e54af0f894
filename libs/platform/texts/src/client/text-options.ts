import type { Peer, RoomLinkOptions, TextDraft } from '@cotejo/rooms/client';
import type * as Y from 'yjs';
import type { RootKinds } from '../protocol.ts';
import type { TextStatus } from './text-status.ts';

export interface TextConnectionOptions extends RoomLinkOptions {
  /** User id under which the caches are stored. */
  readonly user: string;
  /** The fields that documents of this kind may have, for drafts. */
  readonly rootKinds: RootKinds;
}

export interface TextListener {
  /** The document was replaced and editors must bind to the new one; null while there is none to show. */
  onDocument?(document: Y.Doc | null): void;
  onStatus?(status: TextStatus): void;
  onMode?(mode: 'edit' | 'read'): void;
  onPeers?(peers: readonly Peer[]): void;
  onDrafts?(drafts: readonly TextDraft[]): void;
}
