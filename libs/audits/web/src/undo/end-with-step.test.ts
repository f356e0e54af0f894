import { notify } from '@cotejo/ui';
import { beforeEach, expect, it, vi } from 'vitest';
import { endWithStep } from './end-with-step.ts';

const dismissed: string[] = [];
beforeEach(() => {
  dismissed.length = 0;
  vi.spyOn(notify, 'dismiss').mockImplementation((id) => void dismissed.push(id));
});

/** A session whose steps can be undone; `changes` tells of a change of its steps. */
function given(...steps: string[]) {
  const listeners = new Set<() => void>();
  return {
    steps,
    hasStep: (step: string) => steps.includes(step),
    onUndo: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changes: (...left: string[]) => {
      steps.splice(0, steps.length, ...left);
      for (const listener of [...listeners]) listener();
    },
  };
}

it('a toast ends with the step that it offers to undo, not with others', () => {
  const session = given('rename', 'delete');
  endWithStep(session, 'delete', 'deleted');
  session.changes('rename', 'delete', 'move');
  session.changes('rename', 'delete');
  expect(dismissed).toEqual([]);
  session.changes('rename');
  expect(dismissed).toEqual(['deleted']);
});

it('a toast that was replaced waits for its own step alone', () => {
  const session = given('first', 'second');
  endWithStep(session, 'first', 'deleted');
  endWithStep(session, 'second', 'deleted');
  session.changes('second');
  expect(dismissed).toEqual([]);
  endWithStep(session, null, 'deleted');
  session.changes();
  expect(dismissed).toEqual([]);
});
