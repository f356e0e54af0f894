/**
 * Marks that auditors put beside a figure to say what they did with it; the legend under a text explains those that
 * it has. A mark is kept by its name: `textTicks.<name>` says what it means.
 */
export const TICK_MARKS = {
  traced: '✓',
  footed: 'Σ',
  recalculated: '⟳',
  confirmed: '©',
  inspected: '⊙',
  agreed: '≡',
  difference: '≠',
  not_applicable: '∅',
  follow_up: '▲',
} as const satisfies Readonly<Record<string, string>>;

export type TickMark = keyof typeof TICK_MARKS;

export const isTickMark = (name: unknown): name is TickMark =>
  typeof name === 'string' && Object.hasOwn(TICK_MARKS, name);
