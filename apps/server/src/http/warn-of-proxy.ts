import type { RequestHandler } from 'express';

type Trusts = (address: string, hop: number) => boolean;

/**
 * Warns once when the proxy in front is not trusted: all users then share its address, and with it the rate
 * limits.
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
