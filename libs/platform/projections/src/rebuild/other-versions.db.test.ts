import { PATIENCE_MS } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tally } from '../tally.fixture.ts';
import { TallyRig } from './tally-rig.fixture.ts';

let rig: TallyRig;
beforeAll(async () => {
  rig = await TallyRig.open();
});
afterAll(() => rig.drop());
beforeEach(() => rig.reset());
afterEach(() => rig.stop());

describe('a node whose code is of another version', () => {
  it('builds the rows anew beside those that are read, when it is newer, and then writes them', async () => {
    const old = rig.runner();
    old.start();
    await old.waitFor('box-1', await rig.put('box-1', 'a', 'b'), PATIENCE_MS);
    const states: string[] = [];
    const young = rig.runner(
      {
        version: 2,
        async apply(events, tx) {
          states.push(young.state);
          // The old rows are complete meanwhile.
          if (tx.schema !== 'read')
            expect(await rig.names()).toMatchObject({ 'box-1': expect.stringMatching(/^ab/) });
          await tally(events, tx);
        },
      },
      { ownerUrl: rig.database.ownerUrl },
    );
    young.start();
    await vi.waitFor(async () =>
      expect(await rig.live()).toMatchObject({ live_generation: 2, live_version: 2 }),
    );
    expect(new Set(states)).toEqual(new Set(['standby']));
    // The older runner is fenced and may not write these rows any more.
    await vi.waitFor(() => expect(young.state).toBe('owner'));
    await vi.waitFor(() => expect(old.state).toBe('standby'));
    expect(await old.waitFor('box-1', await rig.put('box-1', 'c'), PATIENCE_MS)).toBe(true);
    expect(await rig.names()).toEqual({ 'box-1': 'abc' });
    await young.stop();
    await rig.put('box-1', 'd');
    expect(await old.waitFor('box-1', 3n, 1_500)).toBe(false);
    expect(old.state).toBe('standby');
    await expect(rig.rebuild()).rejects.toMatchObject({ code: 'newer' });
    await expect(old.retry()).rejects.toMatchObject({ code: 'newer' });
  });

  it('stands by without the right to make tables, until another has done it', async () => {
    const old = rig.runner();
    old.start();
    await old.waitFor('box-1', await rig.put('box-1', 'a'), PATIENCE_MS);
    await old.stop();
    const young = rig.runner({ version: 2 });
    young.start();
    await vi.waitFor(() => expect(young.state).toBe('standby'));
    await rig.rebuild({ version: 2 });
    expect(await young.waitFor('box-1', await rig.put('box-1', 'b'), PATIENCE_MS)).toBe(true);
    expect(await rig.names()).toEqual({ 'box-1': 'ab' });
  });

  it('builds anew by itself when the log was restored or moved, but not for another store’s log', async () => {
    const one = rig.runner({}, { ownerUrl: rig.database.ownerUrl });
    one.start();
    await one.waitFor('box-1', await rig.put('box-1', 'a'), PATIENCE_MS);
    await one.stop();
    await rig.asOwner('update es.checkpoint set incarnation = gen_random_uuid(), position = 900');
    one.start();
    await vi.waitFor(async () => expect(await rig.live()).toMatchObject({ live_generation: 2 }));
    expect(await one.waitFor('box-1', await rig.put('box-1', 'b'), PATIENCE_MS)).toBe(true);
    await one.stop();
    await rig.asOwner('update es.checkpoint set store_id = gen_random_uuid()');
    one.start();
    await vi.waitFor(() => expect(one.state).toBe('faulted'));
    expect(await rig.live()).toMatchObject({ live_generation: 2 });
    // An explicit rebuild uses the current log.
    await rig.rebuild();
    expect(await rig.names()).toEqual({ 'box-1': 'ab' });
    expect(await one.waitFor('box-1', await rig.put('box-1', 'c'), PATIENCE_MS)).toBe(true);
  });
});
