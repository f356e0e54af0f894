import type { RecordedEvent } from '@cotejo/event-store';
import { PATIENCE_MS } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listParked, orderSkip, type Projector } from '../index.ts';
import { retryGeneration } from '../retry-parked.ts';
import { silent, tally, tallyProjector } from '../tally.fixture.ts';
import { TallyRig } from './tally-rig.fixture.ts';

let rig: TallyRig;
beforeAll(async () => {
  rig = await TallyRig.open();
});
afterAll(() => rig.drop());
beforeEach(() => rig.reset());
afterEach(() => rig.stop());

describe('what is parked', () => {
  it('cannot be retried into tables that have taken the place of its own', async () => {
    const projector = tallyProjector({
      async apply(events, tx) {
        if (events.some(({ data }) => data['name'] === '☠')) throw new TypeError('cannot read that');
        await tally(events, tx);
      },
    });
    const one = rig.runner(projector);
    one.start();
    await rig.put('box-1', 'a', '☠');
    await vi.waitFor(async () => expect(await listParked(rig.pool)).toHaveLength(1));
    // Listed while the old tables were live, retried after the flip.
    const listed = await listParked(rig.pool);
    await rig.rebuild({}, { acceptParked: true });
    const target = { projector: 'tally', generation: 1, schema: 'read' };
    await rig.asOwner(`insert into es.parked (projector, generation, stream_id, position, error)
                   values ('tally', 1, 'box-1', ${listed[0]?.position ?? ''}, '')`);
    const late = { pool: rig.pool, store: rig.store, projector: tallyProjector(), log: silent };
    expect(await retryGeneration(late, target)).toMatchObject([{ ok: false }]);
    expect(await rig.names()).toEqual({ 'box-1': 'a☠' });
  });

  it('may be retried while a rebuild is about to flip, which then begins that part again', async () => {
    const one = rig.runner();
    one.start();
    await one.waitFor('box-1', await rig.put('box-1', 'a'), PATIENCE_MS);
    let times = 0;
    await rig.rebuild({
      async succeed() {
        // Simulates a retry, which seizes the live lease from its owner.
        if (times++ === 0)
          await rig.asOwner(`update es.checkpoint set epoch = epoch + 1 where generation = 1`);
      },
    });
    expect(times).toBe(2);
    expect(await one.waitFor('box-1', await rig.put('box-1', 'b'), PATIENCE_MS)).toBe(true);
    expect(await rig.names()).toEqual({ 'box-1': 'ab' });
  });
});

describe('poison in a rebuild', () => {
  const poisonous = (isPoison: (event: RecordedEvent) => boolean): Partial<Projector> => ({
    async apply(events, tx) {
      for (const event of events) {
        if (isPoison(event)) throw new TypeError('cannot read that');
        await tally([event], tx);
      }
    },
  });
  const isSkull = ({ data }: RecordedEvent): boolean => data['name'] === '☠';

  it('keeps the live rows when these would lack a stream that those have', async () => {
    const one = rig.runner();
    one.start();
    await rig.put('box-1', 'a', '☠');
    await one.waitFor('box-2', await rig.put('box-2', 'x'), PATIENCE_MS);
    await expect(rig.rebuild(poisonous(isSkull))).rejects.toMatchObject({ code: 'parked', details: 'box-1' });
    expect(await rig.names()).toEqual({ 'box-1': 'a☠', 'box-2': 'x' });
    expect(await listParked(rig.pool)).toMatchObject([{ generation: 2, stream: 'box-1' }]);
    // After the fix, the build is continued, the stream included.
    expect(await rig.rebuild()).toMatchObject({ generation: 2, resumed: true, parked: [] });
    expect(await rig.names()).toEqual({ 'box-1': 'a☠', 'box-2': 'x' });
  });

  it('passes over what an operator ordered to skip', async () => {
    const one = rig.runner(poisonous(isSkull));
    one.start();
    await rig.put('box-1', 'a', '☠', 'c');
    await vi.waitFor(async () => expect(await listParked(rig.pool)).toHaveLength(1));
    const order = { projector: 'tally', stream: 'box-1', version: 1n, reason: 'made up', by: 'system:ops' };
    await orderSkip(rig, order);
    expect(await rig.rebuild(poisonous(isSkull))).toMatchObject({ parked: [] });
    expect(await rig.names()).toEqual({ 'box-1': 'ac' });
  });

  it('lets it go aside where it is aside already, or when asked to', async () => {
    const one = rig.runner(poisonous(isSkull));
    one.start();
    await rig.put('box-1', 'a', '☠');
    await rig.put('box-2', 'x');
    await vi.waitFor(async () => expect(await listParked(rig.pool)).toHaveLength(1));
    expect(await rig.rebuild(poisonous(isSkull))).toMatchObject({
      parked: [{ stream: 'box-1', generation: 2 }],
    });
    await one.waitFor('box-3', await rig.put('box-3', 'z'), PATIENCE_MS);
    const everywhere = poisonous(({ stream }) => stream !== 'box-2');
    await expect(rig.rebuild(everywhere)).rejects.toMatchObject({ code: 'parked', details: 'box-3' });
    expect(await rig.rebuild(everywhere, { acceptParked: true })).toMatchObject({ generation: 3 });
    expect(await rig.names()).toEqual({ 'box-2': 'x' });
  });
});
