import { useState } from 'react';

/**
 * The value of an earlier call while it is equal as JSON. Choices that a list reads from its rows keep their identity by
 * it, and with them the columns and the drawn rows, when a row changes.
 */
export function useUnchanged<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
