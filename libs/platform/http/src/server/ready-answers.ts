import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { API_BASE, type Call } from '../contracts.ts';
import type { Authenticator } from './authenticator.ts';
import { judgeCaller } from './judge-caller.ts';

/** Bytes from which an answer is packed for whoever can unpack it. */
const PACKED_FROM = 1_024;
/** Questions that are known to be well asked: clients ask the same ones again and again. */
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 200;

/** A whole answer that was put into words before anybody asked, and is given again as it is. */
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

export interface ReadyDoor<P> {
  /** A GET without ids in its path. A controller serves it too: by it every other case is answered. */
  readonly call: Call;
  /** Null for whoever has none ready. */
  readonly answerTo: (principal: P) => ReadyAnswer | null;
}

/**
 * Answers calls of every page before the framework, which took three quarters of their time. Whoever asks is judged
 * by the very same function as at every door; whatever is not plainly a success goes on to the framework, so that
 * refusals have one place.
 */
export function readyAnswers<P>(
  authenticator: Authenticator<P>,
  doors: readonly ReadyDoor<P>[],
): RequestHandler {
  const byPath = new Map(doors.map((door) => [API_BASE + door.call.path, door]));
  const known = new Map<string, ReadyDoor<P>>();
  /** The door that is asked, when it is asked as it is declared. */
  const asked = (request: Request): ReadyDoor<P> | undefined => {
    const door = byPath.get(request.path);
    if (door === undefined || door.call.query?.safeParse(request.query).success === false) return undefined;
    if (known.size < MOST_KNOWN && request.url.length <= LONGEST_KNOWN) known.set(request.url, door);
    return door;
  };
  return (request, response, next) => {
    const door = request.method === 'GET' ? (known.get(request.url) ?? asked(request)) : undefined;
    if (door === undefined) return next();
    judgeCaller(authenticator, door.call.door, request).then(
      ({ principal }) => {
        const answer = door.answerTo(principal);
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
