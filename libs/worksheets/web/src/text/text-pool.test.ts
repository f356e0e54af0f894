import type { ItemId } from '@cotejo/audits-contracts';
import type { openText } from '@cotejo/texts/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rootKindsOf, TextPool } from './text-pool.ts';

const access = { url: 'ws://x/rooms', user: 'ana', getTicket: async () => null };
const place = {
  auditId: 'a',
  itemId: '00000001-0000-4000-8000-000000000001' as ItemId,
  type: 'risk' as const,
};

describe('connections to the texts of worksheets', () => {
  const close = vi.fn<(drain: number) => Promise<void>>(async () => undefined);
  const open = vi.fn(async () => ({ close }));
  let pool: TextPool;

  beforeEach(() => {
    vi.useFakeTimers();
    close.mockClear();
    open.mockClear();
    pool = new TextPool(open as unknown as typeof openText);
  });
  afterEach(() => vi.useRealTimers());

  it('one serves all the fields of a worksheet', async () => {
    const [one, other] = [pool.take(access, place), pool.take(access, place)];
    expect(await one.opening).toBe(await other.opening);
    expect(open).toHaveBeenCalledTimes(1);
    expect(open).toHaveBeenCalledWith(
      expect.objectContaining({ kind: 'worksheet', id: `a.${place.itemId}`, user: 'ana' }),
    );
    pool.take({ ...access, user: 'luis' }, place);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('lingers after the last field is gone, and is taken up again', async () => {
    pool.take(access, place).leave();
    await vi.advanceTimersByTimeAsync(4_000);
    const again = pool.take(access, place);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(close).not.toHaveBeenCalled();
    expect(open).toHaveBeenCalledTimes(1);
    again.leave();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(close).toHaveBeenCalledWith(10_000);
    pool.take(access, place);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('who leaves twice left once', async () => {
    const one = pool.take(access, place);
    pool.take(access, place);
    one.leave();
    one.leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(close).not.toHaveBeenCalled();
  });
});

describe('roots of a worksheet’s document', () => {
  it.each([
    ['risk', 'description', 'rich-text'],
    ['risk', 'objective', null],
    ['understanding', 'flow.nodes', 'map'],
    ['risk', 'flow.nodes', null],
    ['control', 'instruction.00000001-0000-4000-8000-000000000001.evidence', 'rich-text'],
  ] as const)('%s: %s', (type, root, kind) => {
    expect(rootKindsOf(type)(root)).toBe(kind);
  });
});
