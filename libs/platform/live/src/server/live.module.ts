import { Module, type DynamicModule } from '@nestjs/common';
import type { RedeemTicket } from './attach-live.ts';
import { LIVE_REDEEM, LiveGateway } from './live.gateway.ts';
import { LiveHub } from './live-hub.ts';
import type { LivePrincipal } from './topic.ts';

/** The live feed as a Nest module; the application creates the hub with its topics and wake-ups. */
@Module({})
export class LiveModule {
  static register<P extends LivePrincipal>(options: {
    readonly hub: LiveHub<P>;
    readonly redeem: RedeemTicket<P>;
  }): DynamicModule {
    return {
      module: LiveModule,
      providers: [
        { provide: LiveHub, useValue: options.hub },
        { provide: LIVE_REDEEM, useValue: options.redeem },
        LiveGateway,
      ],
      exports: [LiveHub],
    };
  }
}
