import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { closeCode } from '@cotejo/rooms/protocol';
import type { Audience } from '@cotejo/rooms/server';
import { afterEach, describe, expect, it } from 'vitest';
import { AUDIT, createAudit, id, TestCluster } from './cluster.fixture.ts';
import { WatchedAudits } from './watched-audits.ts';

const MB = 500;
const principal = (account: string, user: string) =>
  ({ accountId: account as AccountId, userId: user as UserId }) as Principal;
/** An audit of the given estimated size in megabytes. */
const audit = (name: string, megabytes: number) =>
  ({ auditId: name, hot: { version: megabytes * MB - 1 } }) as Parameters<WatchedAudits['admits']>[1];
const megabytes = (count: number): number => count * MB * 2_000;

/** An audience whose members do not change. */
function audienceOf(...people: Principal[]): Audience<Principal> {
  return { members: () => people.map((one) => ({ principal: one })) } as unknown as Audience<Principal>;
}

let now = 0;
const shares = (person: number, account: number) =>
  new WatchedAudits({ personBytes: megabytes(person), accountBytes: megabytes(account) }, () => now);

describe('audits that people have open', () => {
  const [ana, alba, leo] = [principal('one', 'ana'), principal('one', 'alba'), principal('two', 'leo')];

  it('are no more of one person than their share; the neighbour opens theirs', () => {
    const watched = shares(30, 100);
    watched.watch(audit('a', 20), audienceOf(ana));
    expect(watched.admits(ana, audit('b', 20))).toBe(false);
    expect(watched.admits(ana, audit('c', 10))).toBe(true);
    expect([watched.admits(alba, audit('b', 20)), watched.admits(leo, audit('d', 30))]).toEqual([true, true]);
  });

  it('are no more of one account, whoever of it has them open, and each counts once', () => {
    const watched = shares(100, 30);
    watched.watch(audit('a', 20), audienceOf(ana, alba));
    expect(watched.admits(alba, audit('b', 20))).toBe(false);
    expect(watched.admits(alba, audit('a', 20))).toBe(true);
    expect(watched.admits(leo, audit('b', 30))).toBe(true);
  });

  it('are one at least, however large, and one that is open already costs nothing', () => {
    const watched = shares(10, 10);
    expect(watched.admits(ana, audit('a', 50))).toBe(true);
    expect(watched.admits(ana, audit('a', 50))).toBe(true);
    expect(watched.admits(ana, audit('b', 1))).toBe(false);
  });

  it('count while they are being opened, not once nobody came or all have left', () => {
    const watched = shares(30, 30);
    expect(watched.admits(ana, audit('a', 20))).toBe(true);
    expect(watched.admits(ana, audit('b', 20))).toBe(false);
    now += 60_000;
    const unwatch = watched.watch(audit('a', 20), audienceOf(ana));
    expect(watched.admits(ana, audit('b', 20))).toBe(false);
    unwatch();
    expect(watched.admits(ana, audit('b', 20))).toBe(true);
  });
});

describe('one audit more than may be open', () => {
  const cluster = new TestCluster();
  afterEach(() => cluster.stop());

  it('is refused with its own code; what is open goes on', async () => {
    const other = id('a', 2);
    const node = await cluster.startWithAudit({ watched: { personBytes: 1, accountBytes: megabytes(100) } });
    await createAudit(node.rooms, other);
    const marta = await node.connect('marta').synced();
    expect(await node.connect('marta', { audit: other }).closed()).toBe(closeCode.tooBusy);
    await node.connect('marta', { audit: AUDIT }).synced();
    await node.connect('julio', { audit: other }).synced();
    expect(marta.closeCode).toBeNull();
  });
});
