import type { Principal } from '@cotejo/access-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUDIT, createAudit, people, TestCluster, type Name } from './cluster.fixture.ts';

let cluster: TestCluster;
beforeEach(() => {
  cluster = new TestCluster();
});
afterEach(() => cluster.stop());

/** Seconds within which a change of rights is felt everywhere. */
const AT_ONCE = { timeout: 1_000, interval: 10 };
const { julio } = people;
const setMember = (fields: object) => ({ kind: 'set_member', user: julio.user, ...fields });

/** Julio sees plans of his own projects alone. */
function onlyOwnProjects(): void {
  const principal = cluster.directory.principal.bind(cluster.directory);
  vi.spyOn(cluster.directory, 'principal').mockImplementation((name: Name, session = null): Principal => {
    const known = principal(name, session);
    return name === 'julio' ? { ...known, permissions: { 'plan.*': { '4': 1 } } } : known;
  });
}

async function twoNodes() {
  const [near, far] = [await cluster.start(), await cluster.start()];
  await createAudit(near.rooms);
  const changes = async (fields: object) => {
    const envelope = { intent: setMember(fields), base: 4 };
    const submitted = await near.rooms.submit(AUDIT, cluster.directory.principal('marta'), [envelope]);
    return submitted.outcomes[0];
  };
  return { far, changes };
}

describe('a member of a team', () => {
  it('is sent out of the room of another node when deactivated, and comes in again once active', async () => {
    onlyOwnProjects();
    const { far, changes } = await twoNodes();
    const inside = await far.connect('julio').synced();
    expect(inside.frames[0]).toMatchObject({ mode: 'edit' });
    expect(await changes({ isActive: false })).toEqual({ ok: true });
    await vi.waitFor(() => expect(inside.closeCode).toBe(4403), AT_ONCE);
    expect(await far.connect('julio').closed()).toBe(4403);
    expect(await changes({ isActive: true })).toEqual({ ok: true });
    await vi.waitFor(async () => {
      const again = await far.connect('julio').synced();
      expect(again.frames[0]).toMatchObject({ mode: 'edit' });
    }, AT_ONCE);
  });

  it('only looks on after that where the own role may read every plan', async () => {
    const { far, changes } = await twoNodes();
    const inside = await far.connect('julio').synced();
    await changes({ isActive: false });
    await vi.waitFor(() => expect(inside.frames.at(-1)).toMatchObject({ mode: 'read' }), AT_ONCE);
    expect(inside.closeCode).toBeNull();
  });

  it('is given no place by people whom the directory does not know, or beyond the giver’s rights', async () => {
    const { changes } = await twoNodes();
    expect(await changes({ user: people.olga.user, role: 'auditor' })).toMatchObject({
      code: 'member_not_found',
    });
    expect(await changes({ user: people.abel.user, role: 'guest' })).toMatchObject({
      code: 'member_not_found',
    });
    expect(await changes({ role: 'icce' })).toMatchObject({ code: 'beyond_own_rights' });
    expect(await changes({ role: 'leader' })).toEqual({ ok: true });
  });

  it('is told to whoever judges feeds, on each node', async () => {
    const { far, changes } = await twoNodes();
    const told: unknown[] = [];
    far.rooms.onTeamChanged(({ stream, user }) => told.push([stream, user]));
    await changes({ isActive: false });
    await vi.waitFor(() => expect(told).toEqual([[`audit-${AUDIT}`, julio.user]]), AT_ONCE);
  });
});
