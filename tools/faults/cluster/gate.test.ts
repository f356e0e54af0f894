import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from './gate.ts';

/** An echo server, and the sockets that reached it. */
let server: Server;
let reached: Socket[];
let gate: Gate;
const opened: Socket[] = [];

beforeEach(async () => {
  reached = [];
  server = createServer((socket) => {
    reached.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gate = await new Gate(() => ({ host: '127.0.0.1', port })).open();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await gate.close();
  await new Promise((resolve) => server.close(resolve));
});

interface Caller {
  readonly socket: Socket;
  heard: string;
  isOver: boolean;
}

async function call(): Promise<Caller> {
  const socket = connect(gate.port, '127.0.0.1');
  opened.push(socket);
  const caller: Caller = { socket, heard: '', isOver: false };
  socket.on('data', (bytes: Buffer) => (caller.heard += bytes.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (caller.isOver = true));
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('close', () => resolve());
  });
  return caller;
}

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 40));

describe('a gate', () => {
  it('passes on what both sides say', async () => {
    const caller = await call();
    caller.socket.write('hola');
    await until(() => caller.heard === 'hola');
  });

  it('cuts connections, and lets new ones in', async () => {
    const caller = await call();
    caller.socket.write('hola');
    await until(() => caller.heard === 'hola');
    gate.cut();
    await until(() => caller.isOver);
    const next = await call();
    next.socket.write('otra vez');
    await until(() => next.heard === 'otra vez');
  });

  it('refuses new connections until it is healed', async () => {
    gate.refuse();
    const refused = await call();
    await until(() => refused.isOver);
    gate.heal();
    const next = await call();
    next.socket.write('hola');
    await until(() => next.heard === 'hola');
  });

  it('holds everything back while it is stalled, and loses nothing of it', async () => {
    const caller = await call();
    caller.socket.write('uno ');
    await until(() => caller.heard === 'uno ');
    gate.stall();
    caller.socket.write('dos');
    await moment();
    expect(caller.heard).toBe('uno ');
    gate.heal();
    await until(() => caller.heard === 'uno dos');
  });

  it('keeps the order of what it delays', async () => {
    gate.delay(15);
    const caller = await call();
    for (const word of ['uno ', 'dos ', 'tres']) {
      caller.socket.write(word);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await until(() => caller.heard === 'uno dos tres');
  });

  it('swallows answers, and cuts what lost them once it is healed', async () => {
    const caller = await call();
    await until(() => reached.length === 1);
    gate.turnDeaf('far');
    caller.socket.write('hola');
    await moment();
    expect([caller.heard, caller.isOver]).toEqual(['', false]);
    gate.heal();
    await until(() => caller.isOver);
  });

  it('loses one half of a connection without telling the other', async () => {
    const caller = await call();
    await until(() => reached.length === 1);
    gate.loseFarHalf();
    await until(() => reached[0]?.destroyed === true);
    await moment();
    expect(caller.isOver).toBe(false);
    gate.heal();
    await until(() => caller.isOver);
  });

  it('lets connections go dead for good, and new ones live', async () => {
    const caller = await call();
    caller.socket.write('hola');
    await until(() => caller.heard === 'hola');
    gate.goDead();
    gate.heal(true);
    caller.socket.write('¿hola?');
    await moment();
    expect([caller.heard, caller.isOver]).toEqual(['hola', false]);
    const next = await call();
    next.socket.write('hola');
    await until(() => next.heard === 'hola');
  });
});
