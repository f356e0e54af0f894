import type { KernelIntent } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice, Touch } from './remote-changes.ts';
import type { RemoteSummary } from './remote-summary.ts';
import { item, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';

let audit: TestAudit;
let seats: Seat[];

beforeEach(() => {
  vi.useFakeTimers();
  audit = new TestAudit();
  seats = [];
});
afterEach(async () => {
  await Promise.all(seats.map((seat) => seat.session.close()));
  vi.useRealTimers();
});

const settle = () => audit.deliver(seats, () => vi.advanceTimersByTimeAsync(0));
async function sit(n: number): Promise<Seat> {
  const seat = await audit.seat(n);
  seats.push(seat);
  await settle();
  return seat;
}
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });

describe('people at the same audit', () => {
  it('learn it also of what was written in a batch', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const told: Notice[] = [];
    luis.session.onNotice((notice) => told.push(notice));
    luis.network.cut();
    luis.session.actTogether([rename(2, 'De Luis'), rename(3, 'También')]);
    ana.session.actTogether([rename(2, 'De Ana'), rename(6, 'Otra cosa')]);
    await settle();
    luis.network.heal();
    await settle();
    expect(told).toEqual([
      { item: item(2), field: 'name', kind: 'overwrote', by: personId(1), mine: 'De Luis', theirs: 'De Ana' },
    ]);
  });

  it('see hundreds of changes at once as one', async () => {
    audit = new TestAudit(Array.from({ length: 500 }, (_, n) => [100 + n, 'step', 3, `Paso ${n}`] as const));
    const luis = await sit(2);
    const shown = vi.fn();
    const touches: Touch[] = [];
    luis.session.onTree(shown);
    luis.session.onTouched((those) => touches.push(...those));
    const names = Array.from({ length: 500 }, (_, n) => rename(100 + n, `Otro ${n}`));
    for (const intent of names) audit.does(person(1), intent);
    await settle();
    expect([touches.length, shown.mock.calls.length]).toEqual([500, 1]);
  });

  it('are told in a sentence now and then what the others did', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const told: RemoteSummary[] = [];
    luis.session.onRemoteSummary((summary) => told.push(summary));
    ana.session.onRemoteSummary((summary) => told.push(summary));
    ana.session.moveItems([item(3), item(4)], item(1), {});
    ana.session.moveItems([item(6)], item(2));
    ana.session.act({ kind: 'delete_item', id: item(5) });
    await settle();
    audit.does(person(3), { kind: 'restore_item', id: item(5) });
    await settle();
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    const [moved, deleted] = [
      { kind: 'moved', count: 3, item: item(4), name: 'R-001 Proveedores ficticios' },
      { kind: 'deleted', count: 1, item: item(5), name: 'C-001 Doble aprobación' },
    ];
    const restored = { kind: 'restored', count: 1, item: item(5), name: 'C-001 Doble aprobación' };
    expect(told.filter(({ by }) => by === personId(1))).toEqual([
      { by: personId(1), total: 4, kinds: [moved, deleted] },
    ]);
    // To Ana, who did the rest, only this is news.
    expect(told.filter(({ by }) => by === personId(3))).toEqual([
      { by: personId(3), total: 1, kinds: [restored] },
      { by: personId(3), total: 1, kinds: [restored] },
    ]);
  });
});
