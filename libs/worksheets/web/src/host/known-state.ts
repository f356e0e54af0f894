type FeedState = 'waiting' | 'live' | 'refused';

/** A feed that was live stays live while disconnected: only initial rows are waited for. */
export const knownState = (before: FeedState, now: FeedState): FeedState =>
  before === 'live' && now === 'waiting' ? before : now;
