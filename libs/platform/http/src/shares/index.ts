export { FairQueue } from './fair-queue.ts';
export { FairTurns } from './fair-turns.ts';
export { Shares, type Claim } from './shares.ts';
