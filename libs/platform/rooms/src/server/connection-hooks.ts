import type { WorkPace } from './room-host.ts';

/** Policies of the node that a connection consults. */
export interface ConnectionHooks<P> {
  /**
   * Whether this node's knowledge of rights is fresh enough to judge an intent; always when absent. If not, the
   * connection is closed with `tryAgain` and the intent is neither judged nor answered: the client's outbox keeps it.
   * While the promise is pending, the connection is not read.
   */
  readonly mayJudge?: () => boolean | Promise<boolean>;
  /**
   * Whether outgoing messages are held back; never when absent. They wait, in order, until `release` is called, and are
   * discarded if the connection is closed before.
   */
  readonly isPaused?: () => boolean;
  /** Rate limiter for a user's work; unlimited when absent. A connection that waits is not read. */
  readonly pace?: WorkPace<P>;
  /** Called for every intent and every write. */
  readonly onIntent?: (principal: P) => void;
}
