import type { AuditIntent, KernelIntent } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { item, person, personId, TestAudit, type Seat } from '../test-audit.fixture.ts';
import type { Notice } from './remote-changes.ts';

let audit: TestAudit;
let seats: Seat[];
beforeEach(() => {
  vi.useFakeTimers();
  audit = new TestAudit();
  seats = [];
  audit.does(person(1), { kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' });
  audit.does(person(1), { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' });
});
afterEach(async () => {
  await Promise.all(seats.map((seat) => seat.session.close()));
  vi.useRealTimers();
});

const settle = () => audit.deliver(seats, () => vi.advanceTimersByTimeAsync(0));
async function sit(n: number): Promise<Seat & { readonly told: Notice[] }> {
  const seat = await audit.seat(n);
  seats.push(seat);
  await settle();
  const told: Notice[] = [];
  seat.session.onNotice((notice) => told.push(notice));
  return { ...seat, told };
}
const notice = (...signers: string[]) => ({
  ...{ kind: 'voiding', item: item(6), step: null, back: null },
  signers,
});
const rename = (name: string): KernelIntent => ({ kind: 'rename_item', id: item(6), name });

describe('a change of signed work', () => {
  it('tells its author at once whose signature fell, and the signer', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    luis.session.act(rename('Otro'));
    const step = luis.session.lastStep;
    expect(luis.told).toEqual([{ kind: 'voiding', item: item(6), signers: [personId(1)], step, back: null }]);
    await settle();
    expect(ana.told).toMatchObject([{ kind: 'voided', item: item(6), by: [personId(2)] }]);
    expect(luis.told).toHaveLength(1);
  });

  it('that only the server decides is told to its author once it is there', async () => {
    const luis = await sit(2);
    luis.session.connection.submit({ ...rename('Otro') }, 'Otro');
    expect(luis.told).toEqual([]);
    await settle();
    expect(luis.told).toEqual([notice(personId(1))]);
  });

  it('that only the server decides names the author’s own signature, too', async () => {
    const luis = await sit(2);
    audit.does(person(2), { kind: 'sign_item', id: item(6), mark: 'completed', textsAt: null });
    await settle();
    luis.session.connection.submit({ ...rename('Otro') }, 'Otro');
    await settle();
    expect(luis.told).toEqual([notice(personId(1), personId(2))]);
  });

  it('also names a signer of whom the author did not know, and keeps the step', async () => {
    const luis = await sit(2);
    luis.session.act(rename('Otro'));
    const step = luis.session.lastStep;
    audit.does(person(3), { kind: 'sign_item', id: item(6), mark: 'completed', textsAt: null });
    await settle();
    expect(luis.told).toEqual([
      { ...notice(personId(1)), step },
      { ...notice(personId(1), personId(3)), step },
    ]);
  });

  it.each(['before', 'after'] as const)(
    'that only the server decides is taken back by an intent known %s its record',
    async (when) => {
      const luis = await sit(2);
      const back: AuditIntent = rename('Conciliar pagos');
      if (when === 'before') luis.session.answered(item(6), back);
      luis.session.connection.submit({ ...rename('Otro') }, 'Otro');
      await settle();
      if (when === 'after') luis.session.answered(item(6), back);
      expect(luis.told.at(-1)).toEqual({ ...notice(personId(1)), back });
    },
  );

  it('is undone by itself, also when others came after it', async () => {
    const luis = await sit(2);
    luis.session.act(rename('Otro'));
    const step = luis.session.lastStep;
    luis.session.act({ kind: 'rename_item', id: item(2), name: 'Después' });
    expect(luis.session.undo(step ?? undefined)).toMatchObject({ ok: true });
    const nameOf = (n: number) => luis.session.view.get(item(n))?.name;
    expect([nameOf(6), nameOf(2)]).toEqual(['Conciliar pagos', 'Después']);
  });

  it('names the author too, and is not told of one’s own withdrawal', async () => {
    const ana = await sit(1);
    ana.session.act({ kind: 'withdraw_signature', id: item(6), mark: 'completed' });
    expect(ana.told).toEqual([]);
    await settle();
    audit.does(person(1), { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' });
    await settle();
    ana.session.act(rename('Otro'));
    expect(ana.told).toMatchObject([{ kind: 'voiding', signers: [personId(1)] }]);
  });

  it('is not told where nothing was signed, nor of a refused one', async () => {
    const luis = await sit(2);
    luis.session.act({ kind: 'rename_item', id: item(2), name: 'Otro' });
    luis.session.actTogether([rename('Otro'), { kind: 'rename_item', id: item(99), name: 'Nada' }]);
    expect(luis.told).toEqual([]);
  });
});
