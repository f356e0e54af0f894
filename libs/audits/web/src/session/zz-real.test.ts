import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { AUDIT, id, people, PROCESS, sessionOf, TestCluster, TestDirectory, type Name, type TestNode } from '../../../server/src/room/cluster.fixture.ts';
import { openAuditSession } from './open-audit-session.ts';
import { drawn } from './test-audit.fixture.ts';
import type { AuditSession } from './audit-session.ts';

const all: AuditSession[] = [];
const cluster = new TestCluster();
afterEach(async () => { for (const s of all) await s.close(); await cluster.stop(); });
async function open(name: Name, node: TestNode) {
  const online = new Set<() => void>(), offline = new Set<() => void>();
  const on = (l: Set<() => void>) => (f: () => void) => { l.add(f); return () => l.delete(f); };
  const session = await openAuditSession({
    auditId: AUDIT, principal: new TestDirectory().principal(name), model: createAuditModel(), createdBy: people.marta.user,
    team: new Map([[people.marta.user, 'manager'], [people.julio.user, 'auditor']]),
    url: `${node.origin}/rooms`, getTicket: async () => sessionOf(name), WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    network: { isOffline: () => false, onOnline: on(online), onOffline: on(offline) }, random: () => 0, store: memoryOutboxStore(), locks: null,
  });
  all.push(session);
  return { session, cut: () => offline.forEach((f) => f()), heal: () => online.forEach((f) => f()) };
}
it('works on real rooms', { timeout: 30_000 }, async () => {
  const n1 = await cluster.node(), n2 = await cluster.node();
  const { createAudit } = await import('../../../server/src/room/cluster.fixture.ts');
  await createAudit(n1.rooms);
  const marta = await open('marta', n1), julio = await open('julio', n2), gil = await open('gil', n1);
  for (const s of [marta, julio, gil]) await expect.poll(() => s.session.connection.status.state).toBe('online');
  expect(gil.session.mode).toBe('read');
  const t = performance.now();
  expect(marta.session.act({ kind: 'rename_item', id: PROCESS as ItemId, name: 'X' })).toMatchObject({ ok: true });
  await expect.poll(() => julio.session.view.get(PROCESS as ItemId)?.name, { interval: 1 }).toBe('X');
  console.log('seen', performance.now() - t);
  julio.cut();
  for (let n = 0; n < 300; n++) {
    const intent: KernelIntent = { kind: 'create_item', id: id('r', n) as ItemId, type: 'risk', parent: PROCESS as ItemId, name: 'R' + n };
    expect(julio.session.act(intent).ok).toBe(true);
  }
  for (let n = 0; n < 50; n++) marta.session.act({ kind: 'create_item', id: id('q', n) as ItemId, type: 'risk', parent: PROCESS as ItemId, name: 'Q' + n });
  const t2 = performance.now();
  julio.heal();
  await expect.poll(() => julio.session.pendingCount + marta.session.pendingCount, { interval: 2, timeout: 10_000 }).toBe(0);
  console.log('drain', performance.now() - t2);
  await expect.poll(() => drawn(julio.session.view) === drawn(marta.session.view) && drawn(gil.session.view) === drawn(marta.session.view), { timeout: 5_000 }).toBe(true);
  expect(julio.session.tray).toEqual([]);
  expect(marta.session.view.childrenOf(PROCESS as ItemId).length).toBe(350);
});
