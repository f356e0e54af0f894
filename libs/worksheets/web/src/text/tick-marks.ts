/**
 * Marks that auditors put beside a figure to document their work on it; the legend below a text explains
 * those in use. A mark is stored by name; `textTicks.<name>` is its meaning.
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
