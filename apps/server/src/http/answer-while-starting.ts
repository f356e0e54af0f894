import { createServer } from 'node:http';
import { explainListenError } from '@cotejo/database';
import { words } from '../terminal/words.ts';

/** Seconds after which clients and load balancers ask again. */
const RETRY_SECONDS = 2;

export interface StartingAnswers {
  /** Frees the port for the server itself; may be called twice. */
  end(): Promise<void>;
}

/**
 * Holds the port while the product starts or waits for its store: the liveness check succeeds, so that a supervisor
 * does not restart a node that waits, and everything else, readiness included, is answered with 503.
 * @throws StartError when the port is taken or forbidden
 */
export async function answerWhileStarting(port: number, host: string | undefined): Promise<StartingAnswers> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]?.replace(/\/$/, '');
    const isLive = path === '/health/live';
    const body = isLive
      ? JSON.stringify({ data: { live: true } })
      : path === '/health/ready'
        ? JSON.stringify({ data: { started: false } })
        : words('still_starting');
    response.writeHead(isLive ? 200 : 503, {
      'Content-Type': path?.startsWith('/health/') ? 'application/json' : 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(RETRY_SECONDS),
      Connection: 'close',
    });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, port)));
    server.listen({ port, ...(host !== undefined && { host }) }, resolve);
  });
  return {
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
