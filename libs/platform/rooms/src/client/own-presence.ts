import * as encoding from 'lib0/encoding';
import { encodeAwarenessUpdate } from 'y-protocols/awareness';
import type { WebsocketProvider } from 'y-websocket';
import { messageType } from '../protocol.ts';

interface AwarenessChange {
  readonly added: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

/** The provider's socket if it is open. A closing socket still counts as `wsconnected`, but accepts no messages. */
export function openSocket({ wsconnected, ws }: WebsocketProvider): WebSocket | null {
  return wsconnected && ws && ws.readyState === ws.OPEN ? ws : null;
}

/**
 * Stops y-websocket from sending local document updates: read-only rooms are written by the server alone, and rooms of
 * texts send updates as numbered `write` messages. `_updateHandler` and, below, `_awarenessUpdateHandler` are private
 * members of y-websocket, as are the messages that `RoomLink` handles itself: `own-presence.test.ts` fails when a
 * release changes them.
 */
export function sendNoUpdates({ doc, _updateHandler }: WebsocketProvider): void {
  doc.off('update', _updateHandler);
}

/**
 * y-websocket echoes every presence change, including those it just received: with thirty users one move costs about a
 * thousand messages. This replaces its handler by one that sends only this client's own changes.
 */
export function sendOwnPresenceOnly(provider: WebsocketProvider): void {
  const { awareness } = provider;
  awareness.off('update', provider._awarenessUpdateHandler);
  const send = ({ added, updated, removed }: AwarenessChange, origin: unknown) => {
    if (origin !== 'local') return;
    const changed = [...added, ...updated, ...removed].filter((client) => client === awareness.clientID);
    if (changed.length === 0) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageType.awareness);
    encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(awareness, changed));
    openSocket(provider)?.send(encoding.toUint8Array(encoder));
  };
  // The provider's `destroy` removes the handler in this field, so it must be ours.
  provider._awarenessUpdateHandler = send;
  awareness.on('update', send);
}
