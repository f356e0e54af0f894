import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';

/** Whether a socket handshake comes from the product's own pages. */
export type IsOwnOrigin = (request: Pick<IncomingMessage, 'headers'>) => boolean;

/**
 * Accepts pages of the public address and of the requested host; a valid ticket does not replace this check. Requests
 * without an origin do not come from browsers, so cross-site forgery does not apply.
 */
export function ownOrigin(publicUrl: string): IsOwnOrigin {
  const published = new URL(publicUrl).origin;
  return ({ headers: { origin, host } }) => {
    if (origin === undefined || origin === published) return true;
    if (host === undefined || !URL.canParse(origin)) return false;
    const { protocol, host: asking } = new URL(origin);
    const own = `${protocol}//${host}`;
    return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === asking;
  };
}

/** Restricts the live feed to the product's own pages. */
export class OwnOriginAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly isOwn: IsOwnOrigin,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest: ServerOptions['allowRequest'] = (request, answer) =>
      answer(null, this.isOwn(request));
    const guarded: Partial<ServerOptions> = { ...options, allowRequest };
    return super.createIOServer(port, guarded as ServerOptions);
  }
}
