import { connect, type Socket } from 'node:net';
import type { Raid } from '../insider/raid.ts';

const BYTES = 200_000;

/** Opens sockets that send requests and never read, bodies sent byte by byte, and rooms that never read. */
export async function readSlowly(raid: Raid): Promise<void> {
  const { scene, tally } = raid;
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(raid.url);
  const open = (lines: readonly string[]): Socket => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.write(lines.join('\r\n'));
    sockets.push(socket);
    return socket;
  };
  const token = `Authorization: Token ${scene.junior.token}`;
  const dripping: Socket[] = [];
  for (let count = raid.size(30, 200); count > 0; count--) {
    const path = `/api/proyecto/riesgo/auditoria/${scene.working.audit}/tree/`;
    open([`GET ${path} HTTP/1.1`, 'Host: localhost', token, '', ''].join('\r\n').split('\r\n')).pause();
    const post = [
      'POST /api/users/@me/ticket/ HTTP/1.1',
      'Host: localhost',
      token,
      'Content-Type: application/json',
    ];
    dripping.push(open([...post, `Content-Length: ${BYTES}`, '', '{']));
    tally.note('slow sockets', 2);
  }
  for (let count = raid.size(5, 30); count > 0 && !raid.isOver; count--) {
    const client = await raid.enter('audit', scene.working.audit);
    client?.socket.pause();
    tally.note('deaf rooms');
  }
  while (!raid.isOver) {
    for (const socket of dripping) if (socket.writable) socket.write(' ');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const socket of sockets) socket.destroy();
}
