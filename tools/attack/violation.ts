/** Violations under attack; each is an invariant of the run. */
const NAMES = [
  // Isolation between accounts
  'foreign-data',
  'let-in',
  // The log
  'log-broken',
  'event-unreadable',
  'rule-broken',
  'forged-event',
  'text-forged',
  'closed-audit-changed',
  'neighbour-changed',
  'stream-parked',
  'not-readable',
  // Answers
  'server-fault',
  'unreadable',
  'no-answer',
  'no-description',
  // Processes
  'node-died',
  'node-stuck',
  'memory',
  // The neighbouring account
  'neighbour-refused',
  'neighbour-sent-away',
  'neighbour-signed-out',
  'colleague-refused',
  // Time
  'neighbour-slow',
  'loop-delay',
] as const;
export type ViolationName = (typeof NAMES)[number];
export const INVARIANTS = NAMES.length;
export const isViolationName = (name: string): name is ViolationName =>
  (NAMES as readonly string[]).includes(name);

export interface Violation {
  readonly name: ViolationName;
  readonly detail: string;
}

export const violation = (name: ViolationName, detail: string): Violation => ({ name, detail });

const OF_TIME: ReadonlySet<ViolationName> = new Set(['neighbour-slow', 'loop-delay', 'no-answer']);

/** Violations of time limits, which unrelated load on the machine can also cause. */
export const isTiming = ({ name }: Violation): boolean => OF_TIME.has(name);
