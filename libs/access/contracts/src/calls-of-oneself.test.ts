import { expect, it } from 'vitest';
import { ownCalls } from './calls-of-oneself.ts';

it.each([
  ['terms_and_conditions', true],
  ['first_steps_video', true],
  ['preferences_changed', false],
  ['something_of_mine', false],
  ['', false],
])('a page may ask for and note the event "%s": %s', (event, expected) => {
  expect(ownCalls.recordEvent.body?.safeParse({ event }).success).toBe(expected);
  expect(ownCalls.askEvent.query?.safeParse({ event }).success).toBe(expected);
});
