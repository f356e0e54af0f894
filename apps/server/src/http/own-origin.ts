import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';

/** Whether a socket is asked for by a page of ours. */
export type IsOwnOrigin = (request: Pick<IncomingMessage, 'headers'>) => boolean;

/**
 * Pages of the public address and of the address that was asked; of no other, whatever ticket they hold. Who sends no
 * origin is no browser, in which nobody can be made to ask.
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

/** The feed for pages of ours alone. */
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
