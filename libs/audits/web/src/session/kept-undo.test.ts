import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { KernelIntent } from '@cotejo/audits-contracts';
import { keepRecord, openRecords } from '@cotejo/rooms/client';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptUndo } from './kept-undo.ts';
import { item, model, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';
import { UndoHistory, type UndoStep } from './undo-history.ts';

const ROOM = 'audit/1';
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const step = (id: string, name = 'Antes'): UndoStep => ({
  id,
  words: { kind: 'rename_item', name: 'R-1', count: 1 },
  parts: [{ key: `${id}:0`, inverses: [{ intent: rename(1, name), left: '[true,"Ahora"]' }] }],
});

describe('a stored history', () => {
  let user: string;
  beforeEach(() => (user = randomUUID()));
  const names = async () => {
    const records = await openRecords(user, ROOM);
    const read = await records.read('undo:');
    await records.close();
    return read;
  };
  const stored = async (wanted: number) => {
    await expect.poll(async () => (await names()).size).toBe(wanted);
  };
  const open = () => keptUndo(user, ROOM, model).then((store) => UndoHistory.open(store));

  it('comes back with what can be undone and made again, in order', async () => {
    const history = await open();
    for (const id of ['a', 'b', 'c']) history.add(step(id));
    const last = history.takeUndo();
    if (last) history.undid({ ...last, id: 'c back' });
    await stored(3);
    const again = await open();
    expect([again.last, again.canRedo]).toEqual(['b', true]);
    expect(again.takeRedo()).toEqual({ ...step('c'), id: 'c back' });
    expect([again.takeUndo(), again.takeUndo(), again.takeUndo()]).toEqual([step('b'), step('a'), undefined]);
    await stored(0);
  });

  it('loses what the server refused, and what a new change replaced', async () => {
    const history = await open();
    for (const id of ['a', 'b']) history.add(step(id));
    history.forget('a:0');
    const last = history.takeUndo();
    if (last) history.undid({ ...last, id: 'b back' });
    history.add(step('c'));
    await expect.poll(async () => [...(await names()).keys()]).toEqual(['undo:c']);
    const again = await open();
    expect([again.last, again.canRedo]).toEqual(['c', false]);
  });

  it('of two pages holds the steps of both', async () => {
    const [one, other] = [await open(), await open()];
    one.add(step('a'));
    await stored(1);
    other.add(step('b'));
    await stored(2);
    const again = await open();
    expect([again.takeUndo()?.id, again.takeUndo()?.id]).toEqual(['b', 'a']);
  });

  it('is bounded', async () => {
    const history = await open();
    for (let at = 0; at < 120; at++) history.add(step(`${at}`));
    await stored(100);
    expect((await open()).last).toBe('119');
  });

  it('leaves out what cannot be read, and forgets it', async () => {
    const history = await open();
    history.add(step('a'));
    await stored(1);
    await keepRecord(user, ROOM, 'undo:broken', { stack: 'done', order: 1, step: { id: 'broken' } });
    const unknown = { schema: 1, intent: { kind: 'from_the_future' }, left: '' };
    await keepRecord(user, ROOM, 'undo:later', {
      stack: 'done',
      order: Number.MAX_SAFE_INTEGER,
      step: { ...step('later'), parts: [{ key: 'k', inverses: [unknown] }] },
    });
    expect((await open()).last).toBe('a');
    await stored(1);
  });
});

describe('a reload', () => {
  let audit: TestAudit;
  const seats: Seat[] = [];
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
    audit = new TestAudit();
  });
  afterEach(async () => void (await Promise.all(seats.splice(0).map(({ session }) => session.close()))));
  const settle = () => audit.deliver(seats, () => new Promise<void>((resolve) => setTimeout(resolve, 5)));
  const load = async (n: number): Promise<Seat> => {
    for (const { session } of seats.splice(0)) await session.close();
    const seat = await audit.seat(n, { browser: { store: undefined as never } });
    seats.push(seat);
    await settle();
    return seat;
  };
  const nameOf = (seat: Seat, n: number) => seat.session.view.get(item(n))?.name;

  it('leaves the person’s last change to be undone, and that to be made again', async () => {
    const before = await load(1);
    const was = nameOf(before, 2);
    before.session.act(rename(2, 'Otro'));
    await settle();
    const after = await load(1);
    expect(after.session.undo()).toMatchObject({ ok: true, words: { kind: 'rename_item', count: 1 } });
    await settle();
    expect(audit.state.get(item(2))?.name).toBe(was);
    const third = await load(1);
    expect([third.session.canUndo, third.session.redo()]).toEqual([
      false,
      expect.objectContaining({ ok: true }),
    ]);
    await settle();
    expect(audit.state.get(item(2))?.name).toBe('Otro');
  });

  it('keeps the refusal of what another person changed since', async () => {
    const before = await load(1);
    before.session.act(rename(2, 'De Ana'));
    await settle();
    audit.does(person(2), rename(2, 'De Luis'));
    const after = await load(1);
    expect(after.session.undo()).toMatchObject({
      ok: false,
      rejection: { code: 'changed_since', params: { by: personId(2) } },
    });
    expect(nameOf(after, 2)).toBe('De Luis');
  });

  it('gives another person nothing to undo', async () => {
    const ana = await load(1);
    ana.session.act(rename(2, 'De Ana'));
    await settle();
    expect((await load(2)).session.canUndo).toBe(false);
  });
});
