import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayInit } from '@nestjs/websockets';
import type { Namespace } from 'socket.io';
import { LIVE_NAMESPACE, MAX_CLIENT_MESSAGE_BYTES } from '../protocol.ts';
import { attachLive, type RedeemTicket } from './attach-live.ts';
import { LiveHub } from './live-hub.ts';
import type { LivePrincipal } from './topic.ts';

/** Nest token of the function that redeems tickets. */
export const LIVE_REDEEM = Symbol('LiveRedeem');

/**
 * Opens and closes the namespace of the feed. The hub uses the sockets directly, so that an answer always precedes its
 * frames.
 */
@WebSocketGateway({
  namespace: LIVE_NAMESPACE,
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: MAX_CLIENT_MESSAGE_BYTES,
  serveClient: false,
})
export class LiveGateway implements OnGatewayInit<Namespace>, OnApplicationShutdown {
  constructor(
    @Inject(LiveHub) private readonly hub: LiveHub<LivePrincipal>,
    @Inject(LIVE_REDEEM) private readonly redeem: RedeemTicket<LivePrincipal>,
  ) {}

  afterInit(namespace: Namespace): void {
    attachLive(namespace, this.hub, this.redeem);
  }

  onApplicationShutdown(): Promise<void> {
    return this.hub.close();
  }
}
