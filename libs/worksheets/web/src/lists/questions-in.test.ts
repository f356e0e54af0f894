import { expect, it } from 'vitest';
import { questionsIn } from './questions-in.ts';

it('lists questions by their places, and those in one place by their ids', () => {
  const values = {
    'question.b.place': 'a0',
    'question.a.place': 'a0',
    // An entry inserted between two others gets a longer place, independent of the ids.
    'question.f.place': 'a',
    'question.0.place': 'a0V',
    'question.f.answer': 'yes',
  };
  expect(questionsIn({ values }).map(({ id }) => id)).toEqual(['f', 'a', 'b', '0']);
});
