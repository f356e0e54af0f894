import type { KernelIntent } from '@cotejo/audits-contracts';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  auditSessionAtom,
  bindSession,
  connectionAtom,
  peersAtom,
  peersByItemAtom,
  rowsAtom,
  TOUCH_SHOWN_MS,
  touchedAtom,
  trayAtom,
  treeAtom,
  undoAtom,
} from './session-atoms.ts';
import { item, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';

let audit: TestAudit;
let ana: Seat;
let store: ReturnType<typeof createStore>;
let unbind: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  audit = new TestAudit();
  ana = await audit.seat(1);
  store = createStore();
  unbind = bindSession(store, ana.session);
});
afterEach(async () => {
  unbind();
  await ana.session.close();
  vi.useRealTimers();
});

const settle = () => audit.deliver([ana], () => vi.advanceTimersByTimeAsync(0));
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });

describe('the atoms of an open audit', () => {
  it('follow the tree, the connection and its counts', async () => {
    expect(store.get(connectionAtom)).toMatchObject({ state: 'connecting', version: -1 });
    await settle();
    expect(store.get(connectionAtom)).toMatchObject({
      state: 'online',
      pending: 0,
      unsent: 0,
      mode: 'edit',
      version: audit.version,
    });
    expect(store.get(rowsAtom)[0]?.node.name).toBe('Ejecución');
    ana.network.cut();
    ana.session.act(rename(1, 'Trabajo de campo'));
    expect(store.get(rowsAtom)[0]?.node.name).toBe('Trabajo de campo');
    expect(store.get(connectionAtom)).toMatchObject({ state: 'offline', pending: 1, unsent: 1 });
    expect(store.get(undoAtom)).toEqual({ canUndo: true, canRedo: false });
    ana.network.heal();
    await settle();
    expect(store.get(connectionAtom)).toMatchObject({ state: 'online', pending: 0, unsent: 0 });
  });

  it('do not change when nothing that they hold did', async () => {
    await settle();
    const changed = vi.fn();
    for (const atom of [treeAtom, connectionAtom, trayAtom, undoAtom]) store.sub(atom, changed);
    ana.session.act(rename(1, 'Ejecución'));
    await settle();
    expect(changed).not.toHaveBeenCalled();
  });

  it('mark what somebody else changed, for some seconds after the last time', async () => {
    await settle();
    audit.does(person(2), rename(2, 'Uno'));
    await settle();
    expect(store.get(touchedAtom).get(item(2))).toMatchObject({ by: personId(2), fields: ['name'] });
    await vi.advanceTimersByTimeAsync(TOUCH_SHOWN_MS - 100);
    audit.does(person(3), rename(2, 'Dos'));
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    expect(store.get(touchedAtom).get(item(2))).toMatchObject({ by: personId(3) });
    await vi.advanceTimersByTimeAsync(TOUCH_SHOWN_MS);
    expect(store.get(touchedAtom).size).toBe(0);
  });

  it('hold refused work until it is discarded', async () => {
    await settle();
    ana.network.cut();
    ana.session.act(rename(6, 'Tarde'));
    audit.does(person(2), { kind: 'delete_item', id: item(3) });
    ana.network.heal();
    await settle();
    expect(store.get(trayAtom)).toMatchObject([{ code: 'item_deleted' }]);
    expect(store.get(undoAtom)).toEqual({ canUndo: false, canRedo: false });
    ana.session.discard(store.get(trayAtom)[0]!);
    expect(store.get(trayAtom)).toEqual([]);
  });

  it('know the progress with what is pending', async () => {
    await settle();
    const progress = () => store.get(treeAtom).rowOf(item(6))?.progress;
    expect(progress()).toBe(0);
    ana.session.act({ kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' });
    expect(progress()).toBe(40);
  });

  it('tell who is on which item', () => {
    const user = { id: personId(2), name: 'Luis', initials: 'LU', color: 1 };
    const peers = [
      { client: 1, user, item: item(2), field: null },
      { client: 2, user, item: null, field: null },
      { client: 3, user, item: item(2), field: 'name' },
    ];
    store.set(peersAtom, peers);
    expect([...store.get(peersByItemAtom)]).toEqual([[item(2), [peers[0], peers[2]]]]);
  });

  it('are empty again when the audit is left, unless another one took their place', async () => {
    await settle();
    const other = await audit.seat(2);
    const unbindOther = bindSession(store, other.session);
    unbind();
    expect(store.get(auditSessionAtom)).toBe(other.session);
    unbindOther();
    expect([store.get(auditSessionAtom), store.get(rowsAtom)]).toEqual([null, []]);
    await other.session.close();
  });
});
