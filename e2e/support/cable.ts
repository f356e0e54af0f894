import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network connection between a browser and the product that a test can cut. */
export interface Cable {
  /** Address of the product through this connection. */
  readonly url: string;
  /** Breaks open connections and refuses new ones. `rooms` affects rooms only; pages still load. */
  cut(what?: 'everything' | 'rooms'): void;
  mend(): void;
  remove(): Promise<void>;
}

/** Start of a handshake for a room's socket. */
const ROOM = /^GET \/rooms\//;

/**
 * Proxies a local port. The browser's own offline switch keeps open sockets and notifies the page; a cut
 * connection breaks them without notice.
 */
export async function layCable(port: number): Promise<Cable> {
  let isDown: 'everything' | 'rooms' | null = null;
  const open = new Set<{ near: Socket; isRoom: boolean }>();

  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (isDown === 'everything') {
      near.resetAndDestroy();
      return;
    }
    const line = { near, isRoom: false };
    open.add(line);
    near.on('close', () => open.delete(line));
    near.once('data', (first: Buffer) => {
      line.isRoom = ROOM.test(first.toString('latin1'));
      if (line.isRoom && isDown === 'rooms') {
        near.resetAndDestroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      far.on('error', () => near.destroy());
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      far.write(first);
      near.pipe(far).pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the system gave no port');

  return {
    url: `http://localhost:${address.port}`,
    cut(what = 'everything') {
      isDown = what;
      for (const line of open) if (what === 'everything' || line.isRoom) line.near.resetAndDestroy();
    },
    mend() {
      isDown = null;
    },
    async remove() {
      for (const { near } of open) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
