import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { spaceRequests } from './spaced-requests.ts';

let server: EventEmitter;
let begun: string[];
beforeEach(() => {
  server = new EventEmitter();
  begun = [];
  server.on('request', (name: string) => begun.push(name));
  server.on('upgrade', (name: string) => begun.push(name));
  server.on('connection', (name: string) => begun.push(name));
  spaceRequests(server as Server);
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('requests of a server', () => {
  it('that come together begin one a turn of the event loop, in their order', async () => {
    const socket = new PassThrough();
    server.emit('request', 'a');
    server.emit('upgrade', 'b', socket);
    server.emit('request', 'c');
    expect(begun).toEqual(['a']);
    await nextTurn();
    expect(begun).toEqual(['a', 'b']);
    await nextTurn();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(socket.listenerCount('error')).toBe(0);
  });

  it('begin at once when none came before them in this turn', async () => {
    server.emit('request', 'a');
    await nextTurn();
    await nextTurn();
    server.emit('request', 'b');
    expect(begun).toEqual(['a', 'b']);
  });

  it('do not wait behind other events', () => {
    server.emit('request', 'a');
    server.emit('connection', 'b');
    expect(begun).toEqual(['a', 'b']);
  });

  it('are forgotten when the socket of an upgrade breaks before its turn', async () => {
    const socket = new PassThrough();
    server.emit('request', 'a');
    server.emit('upgrade', 'b', socket);
    socket.emit('error', new Error('reset'));
    await nextTurn();
    expect(begun).toEqual(['a']);
    server.emit('request', 'c');
    await nextTurn();
    expect(begun).toEqual(['a', 'c']);
  });
});
