import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLog } from '@cotejo/http/server';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { isPassingFault } from './passing-faults.ts';

const REQUEST_ID = 'x-request-id';
const SENSIBLE_ID = /^[\w-]{8,64}$/;

/** One line a request, under an id that is also in the answer. Paths only: a query may carry a ticket. */
export function requestLogging(log: Logger): RequestHandler {
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger: log,
    genReqId: (request, response) => {
      const given = request.headers[REQUEST_ID];
      const id = typeof given === 'string' && SENSIBLE_ID.test(given) ? given : randomUUID();
      response.setHeader(REQUEST_ID, id);
      return id;
    },
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    // What went wrong is logged by whoever knows it, under the same id.
    customErrorObject: (_request, _response, _error, facts: object) => ({ ...facts, err: undefined }),
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
  });
}

/** Faults of handlers, under the id of their request. */
export function faultLog(log: Logger): RequestLog {
  return {
    fault: (request, thrown) => {
      const id = 'id' in request ? request.id : undefined;
      log[isPassingFault(thrown) ? 'warn' : 'error']({ requestId: id, err: thrown }, 'a request failed');
    },
  };
}
