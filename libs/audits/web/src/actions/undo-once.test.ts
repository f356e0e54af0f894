import type { ItemId } from '@cotejo/audits-contracts';
import { expect, it, vi } from 'vitest';
import { undoOnce } from './undo-once.ts';

const IDS = ['a' as ItemId];
const done = { ok: true, seq: 1, created: [] } as const;

function given() {
  let told: () => void = () => undefined;
  const session = {
    onUndo: vi.fn((listener: () => void) => {
      told = listener;
      return vi.fn();
    }),
    undo: vi.fn(() => done),
    restoreItems: vi.fn(() => done),
  };
  return { session, goesOn: () => told() };
}

it('the deletion itself is undone while nothing came after it', () => {
  const { session } = given();
  expect(undoOnce(session, IDS)()).toBe(done);
  expect(session.undo).toHaveBeenCalledOnce();
  expect(session.restoreItems).not.toHaveBeenCalled();
});

it('once the person went on, what was deleted comes back and what came after stays', () => {
  const { session, goesOn } = given();
  const undo = undoOnce(session, IDS);
  goesOn();
  undo();
  expect(session.undo).not.toHaveBeenCalled();
  expect(session.restoreItems).toHaveBeenCalledExactlyOnceWith(IDS);
});
