import type { WorkPace } from './room-host.ts';

/** What a connection asks of its node and tells it. */
export interface ConnectionHooks<P> {
  /**
   * Whether this node knows enough of people's rights, now, to judge an intent; always when absent. When not, the
   * connection is closed with `tryAgain` and the intent is neither judged nor answered: its outbox keeps it. While a
   * promise is open, the connection is read no further.
   */
  readonly mayJudge?: () => boolean | Promise<boolean>;
  /**
   * Whether nothing may be let out now; never when absent. Messages are kept back, in order, until `release` is
   * called, and thrown away with a connection that is closed before.
   */
  readonly isPaused?: () => boolean;
  /** How much a person may ask for in a time; as much as they like when absent. A connection that waits is not read. */
  readonly pace?: WorkPace<P>;
  /** Told of everybody who does something in a room. */
  readonly onIntent?: (principal: P) => void;
}
