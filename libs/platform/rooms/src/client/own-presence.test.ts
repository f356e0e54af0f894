import { Awareness } from 'y-protocols/awareness';
import { describe, expect, it } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { sendNoUpdates, sendOwnPresenceOnly } from './own-presence.ts';

/** Listeners as lib0's `ObservableV2` stores them. */
const listeners = (of: object, name: string): readonly unknown[] => [
  ...((of as { readonly _observers: Map<string, Set<unknown>> })._observers.get(name) ?? []),
];
const given = () => {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  // Not connected: the test inspects the registered listeners only.
  const provider = new WebsocketProvider('ws://nowhere', 'room', doc, {
    awareness,
    connect: false,
    disableBc: true,
    WebSocketPolyfill: class {} as unknown as typeof WebSocket,
  });
  return { doc, awareness, provider };
};

describe('the private parts of y-websocket that this product overwrites', () => {
  it('are the one listener of updates and the one of presence, and are let go by `destroy`', () => {
    const { doc, awareness, provider } = given();
    expect(listeners(doc, 'update')).toEqual([provider._updateHandler]);
    expect(listeners(awareness, 'update')).toEqual([provider._awarenessUpdateHandler]);
    const theirs = provider._awarenessUpdateHandler;
    sendNoUpdates(provider);
    sendOwnPresenceOnly(provider);
    expect(listeners(doc, 'update')).toEqual([]);
    expect(listeners(awareness, 'update')).toEqual([provider._awarenessUpdateHandler]);
    expect(provider._awarenessUpdateHandler).not.toBe(theirs);
    provider.destroy();
    expect(listeners(awareness, 'update')).toEqual([]);
  });

  it('are a list of handlers of its own for each provider, by the type of the message', () => {
    const [one, other] = [given().provider, given().provider];
    expect(one.messageHandlers).not.toBe(other.messageHandlers);
    // sync, awareness, auth, query awareness
    expect(Object.keys(one.messageHandlers)).toEqual(['0', '1', '2', '3']);
    for (const provider of [one, other]) provider.destroy();
  });

  it('are whether it may connect, whether it is connected, and when it last heard something', () => {
    const { provider } = given();
    expect(provider).toMatchObject({
      shouldConnect: false,
      wsconnected: false,
      ws: null,
      wsLastMessageReceived: 0,
    });
    provider.destroy();
  });

  it('are handlers of which only these few lines were looked at', () => {
    const { provider } = given();
    expect(textOf(provider._updateHandler)).toMatchInlineSnapshot(
      `"(update, origin) => { if (origin !== this) { const encoder = encoding.createEncoder() encoding.writeVarUint(encoder, messageSync) syncProtocol.writeUpdate(encoder, update) broadcastMessage(this, encoding.toUint8Array(encoder)) } }"`,
    );
    expect(textOf(provider._awarenessUpdateHandler)).toMatchInlineSnapshot(
      `"({ added, updated, removed }, _origin) => { const changedClients = added.concat(updated).concat(removed) const encoder = encoding.createEncoder() encoding.writeVarUint(encoder, messageAwareness) encoding.writeVarUint8Array( encoder, awarenessProtocol.encodeAwarenessUpdate(awareness, changedClients) ) broadcastMessage(this, encoding.toUint8Array(encoder)) }"`,
    );
    provider.destroy();
  });
});

/** A library function's source without comments and whitespace: a release that changes it must be reviewed. */
const textOf = (method: (...args: never[]) => unknown): string =>
  method
    .toString()
    .replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    .replace(/\s+/g, ' ');
