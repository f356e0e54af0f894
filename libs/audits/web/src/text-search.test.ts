import { describe, expect, it } from 'vitest';
import { fold } from './text-search.ts';

describe('text as a search compares it', () => {
  it.each([
    ['Recepción', 'recepcion'],
    ['  TESORERÍA ', 'tesoreria'],
    ['Año', 'año'],
    ['Pingüino', 'pinguino'],
  ])('%s → %s', (text, folded) => expect(fold(text)).toBe(folded));
});
