import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { clientFrame, opcode } from './client-frame.mjs';

/** Messages that a real server reads from hand-written frames. */
async function readBy(frames) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  try {
    await once(server, 'listening');
    const socket = connect(server.address().port, '127.0.0.1');
    const entered = once(server, 'connection');
    socket.write(
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const [client] = await entered;
    const read = [];
    client.on('message', (data, isBinary) =>
      read.push([isBinary ? 'binary' : 'text', data.length, data.at(-1)]),
    );
    client.on('pong', (data) => read.push(['pong', data.length]));
    for (const frame of frames) socket.write(frame);
    while (read.length < frames.length) await once(client, read.length === 0 ? 'message' : 'pong');
    socket.destroy();
    return read;
  } finally {
    server.close();
  }
}

describe('a frame written by hand', () => {
  it.each([
    ['empty', 0],
    ['of the longest short length', 125],
    ['of the shortest middle length', 126],
    ['of the longest middle length', 65_535],
    ['of the shortest long length', 65_536],
  ])('%s is read by a real server', async (_, length) => {
    const body = new Uint8Array(length).fill(7);
    const frames = [clientFrame(opcode.binary, body), clientFrame(opcode.pong, new Uint8Array())];
    expect(await readBy(frames)).toEqual([
      ['binary', length, length === 0 ? undefined : 7],
      ['pong', 0],
    ]);
  });

  it('of text is text', async () => {
    const frames = [clientFrame(opcode.text, Buffer.from('40')), clientFrame(opcode.pong, new Uint8Array())];
    expect((await readBy(frames))[0]).toEqual(['text', 2, 48]);
  });
});
