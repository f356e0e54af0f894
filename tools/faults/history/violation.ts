/** Names of what may not happen; each stands for one sentence of what the log promises. */
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
  // What was answered
  | 'acknowledged-lost'
  | 'acknowledged-otherwise'
  | 'answered-two-ways'
  | 'journal-missing'
  | 'rejection-wrote'
  | 'effect-missing'
  | 'settled-out-of-order'
  // Who follows the log
  | 'subscriber-gap'
  | 'subscriber-repeat'
  | 'subscriber-reordered'
  | 'subscriber-stranger'
  // Who is in a room
  | 'frame-gap'
  | 'frame-repeat'
  | 'frame-unlike-log'
  | 'answer-early'
  | 'answers-out-of-order'
  | 'base-reset'
  // What is made of the log
  | 'document-differs'
  | 'read-model-differs'
  | 'stream-parked'
  // The whole
  | 'no-rest'
  | 'node-died';

export interface Violation {
  readonly name: ViolationName;
  readonly detail: string;
}

export const violation = (name: ViolationName, detail: string): Violation => ({ name, detail });

/** An acknowledged event that is not there. */
export const isLoss = ({ name }: Violation): boolean => name === 'acknowledged-lost';

/** Something that is there, or was told, twice. */
export const isDuplicate = ({ name }: Violation): boolean =>
  ['stored-twice', 'version-repeated', 'command-split', 'subscriber-repeat'].includes(name);
