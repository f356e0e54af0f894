import type { AccountId, UserId } from '@cotejo/access-contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { figuresOfPlan } from '../read/read-summary.ts';
import { InventedAudit, seeded } from './invented-history.fixture.ts';
import { KeptFigures } from './kept-figures.ts';
import { findAudit } from './reads/list-audits.ts';
import { projectedDatabase, type ProjectedDatabase } from './projected-database.fixture.ts';
import { readWholeFigures } from './reads/read-whole-figures.ts';

const account = crypto.randomUUID() as AccountId;
const people = Array.from({ length: 3 }, () => crypto.randomUUID() as UserId);
const [person = people[0] as UserId] = people;

let base: ProjectedDatabase;
beforeAll(async () => {
  base = await projectedDatabase();
});
afterAll(() => base.drop());

async function entryOf(audit: InventedAudit) {
  await base.projected(audit.stream, audit.state.version);
  const entry = await findAudit(base.db, { accountId: account, userId: person }, audit.id);
  if (!entry) throw new Error('an audit without a row');
  return entry;
}

/** Figures from the cache, and from a full read of the current tree. */
async function both(kept: KeptFigures, audit: InventedAudit) {
  const entry = await entryOf(audit);
  const view = await kept.view(account, entry);
  const now = figuresOfPlan(view, entry);
  const whole = await readWholeFigures(base.db, account, entry);
  return [now, figuresOfPlan(whole, entry)] as const;
}

const begin = (code: string) => new InventedAudit(base.store, account, people).begin(code);

describe('figures of a tree that is kept', () => {
  it.each([3, 8, 21])('are those of the tree read whole, whatever happened in between: %i', async (seed) => {
    const audit = await begin(`AUD-2026-${seed}`);
    const [random, chance] = [seeded(seed), seeded(seed + 100)];
    await audit.wander(random, 60);
    await audit.shareControl();
    const kept = new KeptFigures(base.db);
    for (let look = 0; look < 25; look++) {
      const [now, whole] = await both(kept, audit);
      expect(now).toEqual(whole);
      await audit.wander(random, 1 + Math.floor(random() * 6));
      await audit.planSprints(chance, 1);
    }
    kept.clear();
  });

  it('read no more than what changed', async () => {
    const audit = await begin('AUD-2026-900');
    await audit.wander(seeded(4), 40);
    const kept = new KeptFigures(base.db);
    await both(kept, audit);
    const [item] = audit.items;
    await audit.append([
      { type: 'TreeItemRenamed', data: { id: item, name: 'Otro', from: 'Uno', overwrote: null } },
    ]);
    const entry = await entryOf(audit);
    const asked = vi.spyOn(base.db, 'query');
    await kept.view(account, entry);
    const rows = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown[]>));
    asked.mockRestore();
    expect(rows.map((each) => each.length)).toEqual([1, 1, 0]);
    kept.clear();
  });

  it('are let go when nobody asked for a while', async () => {
    const audit = await begin('AUD-2026-901');
    let now = 0;
    const kept = new KeptFigures(base.db, () => now);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const entry = await entryOf(audit);
    await kept.view(account, entry);
    now += 61_000;
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    const asked = vi.spyOn(base.db, 'query');
    await kept.view(account, entry);
    // Anew: its items and its sprints.
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    kept.clear();
  });
});
