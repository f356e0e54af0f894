import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { item, TestAudit, type Seat } from '../test-audit.fixture.ts';

let audit: TestAudit;
let ana: Seat;
beforeEach(async () => {
  vi.useFakeTimers();
  audit = new TestAudit();
  ana = await audit.seat(1);
  await audit.deliver([ana], () => vi.advanceTimersByTimeAsync(20));
});
afterEach(async () => {
  const closing = ana.session.close();
  await vi.advanceTimersByTimeAsync(20);
  await closing;
  vi.useRealTimers();
});

const paste = (count: number) =>
  ana.session.pasteLines(
    item(1),
    'process',
    Array.from({ length: count }, (_, n) => `Proceso ${n}`),
  );
const processes = () => {
  const { view } = ana.session;
  return view.childrenOf(item(1)).filter((id) => view.get(id)?.deleted === null).length;
};

describe('what is too much for one command', () => {
  it('is told in how many parts it will be done, before anything of it is', () => {
    const told: unknown[] = [];
    ana.session.onParts((parts) => told.push([parts, processes(), ana.session.unsentCount]));
    const before = processes();
    expect(paste(600)).toMatchObject({ ok: true });
    expect(told).toEqual([[2, before, 0]]);
    expect([processes(), ana.session.unsentCount]).toEqual([before + 600, 2]);
  });

  it('is one step to undo', () => {
    const before = processes();
    paste(600);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect([processes(), ana.session.canUndo]).toEqual([before, false]);
  });

  it('is not told of what fits into one', () => {
    const told = vi.fn();
    ana.session.onParts(told);
    paste(300);
    expect([told.mock.calls, ana.session.unsentCount]).toEqual([[], 1]);
  });
});
