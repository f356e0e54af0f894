import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { wordsOf, type ErrorTexts } from '@cotejo/http/server';
import { matchLanguage } from '@cotejo/i18n';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/**
 * Refuses paths that match neither a call nor a page; registered last. The framework's own error pages would
 * reveal its name and echo the request.
 */
export function refuseElsewhere(app: Express, texts: ErrorTexts, log: Logger): void {
  const refuse = (request: Request, response: Response, code: string): void => {
    const refusal = new Refusal(httpErrors, code);
    const error = wordsOf(texts, refusal, matchLanguage(request.headers['accept-language']));
    response.status(refusal.status).json({ error, code });
  };
  const unknown: RequestHandler = (request, response) => refuse(request, response, 'not_found');
  const failed: ErrorRequestHandler = (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const isTheirs = statusOf(thrown) < 500;
    if (!isTheirs) log.error({ err: thrown }, 'a request failed');
    refuse(request, response, isTheirs ? 'invalid_request' : 'internal_error');
  };
  app.use(unknown);
  app.use(failed);
}

/** Express and its body parsers set `status` on client errors. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof Refusal) return thrown.status;
  const isMarked = typeof thrown === 'object' && thrown !== null && 'status' in thrown;
  return isMarked && typeof thrown.status === 'number' ? thrown.status : 500;
}
