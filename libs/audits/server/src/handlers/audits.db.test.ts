import type { Principal } from '@cotejo/access-contracts';
import {
  auditDetail,
  auditRow,
  auditStream,
  auditTemplateRow,
  changeRow,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  AuditsApp,
  authenticator,
  BASE,
  bodyOf,
  createdAudit,
  idOf,
  principals,
} from './audits-app.fixture.ts';

let app: AuditsApp;
beforeAll(async () => {
  app = await AuditsApp.open();
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

describe('creating an audit', () => {
  it('answers its detail once it is readable, with its team and the rights of whoever made it', async () => {
    const audit = await app.create();
    expect(audit).toMatchObject({
      nombre: 'Compras y pagos',
      ano_auditoria: 2026,
      record_type: 'plan',
      status: 'SIN INICIAR',
      frequency_type: 'PRG',
      tipo_auditoria: 'DFT',
      horas_presupuestadas: 480,
      progreso: 0,
      items: 10,
      lider: { id: idOf('andres'), name: 'Andres Prueba', sigla: 'AN' },
      created_by: { id: idOf('claudia') },
      in_team: true,
      operacion: null,
    });
    expect(audit.codigo).toMatch(/^AUD-2026-\d{3}$/);
    expect(audit.equipo.map(({ usuario, rol }) => [usuario.sigla, rol])).toEqual([
      ['CL', 'manager'],
      ['AN', 'leader'],
    ]);
    expect(audit.permissions).toMatchObject({ 'plan.treeitem__add': true, 'plan.mark_reviewed': true });
  });

  it('gives every audit a code of its own, also when many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.post(bodyOf({ fecha_inicio: '2025-02-01' }))),
    );
    const codes = answers.map(({ body }: { body: { data: { codigo: string } } }) => body.data.codigo).sort();
    expect(codes).toEqual(Array.from({ length: 8 }, (_, at) => `AUD-2025-00${at + 1}`));
  });

  it('gives each of very many at once a code of its own, however late their rows are', async () => {
    const many = 240;
    const waited = vi.spyOn(app.base.runner, 'waitFor').mockResolvedValue(false);
    await app.base.runner.stop();
    try {
      const answers = await Promise.all(
        Array.from({ length: many }, () => app.post(bodyOf({ fecha_inicio: '2024-02-01' })).expect(201)),
      );
      const codes = answers.map(({ body }: { body: { data: { codigo: string } } }) => body.data.codigo);
      expect(new Set(codes).size).toBe(many);
    } finally {
      waited.mockRestore();
      app.base.runner.start();
    }
    await vi.waitFor(async () => {
      const rows = await app.data('/', z.array(auditRow));
      expect(rows.filter(({ codigo }) => codigo.startsWith('AUD-2024-'))).toHaveLength(many);
    });
  });

  it('does so once for an Idempotency-Key, and refuses the key for something else', async () => {
    const [first, again] = await Promise.all([
      app.post(bodyOf(), 'claudia', 'k-1'),
      app.post(bodyOf(), 'claudia', 'k-1'),
    ]);
    const later = await app.post(bodyOf(), 'claudia', 'k-1');
    const audits = [first, again, later].map(({ body }) => createdAudit.parse(body).data);
    expect(new Set(audits.map(({ id, codigo }) => `${id} ${codigo}`)).size).toBe(1);
    await app.post(bodyOf({ nombre: 'Otra' }), 'claudia', 'k-1').expect(422);
    const others = createdAudit.parse((await app.post(bodyOf(), 'andres', 'k-1').expect(201)).body).data;
    expect(others.id).not.toBe(audits[0]?.id);
    await app.post(bodyOf(), 'claudia', 'ñ'.repeat(3)).expect(400);
  });

  it.each<[string, Readonly<Record<string, unknown>>, number, string]>([
    ['no scope', { procesos: [] }, 422, 'scope_required'],
    ['an end before its start', { fecha_fin: '2026-01-31' }, 422, 'dates_reversed'],
    ['a template that is not there', { plantilla: 'otra' }, 422, 'template_not_found'],
    ['a leader who is an auditee', { lider: idOf('marta') }, 422, 'leader_not_found'],
    ['a leader of nowhere', { lider: crypto.randomUUID() }, 422, 'leader_not_found'],
    ['no name', { nombre: ' ' }, 400, 'invalid_request'],
    ['a date that is none', { fecha_inicio: '2026-02-30' }, 400, 'invalid_request'],
    ['a field of its own', { otro: 1 }, 400, 'invalid_request'],
  ])('refuses %s and leaves no code behind', async (_, changes, status, code) => {
    const before = await app.create();
    const { body } = await app.post(bodyOf(changes)).expect(status);
    expect(body).toMatchObject({ code });
    const after = await app.create();
    const numberOf = (codigo: string) => Number(codigo.split('-')[2]);
    expect(numberOf(after.codigo)).toBe(numberOf(before.codigo) + 1);
  });

  it.each(['laura', 'hernan', 'marta'])('is refused to %s', async (name) => {
    await app.post(bodyOf(), name).expect(403);
  });

  it('says so when its rows are not readable in time', async () => {
    const waited = vi.spyOn(app.base.runner, 'waitFor').mockResolvedValueOnce(false);
    const { body } = await app.post(bodyOf()).expect(201);
    expect(body).toEqual({
      data: { id: expect.any(String), codigo: expect.stringMatching(/^AUD-2026-/), projected: false },
      status: 201,
    });
    waited.mockRestore();
  });
});

describe('reading audits', () => {
  it('lists those of the account, newest first', async () => {
    const audit = await app.create();
    const rows = await app.data('/', z.array(auditRow));
    expect(rows[0]?.id).toBe(audit.id);
    expect(rows.map(({ codigo }) => codigo)).toEqual(
      rows
        .map(({ codigo }) => codigo)
        .toSorted()
        .toReversed(),
    );
    expect(
      (await app.data('/', z.array(auditRow), 'hernan')).find(({ id }) => id === audit.id)?.in_team,
    ).toBe(false);
  });

  it('shows nothing of it to another account, nor to an auditee', async () => {
    const { id } = await app.create();
    expect(await app.data('/', z.array(auditRow), 'stranger')).toEqual([]);
    for (const path of [`/${id}/`, `/${id}/tree/`, `/${id}/historial/`]) {
      expect((await app.get(path, 'stranger').expect(404)).body).toMatchObject({ code: 'audit_not_found' });
      await app.get(path, 'marta').expect(403);
      await request(app.url).get(`${BASE}${path}`).expect(401);
    }
    await app.get('/not-a-uuid/').expect(400);
    await app.get(`/${crypto.randomUUID()}/`).expect(404);
  });

  it('shows a list of their own to whoever may list only what they made or work on', async () => {
    const { id } = await app.create();
    const own = principals.get('andres') as Principal;
    const limited = { ...own, permissions: { ...own.permissions, 'audits.list': { '3': 1 } } } as const;
    principals.set('limited', { ...limited, userId: idOf('laura') });
    principals.set('member', limited);
    // The guard checks the permission without an object; conditions apply to the rows.
    vi.spyOn(authenticator, 'may').mockReturnValue(true);
    try {
      expect(await app.data('/', z.array(auditRow), 'limited')).toEqual([]);
      await app.get(`/${id}/`, 'limited').expect(404);
      expect((await app.data('/', z.array(auditRow), 'member')).map((row) => row.id)).toContain(id);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('tells a guest of rights to read only', async () => {
    const { id } = await app.create();
    const { permissions } = await app.data(`/${id}/`, auditDetail, 'hernan');
    expect(
      Object.keys(permissions)
        .filter((key) => permissions[key])
        .sort(),
    ).toEqual(['audits.access', 'plan.access', 'plan.history']);
  });

  it('names the templates that there are', async () => {
    const rows = await app.data('/plantillas/', z.array(auditTemplateRow));
    expect(rows.find(({ id }) => id === 'estandar')?.fases).toEqual(['Planeación', 'Ejecución', 'Informe']);
  });
});

describe('reading a plan', () => {
  async function planned() {
    const audit = await app.create();
    const leader = principals.get('andres') as Principal;
    const tree = await app.data(`/${audit.id}/tree/`, z.custom<TreeItemView[]>());
    const fieldwork = tree.find(({ nombre }) => nombre === 'Ejecución') as TreeItemView;
    const finding = crypto.randomUUID();
    const intents = [
      { kind: 'create_item', id: finding, type: 'finding', parent: fieldwork.id, name: 'Pagos sin soporte' },
      {
        kind: 'create_item',
        id: crypto.randomUUID(),
        type: 'understanding',
        parent: fieldwork.id,
        name: 'Recorrido',
      },
      { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
      { kind: 'assign_item', id: `${finding}-PA`, assignee: idOf('laura') },
    ];
    const { outcomes, version } = await app.rooms.submit(
      audit.id,
      leader,
      intents.map((intent) => ({ intent, base: audit.version })),
    );
    expect(outcomes.slice(0, 3)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await app.base.projected(auditStream(audit.id), version)).toBe(true);
    return { audit, finding, fieldwork, version };
  }

  it('nests items in display order, with contract names, ranks and levels', async () => {
    const { audit, finding } = await planned();
    const tree = await app.data(`/${audit.id}/tree/`, z.custom<TreeItemView[]>());
    expect(
      tree.map(({ nombre, item_tipo, level, position }) => [nombre, item_tipo, level, position]),
    ).toEqual([
      ['Planeación', 'GR_FASE', 1, 1],
      ['Ejecución', 'GR_FASE', 1, 2],
      ['Informe', 'GR_FASE', 1, 3],
    ]);
    expect(tree[1]?.items.map(({ nombre, position, level }) => [nombre, position, level])).toEqual([
      ['Recorrido', 1, 2],
      ['Selección de proveedores', 2, 2],
      ['H-01 Pagos sin soporte', 3, 2],
    ]);
    expect(tree[1]?.items[2]).toMatchObject({
      id: finding,
      codigo: 'H-01',
      item_tipo: 'HT_HALLAZGO',
      status: 'NUEVO',
    });
  });

  it('answers an item by its id, a plan by its own, and the finding where there is no such plan', async () => {
    const { audit, finding, fieldwork } = await planned();
    const item = (id: string) => app.data(`/${audit.id}/tree/${id}/`, z.custom<TreeItemView>());
    expect(await item(finding)).toMatchObject({ id: finding, parent: fieldwork.id, level: 2 });
    expect(await item(`${finding}-PA`)).toMatchObject({ id: `${finding}-PA`, item_tipo: 'HT_PLAN_ACCION' });
    expect(await item(`${finding}-EV`)).toMatchObject({ id: finding });
    expect((await app.get(`/${audit.id}/tree/${crypto.randomUUID()}/`).expect(404)).body).toMatchObject({
      code: 'item_not_found',
    });
    expect(
      (await app.get(`/${audit.id}/tree/?fecha_inicio=2026-02-01&fecha_fin=2026-01-01`).expect(422)).body,
    ).toMatchObject({
      code: 'dates_reversed',
    });
  });

  it('turns back the pages of its history', async () => {
    const { audit, version } = await planned();
    const all = await app.data(`/${audit.id}/historial/?limite=200&appVersion=2`, z.array(changeRow));
    expect(all.map((row) => row.version)).toEqual(
      Array.from({ length: version + 1 }, (_, at) => version - at),
    );
    const page = await app.data(`/${audit.id}/historial/?limite=3&antes=${version}`, z.array(changeRow));
    expect(page).toEqual(all.slice(1, 4));
    expect(all.at(-1)).toMatchObject({
      type: 'AuditCreated',
      actor: { name: 'Claudia Prueba', sigla: 'CL' },
      item: null,
    });
    await app.get(`/${audit.id}/historial/?limite=0`).expect(400);
  });
});
