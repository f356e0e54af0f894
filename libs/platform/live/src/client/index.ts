export { changedIds, mergeRows, presentRows, type LiveRows, type RowChange } from './live-rows.ts';
export {
  createLiveClient,
  defaultBackoff,
  type FollowHandlers,
  type FollowState,
  type LiveClient,
  type LiveClientOptions,
  type LiveState,
} from './live-client.ts';
