import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Starts at most one request of a server in each turn of the event loop; others that came in the same turn wait for the
 * next ones. Hundreds that arrive together would otherwise all be parsed, authenticated and begun before any open
 * connection is heard again: 200 of them hold a node for a third of a second.
 */
export function spaceRequests(server: Server): void {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = (): void => {
    const start = waiting.shift();
    if (start === undefined) {
      isTaken = false;
      return;
    }
    setImmediate(next);
    start();
  };
  const inTurn = (start: () => void): void => {
    if (isTaken) {
      waiting.push(start);
      return;
    }
    isTaken = true;
    setImmediate(next);
    start();
  };
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event === 'upgrade') {
      // Node has removed its own error listener; the handler of upgrades adds one when its turn comes.
      const socket = args[1] as Duplex;
      const lost = (): void => void socket.destroy();
      socket.on('error', lost);
      inTurn(() => {
        socket.off('error', lost);
        if (!socket.destroyed) emit(event, ...args);
      });
      return true;
    }
    if (event !== 'request') return emit(event, ...args);
    inTurn(() => void emit(event, ...args));
    return true;
  };
}
