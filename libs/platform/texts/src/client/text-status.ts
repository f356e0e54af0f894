import { closeCode } from '@cotejo/rooms/protocol';
import type { RoomStatus } from '@cotejo/rooms/client';
import { refusal } from '../protocol.ts';

/**
 * Reason why a document can't be edited. With `unreadable` the shown content may be incomplete; with `quarantined` it
 * is the last revision.
 */
export type TextFailure =
  'forbidden' | 'not_found' | 'signed_out' | 'unreadable' | 'quarantined' | 'protocol';

/** Save status shown to the user; `saved` only after the server confirmed durability. */
export type TextStatus =
  /** Unknown so far. While there is no document, an editor must not show an empty page. */
  | { readonly state: 'loading' }
  | { readonly state: 'saved' }
  | { readonly state: 'saving' }
  /**
   * No connection. `unsent`: unconfirmed text exists; `kept`: it survives a reload (the state is `saving` until it is
   * stored). `isBusy`: the server refused because the user or account has too much open.
   */
  | { readonly state: 'offline'; readonly unsent: boolean; readonly kept: boolean; readonly isBusy?: true }
  | { readonly state: 'readonly' }
  | { readonly state: 'failed'; readonly reason: TextFailure };

export interface Standing {
  readonly link: RoomStatus;
  /** There is a document to show. */
  readonly isShown: boolean;
  /** The document took the server's first sync on this connection. */
  readonly isSynced: boolean;
  readonly isDirty: boolean;
  /** This browser stores what is written. */
  readonly isDurable: boolean;
  /** Some written text is not in this browser's storage yet. */
  readonly isStoring: boolean;
  readonly mode: 'edit' | 'read';
  /** See `HelloFrame`. */
  readonly notice?: string | undefined;
}

const FAILURES: Readonly<Record<number, TextFailure>> = {
  [closeCode.forbidden]: 'forbidden',
  [closeCode.notFound]: 'not_found',
  [closeCode.ticketRefused]: 'signed_out',
  [closeCode.unreadable]: 'unreadable',
};

export function textStatus(standing: Standing): TextStatus {
  const { link, isShown, isSynced, isDirty, isDurable, isStoring, mode, notice } = standing;
  if (link.state === 'refused') return { state: 'failed', reason: FAILURES[link.code] ?? 'protocol' };
  if (isShown && notice === refusal.quarantined) return { state: 'failed', reason: 'quarantined' };
  if (link.state === 'offline' && isDurable && isStoring) return { state: 'saving' };
  if (link.state === 'offline') {
    return { state: 'offline', unsent: isDirty, kept: isDurable, ...(link.isBusy && { isBusy: true }) };
  }
  if (!isShown || (!isSynced && !isDirty)) return { state: 'loading' };
  if (isDirty) return { state: 'saving' };
  return { state: mode === 'read' ? 'readonly' : 'saved' };
}
