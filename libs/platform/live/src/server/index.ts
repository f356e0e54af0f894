export { attachLive, type RedeemTicket } from './attach-live.ts';
export { LiveHub, type HubOptions, type Pause, type WakeSource } from './live-hub.ts';
export { LIVE_REDEEM, LiveGateway } from './live.gateway.ts';
export { LiveModule } from './live.module.ts';
export { TopicRegistry, type LivePrincipal, type Topic, type TopicPage } from './topic.ts';
