import type { RequestHandler } from 'express';

type Trusts = (address: string, hop: number) => boolean;

/**
 * Says once that somebody in front of the server is not believed: then everybody comes from one address, which is
 * throttled and judged as one.
 */
export function warnOfProxy(trusts: Trusts, warn: (peer: string) => void): RequestHandler {
  let isTold = false;
  return (request, _response, next) => {
    const peer = request.socket.remoteAddress ?? '';
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && !trusts(peer, 0)) {
      isTold = true;
      warn(peer);
    }
    next();
  };
}
