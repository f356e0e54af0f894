export {
  connectionShares,
  MOST_CONNECTIONS_OF_ACCOUNT,
  MOST_CONNECTIONS_OF_PERSON,
} from './connection-shares.ts';
export { FairQueue } from './fair-queue.ts';
export { FairTurns } from './fair-turns.ts';
export { Shares, type Claim } from './shares.ts';
