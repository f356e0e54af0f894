import * as encoding from 'lib0/encoding';
import { encodeAwarenessUpdate } from 'y-protocols/awareness';
import type { WebsocketProvider } from 'y-websocket';
import { messageType } from '../protocol.ts';

interface AwarenessChange {
  readonly added: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

/** A socket that is closing counts as connected until it has closed, and takes nothing any more. */
export function openSocket({ wsconnected, ws }: WebsocketProvider): WebSocket | null {
  return wsconnected && ws && ws.readyState === ws.OPEN ? ws : null;
}

/**
 * Nothing that happens to the document here is sent by itself: the server alone writes it, or numbers say what.
 * `_updateHandler` and, below, `_awarenessUpdateHandler` are private parts of y-websocket, as are the messages that
 * `RoomLink` handles itself: `own-presence.test.ts` fails when a release changes them.
 */
export function sendNoUpdates({ doc, _updateHandler }: WebsocketProvider): void {
  doc.off('update', _updateHandler);
}

/**
 * y-websocket sends back every change of everybody's presence, also what it just received: with thirty
 * people that is a thousand messages a move. Replaces that by our own changes alone.
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
  // `destroy` of the provider removes the handler that it knows: let it be this one.
  provider._awarenessUpdateHandler = send;
  awareness.on('update', send);
}
