import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { PATIENCE_MS } from '@cotejo/testing';
import type { Answered } from './judge-answer.fixture.ts';
import type { MalformedRequest } from './malformed-request.fixture.ts';

export const newAgent = (sockets: number): Agent => new Agent({ keepAlive: true, maxSockets: sockets });

/** Sends a request; null if the server closes the connection without an answer, which HTTP permits. */
export function send(agent: Agent, port: number, sent: MalformedRequest): Promise<Answered | null> {
  const { method, path, body } = sent;
  // With a content length, every method has a body.
  const headers = { ...sent.headers, ...(body !== null && { 'content-length': body.length }) };
  return new Promise((resolve, reject) => {
    const asked = request({ agent, port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join()]),
          ),
        }),
      );
      answer.on('error', () => resolve(null));
    });
    asked.setTimeout(PATIENCE_MS, () => reject(new Error(`no answer to ${method} ${path.slice(0, 200)}`)));
    asked.on('error', (error) => {
      const isClosed = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (isClosed) resolve(null);
      else reject(error);
    });
    asked.end(body ?? undefined);
  });
}

/** Sends raw bytes; returns all data received until the server closes or falls silent. */
export function sendBytes(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = (): void => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(100, done);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', done);
    socket.on('close', done);
    socket.write(bytes);
  });
}

const HOST = 'Host: localhost\r\n';
const POST = `POST /api/login/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

/** Violations of HTTP itself. */
export const brokenWire: readonly string[] = [
  'GET\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /api/users/ HTTP/1.1\r\n\r\n',
  `FROB /api/users/ HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/\u00ff\u00fe HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/users/ HTTP/1.1\r\n${HOST}: nameless\r\n\r\n`,
  `GET /api/users/ HTTP/1.1\r\n${HOST}X-Much: ${'x'.repeat(40_000)}\r\n\r\n`,
  `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`,
  `${POST}Content-Length: 5\r\n\r\n{"username":"x"}`,
  `${POST}Content-Length: -1\r\n\r\n{}`,
  `${POST}Content-Length: 1e9\r\n\r\n{}`,
  `${POST}Content-Length: 10\r\nContent-Length: 2\r\n\r\n{}`,
  `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding: nonsense\r\n\r\n{}`,
  `GET /rooms/audit/x HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `GET /rooms/%zz/%00?ticket=%ff HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  `GET /api/users/ HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `CONNECT localhost:1 HTTP/1.1\r\n${HOST}\r\n`,
];
