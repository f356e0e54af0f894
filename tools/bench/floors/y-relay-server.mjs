import { createServer } from 'node:http';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocketServer } from 'ws';
import * as presence from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';

/**
 * Minimal equivalent of y-websocket's server: applies every client's updates in memory and broadcasts them, without
 * checks and without a disk. Reports its port to the parent.
 */
const SYNC = 0;
const AWARENESS = 1;
const doc = new Y.Doc();
const people = new presence.Awareness(doc);
people.setLocalState(null);
const clients = new Set();

function message(type, write) {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
function tellAll(said) {
  for (const client of clients) client.send(said, () => undefined);
}

doc.on('update', (update) => tellAll(message(SYNC, (encoder) => sync.writeUpdate(encoder, update))));
people.on('update', ({ added, updated, removed }) => {
  const changed = presence.encodeAwarenessUpdate(people, [...added, ...updated, ...removed]);
  tellAll(message(AWARENESS, (encoder) => encoding.writeVarUint8Array(encoder, changed)));
});

const http = createServer();
const sockets = new WebSocketServer({ server: http });
sockets.on('connection', (client) => {
  client.binaryType = 'arraybuffer';
  clients.add(client);
  client.on('close', () => clients.delete(client));
  client.on('error', () => undefined);
  client.on('message', (data) => {
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const type = decoding.readVarUint(decoder);
    if (type === AWARENESS) {
      presence.applyAwarenessUpdate(people, decoding.readVarUint8Array(decoder), client);
    } else if (type === SYNC) {
      const answer = message(SYNC, (encoder) => sync.readSyncMessage(decoder, encoder, doc, client));
      if (answer.length > 1) client.send(answer);
    }
  });
  client.send(message(SYNC, (encoder) => sync.writeSyncStep1(encoder, doc)));
});
http.listen(0, '127.0.0.1', () => process.send({ port: http.address().port }));
process.on('disconnect', () => process.exit());
