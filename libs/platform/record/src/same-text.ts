/** Folds a text for comparing names: without case, accents and repeated spaces. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether two values of a `unique` field count as equal. */
export const sameText = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' ? folded(one) === folded(other) : one === other;
