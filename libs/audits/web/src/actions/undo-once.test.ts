import type { ItemId } from '@cotejo/audits-contracts';
import { expect, it, vi } from 'vitest';
import { undoOnce } from './undo-once.ts';

const IDS = ['a' as ItemId];
const words = { kind: 'delete_item', name: 'R-1', count: 1 };
const done = { ok: true, seq: 1, created: [], words } as const;

const given = () => ({
  lastStep: 'the deletion' as string | null,
  undo: vi.fn(() => done),
  restoreItems: vi.fn(() => done),
});

it('the deletion itself is undone while nothing came after it, however long ago it was', () => {
  const session = given();
  expect(undoOnce(session, IDS)()).toBe(done);
  expect(session.undo).toHaveBeenCalledOnce();
  expect(session.restoreItems).not.toHaveBeenCalled();
});

it.each([
  ['did something else', 'what came after'],
  ['undid it already', null],
])('once the person %s, what was deleted comes back and what came after stays', (_, last) => {
  const session = given();
  const undo = undoOnce(session, IDS);
  session.lastStep = last;
  undo();
  expect(session.undo).not.toHaveBeenCalled();
  expect(session.restoreItems).toHaveBeenCalledExactlyOnceWith(IDS);
});
