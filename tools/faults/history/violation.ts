/** Violations; each name stands for one guarantee of the product. */
export type ViolationName =
  // The log
  | 'stored-twice'
  | 'version-gap'
  | 'version-repeated'
  | 'chain-broken'
  | 'position-not-ahead'
  | 'head-differs'
  | 'command-split'
  | 'log-altered'
  // Answers
  | 'acknowledged-lost'
  | 'acknowledged-otherwise'
  | 'answered-two-ways'
  | 'journal-missing'
  | 'rejection-wrote'
  | 'effect-missing'
  | 'settled-out-of-order'
  // Subscribers of the log
  | 'subscriber-gap'
  | 'subscriber-repeat'
  | 'subscriber-reordered'
  | 'subscriber-stranger'
  // Clients of rooms
  | 'frame-gap'
  | 'frame-repeat'
  | 'frame-unlike-log'
  | 'answer-early'
  | 'answers-out-of-order'
  | 'base-reset'
  // Derived state
  | 'document-differs'
  | 'read-model-differs'
  | 'stream-parked'
  // The system as a whole
  | 'no-rest'
  | 'node-died';

export interface Violation {
  readonly name: ViolationName;
  readonly detail: string;
}

export const violation = (name: ViolationName, detail: string): Violation => ({ name, detail });

/** An acknowledged event is missing. */
export const isLoss = ({ name }: Violation): boolean => name === 'acknowledged-lost';

/** An event is stored, or was delivered, twice. */
export const isDuplicate = ({ name }: Violation): boolean =>
  ['stored-twice', 'version-repeated', 'command-split', 'subscriber-repeat'].includes(name);
