type FeedState = 'waiting' | 'live' | 'refused';

/** What a feed gave once stays known while the line is down: only what never came is waited for. */
export const knownState = (before: FeedState, now: FeedState): FeedState =>
  before === 'live' && now === 'waiting' ? before : now;
