import { createServer, type IncomingMessage } from 'node:http';
import { explainListenError } from '@cotejo/database';
import { API_BASE, type ErrorEnvelope } from '@cotejo/http/contracts';
import { matchLanguage } from '@cotejo/i18n';
import { words } from '../terminal/words.ts';

/** Seconds after which clients and load balancers ask again. */
const RETRY_SECONDS = 2;

export interface StartingAnswers {
  /** Frees the port for the server itself; may be called twice. */
  end(): Promise<void>;
}

/**
 * Holds the port while the product starts or waits for its store: the liveness check succeeds, so that a supervisor
 * does not restart a node that waits, and everything else, readiness included, is answered with 503: calls of the API
 * with the code `unavailable`, others with a text.
 * @throws StartError when the port is taken or forbidden
 */
export async function answerWhileStarting(port: number, host: string | undefined): Promise<StartingAnswers> {
  const server = createServer((request, response) => {
    const { status, body } = answerTo(request);
    response.writeHead(status, {
      'Content-Type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(RETRY_SECONDS),
      Connection: 'close',
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
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

function answerTo({ url, headers }: IncomingMessage): {
  readonly status: number;
  readonly body: object | string;
} {
  const path = url?.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  if (path === '/health/live') return { status: 200, body: { data: { live: true } } };
  if (path === '/health/ready') return { status: 503, body: { data: { started: false } } };
  const text = words('still_starting', {}, matchLanguage(headers['accept-language']));
  if (path.startsWith(`${API_BASE}/`)) {
    const refusal: ErrorEnvelope = { error: text, code: 'unavailable' };
    return { status: 503, body: refusal };
  }
  return { status: 503, body: text };
}
