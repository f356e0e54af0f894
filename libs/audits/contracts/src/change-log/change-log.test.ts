import { describe, expect, it } from 'vitest';
import { changeFilter } from './change-log.ts';

describe('whose changes are asked for', () => {
  it.each<[string, string, boolean]>([
    ['a person', '8f596ebe-7ccc-4dc1-86bd-1a1137186ae3', true],
    ['two of them', '8f596ebe-7ccc-4dc1-86bd-1a1137186ae3,78c55851-ba6d-4bcc-a961-e39b42e5a685', true],
    ['a task of the system', 'system:trash', true],
    ['what no table takes', '\0', false],
    ['half a character', '\ud800', false],
  ])('%s', (_, persona, isTaken) => {
    expect(changeFilter.safeParse({ persona }).success).toBe(isTaken);
  });
});
