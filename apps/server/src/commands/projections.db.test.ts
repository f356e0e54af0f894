import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import { manifests } from '../manifests.ts';
import { UsageError } from './command.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { projections } from './projections.ts';

let place: CommandPlace;
let foundation: Foundation;
let contexts: Contexts;
const stream = `audit-${crypto.randomUUID()}`;

beforeAll(async () => {
  vi.stubEnv('LC_ALL', 'es_CO.UTF-8');
  place = await CommandPlace.open();
  foundation = place.foundation;
  // Nodes with running projections, beside which the command works.
  contexts = await place.openContexts();
});
afterAll(async () => {
  await place.close();
  vi.unstubAllEnvs();
});

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const code = await place.run(projections, ...args);
  return { code, text: place.said.join('\n') };
}

describe('npm run projections --', () => {
  it('status tells of each projection where it stands, and who writes it', async () => {
    // Each projection appears once its runner has started, in any order.
    const { code, text } = await vi.waitFor(async () => {
      const said = await run('status');
      for (const name of ['audits', 'worksheets'])
        expect(said.text).toMatch(new RegExp(`${name} +│ 1 +│ en uso`));
      return said;
    });
    expect(code).toBe(0);
    expect(text).toContain('Eventos por aplicar');
  });

  it('rebuild builds a projection anew beside the running nodes, which go on with it', async () => {
    const { code, text } = await run('rebuild', 'worksheets');
    expect(text).toContain('«worksheets» se reconstruyó');
    expect(text).toContain('La generación 2 está en uso');
    expect(code).toBe(0);
    await vi.waitFor(async () => {
      const { rows } = await foundation.pool.query(
        `select owner from es.checkpoint where projector = 'worksheets' and generation = 2 and owner is not null`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(contexts.ready()).toMatchObject({ projections: true });
  });

  it('status shows what is parked, and retry tries it again', async () => {
    expect(await run('retry')).toEqual({ code: 0, text: 'No hay flujos apartados.' });
    await foundation.store.append({
      stream,
      expected: 'no-stream',
      events: [
        {
          id: crypto.randomUUID(),
          type: 'TreeItemRenamed',
          schemaVersion: 1,
          data: { id: crypto.randomUUID(), name: 'x', from: 'y', overwrote: null },
          meta: { actor: 'system:test', at: '2026-01-01T00:00:00.000Z' },
        },
      ],
    });
    await vi.waitFor(async () => expect((await run('status')).code).toBe(2));
    const { text } = await run('status');
    expect(text).toContain('has events but was never created');
    expect(text).toContain('npm run projections -- retry');
    const json = JSON.parse((await run('status', '--json')).text) as unknown;
    expect(json).toMatchObject({
      projections: expect.arrayContaining([
        expect.objectContaining({ projector: 'audits', role: 'live', parked: 1 }),
        expect.objectContaining({ projector: 'worksheets' }),
      ]),
      parked: [{ projector: 'audits', stream }],
    });
    const again = await run('retry', 'audits', stream);
    expect(again).toMatchObject({ code: 2, text: expect.stringContaining('sigue apartado') });
    expect((await run('retry', 'audits', 'audit-x')).text).toContain('no está apartado');
    // The stream is parked in the live rows, too, so that replacing them by the rebuilt ones loses nothing.
    expect(await run('rebuild', 'audits')).toMatchObject({ code: 2, text: expect.stringContaining(stream) });
  });

  it('skip passes over the event that stopped a stream, by an order in the log that a rebuild obeys', async () => {
    await expect(place.run(projections, 'skip', stream, '0')).rejects.toThrow('--reason');
    await expect(place.run(projections, 'skip', 'audit-x', '0', '--reason', 'x')).rejects.toThrow('audit-x');
    const wrong = await run('skip', stream, '7', '--reason', 'Otro');
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('versión 0') });
    expect((await run('status')).text).toContain(`skip ${stream} 0 --reason`);
    const order = ['--reason', 'Lo escribió un ataque', '--by', 'operaciones'];
    const done = await run('skip', stream, '0', ...order);
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('sigue de nuevo') });
    expect((await run('status')).code).toBe(0);
    const orders = [];
    for await (const { type, data, meta } of foundation.store.read('projection-skips'))
      orders.push({ type, data, meta });
    expect(orders).toMatchObject([
      {
        type: 'ProjectionEventSkipped',
        data: { projector: 'audits', stream, version: '0', reason: 'Lo escribió un ataque' },
        meta: { actor: 'operaciones' },
      },
    ]);
    expect(await run('rebuild', 'audits')).toMatchObject({ code: 0 });
    expect((await run('status')).code).toBe(0);
  });

  it('names the projections that there are when it is given another', async () => {
    for (const verb of ['rebuild', 'retry']) {
      const { code, text } = await run(verb, 'audit');
      expect(code).toBe(1);
      const names = manifests.flatMap(({ projectors }) => projectors.map(({ name }) => name));
      expect(names).toEqual(expect.arrayContaining(['audits', 'worksheets']));
      expect(text).toBe(`No existe la proyección «audit». Las que hay: ${names.join(', ')}.`);
    }
  });

  it.each([[[]], [['rebuild']], [['rebuild', 'a', 'b']], [['flip']], [['status', '--yaml']], [['toString']]])(
    'shows its usage for %j',
    async (args) => {
      await expect(place.run(projections, ...args)).rejects.toThrow(UsageError);
    },
  );
});
