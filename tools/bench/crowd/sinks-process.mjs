import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { clientFrame } from './client-frame.mjs';

/**
 * Clients that discard everything they receive: the measurement must not include the crowd's own work. Each is a bare
 * socket after a WebSocket handshake; received bytes are counted and dropped. Messages from the parent are `open`,
 * `say` and `count`; each is answered with its `id`.
 */
const ALIVE_EVERY_MS = 5_000;
const groups = new Map();
let lost = 0;

async function open({ group, port, clients, alive }) {
  const sockets = groups.get(group) ?? [];
  groups.set(group, sockets);
  for (const { path, greeting } of clients) {
    const socket = connect(port, 'localhost');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error('a sink was not let in');
    const sink = { socket, bytes: 0 };
    socket.on('data', (data) => (sink.bytes += data.length));
    socket.on('error', () => undefined);
    socket.on('close', () => lost++);
    for (const { kind, body } of greeting) socket.write(clientFrame(kind, body));
    // Pongs are sent unprompted, since pings are not parsed.
    setInterval(() => socket.write(clientFrame(alive.kind, alive.body)), ALIVE_EVERY_MS);
    sockets.push(sink);
  }
}

function say({ group, index, kind, body }) {
  groups.get(group)?.[index]?.socket.write(clientFrame(kind, body));
}

/** Bytes received by each sink of a group, and how many sinks of all groups were closed by their server. */
const count = ({ group }) => ({ bytes: (groups.get(group) ?? []).map((sink) => sink.bytes), lost });

const tasks = { open, say, count };
const answer = async ({ id, task, order }) => {
  try {
    process.send({ id, result: (await tasks[task](order)) ?? null });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
};
process.on('message', (message) => void answer(message));
process.on('disconnect', () => process.exit());
