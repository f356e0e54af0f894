import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { API_BASE, type Call } from '../contracts.ts';
import type { Authenticator } from './authenticator.ts';
import { judgeCaller } from './judge-caller.ts';

/** Bytes from which an answer is compressed, if the client supports it. */
const PACKED_FROM = 1_024;
/** Cached URLs that passed query validation: clients repeat the same ones. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 200;

/** A serialized answer, reused for every request. */
export class ReadyAnswer {
  readonly plain: Buffer;
  private zipped: Buffer | null = null;

  constructor(data: unknown) {
    this.plain = Buffer.from(JSON.stringify({ data, status: 200 }));
  }

  get packed(): Buffer {
    return (this.zipped ??= gzipSync(this.plain));
  }
}

export interface ReadyCall<P> {
  /** A GET without ids in its path. A controller must serve it too, for all other cases. */
  readonly call: Call;
  /** Null when no answer is prepared for this user. */
  readonly answerTo: (principal: P) => ReadyAnswer | null;
}

/**
 * Answers frequent calls before the framework, whose overhead took three quarters of their time. Access is checked by
 * `judgeCaller`, as for every call; everything but a plain success is passed on to the framework, so that refusals are
 * produced in one place.
 */
export function readyAnswers<P>(
  authenticator: Authenticator<P>,
  routes: readonly ReadyCall<P>[],
): RequestHandler {
  const byPath = new Map(routes.map((route) => [API_BASE + route.call.path, route]));
  const known = new Map<string, ReadyCall<P>>();
  /** The prepared call of a request, if path and query match its declaration. */
  const asked = (request: Request): ReadyCall<P> | undefined => {
    const route = byPath.get(request.path);
    if (route === undefined || route.call.query?.safeParse(request.query).success === false) return undefined;
    if (known.size < MOST_KNOWN && request.url.length <= LONGEST_KNOWN) known.set(request.url, route);
    return route;
  };
  return (request, response, next) => {
    const route = request.method === 'GET' ? (known.get(request.url) ?? asked(request)) : undefined;
    if (route === undefined) return next();
    judgeCaller(authenticator, route.call.policy, request).then(
      ({ principal }) => {
        const answer = route.answerTo(principal);
        if (answer === null) next();
        else give(answer, request, response);
      },
      () => next(),
    );
  };
}

function give(answer: ReadyAnswer, request: Request, response: Response): void {
  const isLong = answer.plain.length >= PACKED_FROM;
  const isPacked =
    isLong &&
    request.headers['accept-encoding'] !== undefined &&
    request.acceptsEncodings('gzip', 'identity') === 'gzip';
  const body = isPacked ? answer.packed : answer.plain;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  if (isLong) response.setHeader('Vary', 'Accept-Encoding');
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.end(body);
}
