export {
  connectionShares,
  MOST_CONNECTIONS_OF_ACCOUNT,
  MOST_CONNECTIONS_OF_PERSON,
} from './connection-shares.ts';
export { CallTurns, CALLS_AT_ONCE, CALL_COUNTS_FOR_MS, MOST_WAITING_CALLS } from './call-turns.ts';
export { FairQueue } from './fair-queue.ts';
export { FairScheduler } from './fair-scheduler.ts';
export { inTurn } from './in-turn.ts';
export { forkAtLowPriority } from './low-priority.ts';
export { Pace, type PaceOptions } from './pace.ts';
export { PERSON_BURST, PERSON_PER_SECOND, personPace, type PersonPace } from './person-pace.ts';
export { Shares, type Claim } from './shares.ts';
export { TooMuchQueued, WorkLimiter, type Asker } from './work-limiter.ts';
