import type { KernelIntent } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OverwriteWatch, type Notice, type Touch } from './remote-changes.ts';
import type { RemoteSummary } from './remote-summary.ts';
import { item, person, personId, TestAudit, type Seat } from '../test-audit.fixture.ts';

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

  it('learn it of a value of a worksheet too, with its key, and of what was taken away', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const told: [string, Notice][] = [];
    ana.session.onNotice((notice) => told.push(['ana', notice]));
    luis.session.onNotice((notice) => told.push(['luis', notice]));
    const set = (values: Record<string, number | null>): KernelIntent => ({
      kind: 'set_values',
      id: item(4),
      values,
    });
    luis.network.cut();
    luis.session.act(set({ impact: 1, probability: 3 }));
    ana.session.act(set({ impact: 5 }));
    await settle();
    luis.network.heal();
    await settle();
    const both = { item: item(4), field: 'value', key: 'impact' };
    expect(told).toEqual([
      ['luis', { ...both, kind: 'overwrote', by: personId(1), mine: 1, theirs: 5 }],
      ['ana', { ...both, kind: 'overwritten', by: personId(2), mine: 5, theirs: 1 }],
    ]);
    ana.session.act(set({ probability: null }));
    await settle();
    expect(told.at(-1)).toEqual([
      'luis',
      { ...both, key: 'probability', kind: 'overwritten', by: personId(1), mine: 3, theirs: null },
    ]);
  });

  it('are told when somebody else edits what they signed, and not when they do themselves', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const told: Notice[] = [];
    const toAna: Notice[] = [];
    luis.session.onNotice((notice) => told.push(notice));
    ana.session.onNotice((notice) => toAna.push(notice));
    const status = (from: 'new' | 'in_progress', to: 'in_progress' | 'completed') =>
      audit.does(person(2), { kind: 'change_status', id: item(6), from, to });
    status('new', 'in_progress');
    status('in_progress', 'completed');
    await settle();
    ana.session.act(rename(6, 'Cruzar pagos'));
    await settle();
    expect(told).toEqual([{ kind: 'voided', item: item(6), by: [personId(1)], marks: ['completed'] }]);
    status('in_progress', 'completed');
    await settle();
    luis.session.act(rename(6, 'Cruzar otra vez'));
    await settle();
    expect(told.filter(({ kind }) => kind === 'voided')).toHaveLength(1);
    expect(toAna.filter(({ kind }) => kind === 'voided')).toEqual([]);
  });

  it('are told who wrote the text that took their mark away, themselves included', async () => {
    const luis = await sit(2);
    const complete = { kind: 'change_status', id: item(6) } as const;
    audit.does(person(2), { ...complete, from: 'new', to: 'in_progress' });
    audit.does(person(2), { ...complete, from: 'in_progress', to: 'completed' });
    await settle();
    const old = luis.session.view.get(item(6));
    if (!old) throw new Error('no item');
    const watch = new OverwriteWatch(personId(2));
    const voidedBy = (...by: string[]) =>
      watch.onRemote(old, item(6), { ...old, changedBy: 'texts', signatures: [], voidedBy: by as never }, []);
    expect(voidedBy(personId(1), personId(2), personId(3))).toEqual([
      { kind: 'voided', item: item(6), by: [personId(1), personId(3)], marks: ['completed'] },
    ]);
    expect(voidedBy(personId(2))).toEqual([
      { kind: 'voiding', item: item(6), signers: [personId(2)], step: null, back: null },
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
    // Ana made the other changes herself, so only this one is reported to her.
    expect(told.filter(({ by }) => by === personId(3))).toEqual([
      { by: personId(3), total: 1, kinds: [restored] },
      { by: personId(3), total: 1, kinds: [restored] },
    ]);
  });
});
