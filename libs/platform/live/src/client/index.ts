export {
  createLiveClient,
  defaultBackoff,
  type FollowHandlers,
  type FollowState,
  type LiveClient,
  type LiveClientOptions,
  type LiveState,
} from './live-client.ts';
