import type { Position } from './port.ts';

/** Compares two positions of one store; null sorts before the first event. */
export function comparePositions(a: Position | null, b: Position | null): -1 | 0 | 1 {
  if (a === b) return 0;
  const left = a === null ? -1n : BigInt(a);
  const right = b === null ? -1n : BigInt(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
