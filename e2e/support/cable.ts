import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network cable between a browser and the product, that a test can pull. */
export interface Cable {
  /** Where a browser at this end finds the product. */
  readonly url: string;
  /** Pulls it: what is open breaks, what is new is refused. `rooms` pulls the rooms alone; pages still load. */
  cut(what?: 'everything' | 'rooms'): void;
  mend(): void;
  remove(): Promise<void>;
}

/** The first bytes of a request for a room's socket. */
const ROOM = /^GET \/rooms\//;

/**
 * Lays a cable to a port of this machine. The browser's own offline switch leaves open sockets alone and
 * tells the page; a pulled cable breaks them and tells nobody.
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
