import { randomUUID } from 'node:crypto';
import type { RequestLog } from '@cotejo/http/server';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isPassingFault } from './passing-faults.ts';

const REQUEST_ID = 'x-request-id';
const SENSIBLE_ID = /^[\w-]{8,64}$/;

/**
 * Logs one line a request, with an id that is also in the answer. Only the path: the query may contain a
 * ticket. The line is written without a logger bound to each request, which (in pino-http) took an eighth of
 * the time of short answers.
 */
export function requestLogging(log: Logger): RequestHandler {
  return (request, response, next) => {
    const given = request.headers[REQUEST_ID];
    const id = typeof given === 'string' && SENSIBLE_ID.test(given) ? given : randomUUID();
    request.id = id;
    response.setHeader(REQUEST_ID, id);
    const began = performance.now();
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response;
      // Failures are logged in detail elsewhere under the same id.
      const level = status >= 500 ? 'warn' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const [path] = request.originalUrl.split('?');
      const responseTime = Math.round(performance.now() - began);
      const line = { req: { id, method: request.method, path }, res: { status }, responseTime };
      log[level](line, writableFinished ? 'request completed' : 'request aborted');
    });
    next();
  };
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Request id in the log and in the answer. */
    id?: string;
  }
}

/** Logs faults of handlers with the request id. */
export function faultLog(log: Logger): RequestLog {
  return {
    fault: (request, thrown) => {
      const id = 'id' in request ? request.id : undefined;
      log[isPassingFault(thrown) ? 'warn' : 'error']({ requestId: id, err: thrown }, 'a request failed');
    },
  };
}
