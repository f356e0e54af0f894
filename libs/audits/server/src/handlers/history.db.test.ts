import { randomUUID } from 'node:crypto';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditId,
  auditStream,
  itemId,
  planAtAnswer,
  planChangesAnswer,
  treeItemView,
  type KernelIntent,
  type PlanAtAnswer,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { InventedAudit } from '../read-models/invented-history.fixture.ts';
import { account, AuditsApp, BASE, idOf, principals } from './audits-app.fixture.ts';

let app: AuditsApp;
let audit: string;
let born: number;
let step: string;
let before: TreeItemView[];

const tree = (id: string) => app.data(`/${id}/tree/`, z.array(treeItemView));
const planAt = (query: string, name?: string): Promise<PlanAtAnswer> =>
  app.data(`/${audit}/plan/${query}`, planAtAnswer, name);
const changes = (query: string) => app.data(`/${audit}/changes/${query}`, planChangesAnswer);
const names = (items: readonly TreeItemView[]): string[] =>
  items.flatMap(({ _nombre, items: under }) => [_nombre, ...names(under)]);

async function act(...intents: readonly KernelIntent[]): Promise<number> {
  const leader = principals.get('andres') as Principal;
  const base = (await app.rooms.room(audit))?.state.version ?? -1;
  const { outcomes, version } = await app.rooms.submit(
    audit,
    leader,
    intents.map((intent) => ({ intent, base })),
  );
  expect(outcomes).toEqual(intents.map(() => ({ ok: true })));
  expect(await app.base.projected(auditStream(audit), version)).toBe(true);
  return version;
}

beforeAll(async () => {
  app = await AuditsApp.open();
  const created = await app.create();
  audit = created.id;
  born = created.version;
  before = await tree(audit);
  const fieldwork = before.find(({ nombre }) => nombre === 'Ejecución') as TreeItemView;
  step = randomUUID();
  const item = (id: string) => itemId.parse(id);
  await act(
    { kind: 'create_item', id: item(step), type: 'step', parent: item(fieldwork.id), name: 'Arqueo' },
    { kind: 'rename_item', id: item(step), name: 'Arqueo de caja' },
    { kind: 'rename_item', id: item(fieldwork.id), name: 'Trabajo de campo' },
    { kind: 'assign_item', id: item(step), assignee: idOf('andres') },
    { kind: 'delete_item', id: item((before[2] as TreeItemView).id) },
  );
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

describe('the plan as it was', () => {
  it('now is the plan as it is', async () => {
    const now = await planAt('');
    expect(now.items).toEqual(await tree(audit));
    expect(now).toMatchObject({
      version: now.head,
      auditoria: { id: audit, nombre: 'Compras y pagos', status: 'SIN INICIAR', record_type: 'plan' },
    });
    expect(now.equipo.map(({ usuario, rol }) => [usuario.name, rol])).toEqual([
      ['Claudia Prueba', 'manager'],
      ['Andres Prueba', 'leader'],
    ]);
  });

  it('at a version is the plan that people saw at that version, with the names of then', async () => {
    const then = await planAt(`?version=${born}`);
    expect(then.items).toEqual(before);
    expect(then).toMatchObject({ version: born, auditoria: { items: names(before).length } });
    expect(names((await planAt(`?version=${born + 1}`)).items)).toContain('Arqueo');
    expect((await planAt('?version=0')).items).toEqual([]);
  });

  it('at the moment of a version is that version, to the microsecond, in any offset', async () => {
    const then = await planAt(`?version=${born + 2}`);
    expect((await planAt(`?at=${then.at}`)).version).toBeGreaterThanOrEqual(born + 2);
    const [whole = '', fraction = ''] = then.at.slice(0, -1).split('.');
    const inBogota = new Date(Date.parse(`${whole}Z`) - 5 * 3_600_000).toISOString().slice(0, 19);
    const asked = encodeURIComponent(`${inBogota}.${fraction}-05:00`);
    expect(await planAt(`?at=${asked}`)).toEqual(await planAt(`?at=${then.at}`));
    expect((await planAt('?at=2100-01-01T00:00:00Z')).version).toBe(then.head);
  });

  it.each<[string, string, number, string]>([
    ['a version yet to come', '?version=5000', 404, 'version_not_reached'],
    ['a moment before it was created', '?at=2000-01-01T00:00:00Z', 404, 'not_created_yet'],
    ['the year nought', '?at=0000-01-01T00:00:00%2B14:00', 404, 'not_created_yet'],
    ['a version below nought', '?version=-1', 400, 'invalid_request'],
    ['half a version', '?version=1.5', 400, 'invalid_request'],
    ['a blank version', '?version=', 400, 'invalid_request'],
    ['a version of blanks', '?version=%20', 400, 'invalid_request'],
    ['a moment without its offset', '?at=2026-01-01T00:00:00', 400, 'invalid_request'],
    ['a version and a moment', '?version=1&at=2026-01-01T00:00:00Z', 400, 'invalid_request'],
  ])('is refused at %s', async (_, query, status, code) => {
    expect((await app.get(`/${audit}/plan/${query}`).expect(status)).body).toMatchObject({ code });
  });

  it('is shown to whoever sees the plan, and to nobody else', async () => {
    expect((await planAt('?version=1', 'hernan')).version).toBe(1);
    for (const path of [`/${audit}/plan/?version=1`, `/${audit}/changes/?from=0`]) {
      expect((await app.get(path, 'stranger').expect(404)).body).toMatchObject({ code: 'audit_not_found' });
      await app.get(path, 'marta').expect(403);
      await request(app.url).get(`${BASE}${path}`).expect(401);
    }
    await app.get(`/${randomUUID()}/plan/`).expect(404);
  });

  it('of an import that was given up is nobody’s, as the audit itself', async () => {
    const operation = randomUUID();
    const imported = new InventedAudit(app.base.store, account, [idOf('andres')]);
    await imported.begin('AUD-2026-901', { imported: 'oscal:given up' });
    await imported.append([
      { type: 'OperationStarted', data: { operation, what: 'import', by: idOf('andres') } },
      { type: 'OperationDiscarded', data: { operation } },
    ]);
    expect(await app.base.projected(imported.stream, imported.state.version)).toBe(true);
    await app.get(`/${auditId.parse(imported.id)}/plan/?version=1`).expect(404);
  });
});

describe('what changed between two versions', () => {
  it('names each item that differs, with what it was and is', async () => {
    const { changes: found, ...rest } = await changes(`?from=${born}`);
    expect(rest).toMatchObject({ from: born, to: rest.head });
    expect(found).toEqual([
      expect.objectContaining({
        change: 'changed',
        nombre: 'Trabajo de campo',
        renamed: { from: 'Ejecución', to: 'Trabajo de campo' },
      }),
      expect.objectContaining({
        id: step,
        change: 'added',
        nombre: 'Arqueo de caja',
        item_tipo: 'HT_PASO',
        place: { parent: expect.any(String), parentName: 'Trabajo de campo' },
      }),
      expect.objectContaining({
        change: 'removed',
        nombre: 'Informe',
        place: { parent: null, parentName: null },
      }),
      ...['Discusión de hallazgos', 'Informe preliminar', 'Informe final'].map((nombre) =>
        expect.objectContaining({
          change: 'removed',
          nombre,
          place: { parent: before[2]?.id, parentName: 'Informe' },
        }),
      ),
    ]);
    const [item, ...others] = (await changes(`?from=${born + 1}&to=${rest.head}`)).changes.filter(
      ({ id }) => id === step,
    );
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      renamed: { from: 'Arqueo', to: 'Arqueo de caja' },
      status: { from: 'NUEVO', to: 'ASIGNADO' },
      assigned: { from: null, to: { id: idOf('andres'), name: 'Andres Prueba' } },
    });
  });

  it('is nothing between a version and itself', async () => {
    expect(await changes('?from=3&to=3')).toMatchObject({ from: 3, to: 3, changes: [] });
  });

  it.each<[string, string, number, string]>([
    ['backwards', '?from=4&to=3', 422, 'versions_reversed'],
    ['beyond the newest', '?from=1&to=5000', 404, 'version_not_reached'],
    ['from nowhere', '', 400, 'invalid_request'],
  ])('is refused %s', async (_, query, status, code) => {
    expect((await app.get(`/${audit}/changes/${query}`).expect(status)).body).toMatchObject({ code });
  });
});

describe('reading what was', () => {
  it('is refused to whoever asks for too much at once, and not done for whoever went away', async () => {
    const { store } = app.base;
    const head = store.head.bind(store);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const begun = vi.spyOn(store, 'head').mockImplementation(async (stream) => {
      await gate;
      return head(stream);
    });
    const path = `/${audit}/plan/?version=1`;
    const statuses: number[] = [];
    const ask = (many: number) =>
      Array.from({ length: many }, async () => void statuses.push((await app.get(path)).status));
    const first = ask(2);
    await expect.poll(() => begun.mock.calls.length).toBe(2);
    const going = new AbortController();
    const left = fetch(`${app.url}${BASE}${path}`, {
      headers: { Authorization: 'Token claudia' },
      signal: going.signal,
    });
    const others = ask(10);
    await expect.poll(() => statuses).toEqual([429, 429, 429, 429]);
    going.abort();
    await expect(left).rejects.toThrow(/abort/);
    // This request is answered after the server has noticed the closed connections.
    await app.get('/').expect(200);
    open();
    await Promise.all([...first, ...others]);
    expect(statuses.slice(4)).toEqual(Array<number>(8).fill(200));
    expect(begun).toHaveBeenCalledTimes(8);
    begun.mockRestore();
    await app.get(path).expect(200);
  });
});
