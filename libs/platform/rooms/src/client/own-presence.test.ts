import { Awareness } from 'y-protocols/awareness';
import { describe, expect, it } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { sendNoUpdates, sendOwnPresenceOnly } from './own-presence.ts';

/** Who listens, as lib0's `ObservableV2` keeps it. */
const listeners = (of: object, name: string): readonly unknown[] => [
  ...((of as { readonly _observers: Map<string, Set<unknown>> })._observers.get(name) ?? []),
];
const given = () => {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  // Nothing is connected: what is looked at is who listens.
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
    // sync, presence, authentication, a question for presence
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

/** A function as the library has it, without comments and space: a release that changes it is looked at anew. */
const textOf = (method: (...args: never[]) => unknown): string =>
  method
    .toString()
    .replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    .replace(/\s+/g, ' ');
