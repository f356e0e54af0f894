import { describe, expect, it } from 'vitest';
import { MAX_REASON, removalIntents } from './audit-removal.ts';
import { conclusionText, MAX_CONCLUSION_LENGTH, MAX_RATING_LEVELS, ratingScale } from './conclusion.ts';

const levels = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ code: `n${at}`, name: `Nivel ${at}`, colour: 'grey' }));

describe('a scale of ratings', () => {
  it('has ten levels at most', () => {
    expect(ratingScale.safeParse(levels(MAX_RATING_LEVELS)).success).toBe(true);
    expect(ratingScale.safeParse(levels(MAX_RATING_LEVELS + 1)).success).toBe(false);
  });

  it('refuses hidden characters in its names', () => {
    expect(ratingScale.safeParse([{ ...levels(1)[0], name: 'Buena\u202e' }]).success).toBe(false);
  });
});

it('a conclusion has 8,000 characters at most', () => {
  expect(conclusionText.safeParse('x'.repeat(MAX_CONCLUSION_LENGTH)).success).toBe(true);
  expect(conclusionText.safeParse('x'.repeat(MAX_CONCLUSION_LENGTH + 1)).success).toBe(false);
});

it('a deletion has a reason of 500 characters at most', () => {
  const [deletion] = removalIntents;
  const isTaken = (length: number) =>
    deletion.safeParse({ kind: 'delete_audit', reason: 'x'.repeat(length) }).success;
  expect([isTaken(MAX_REASON), isTaken(MAX_REASON + 1)]).toEqual([true, false]);
});
