import type { Principal } from '@cotejo/access-contracts';
import {
  actionPlanIdOf,
  auditStream,
  FOLLOW_UP,
  followUpPage,
  itemId,
  type FollowUpPage,
  type ItemId,
  type ItemStatus,
  type KernelIntent,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditReferences } from '../ports/audit-references.ts';
import { AuditsApp, idOf, principals, type CreatedAuditAnswer } from './audits-app.fixture.ts';

let app: AuditsApp;
/** Sees only audits in whose team they are. */
const NARROW = 'laura';

beforeAll(async () => {
  app = await AuditsApp.open();
  const laura = principals.get(NARROW) as Principal;
  principals.set(NARROW, {
    ...laura,
    permissions: { ...laura.permissions, 'audits.list': { '4': 1 } },
  });
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const ask = (name: string, query: string) =>
  request(app.url)
    .get(`/api/proyecto/riesgo/seguimiento/abiertos/${query}`)
    .set({ Authorization: `Token ${name}` });
async function pageOf(name: string, query = ''): Promise<FollowUpPage> {
  const { body } = await ask(name, query).expect(200);
  return z.object({ data: followUpPage }).parse(body).data;
}
const codesOf = async (name: string, query = '') =>
  (await pageOf(name, query)).filas.map(({ codigo }) => codigo);

const newItem = (): ItemId => itemId.parse(crypto.randomUUID());

class Audit {
  private constructor(
    readonly read: CreatedAuditAnswer,
    private readonly process: ItemId,
  ) {}

  static async create(): Promise<Audit> {
    const read = await app.create();
    const [phase] = await app.data(`/${read.id}/tree/`, z.custom<TreeItemView[]>());
    const audit = new Audit(read, newItem());
    await audit.act({
      ...{ kind: 'create_item', id: audit.process, type: 'process', name: 'Pagos' },
      parent: phase?.id as ItemId,
    });
    return audit;
  }

  act(...intents: readonly KernelIntent[]): Promise<void> {
    return this.actAs('claudia', intents);
  }

  async actAs(name: string, intents: readonly KernelIntent[]): Promise<void> {
    const { id } = this.read;
    const base = (await app.rooms.room(id))?.state.version ?? -1;
    const { outcomes, version } = await app.rooms.submit(
      id,
      principals.get(name) as Principal,
      intents.map((intent) => ({ intent, base })),
    );
    expect(outcomes).toEqual(intents.map(() => ({ ok: true })));
    expect(await app.base.projected(auditStream(id), version)).toBe(true);
  }

  /** A draft of a finding. */
  async finding(code: string, name = 'Pagos sin soporte'): Promise<ItemId> {
    const id = newItem();
    await this.act(
      { kind: 'create_item', id, type: 'finding', parent: this.process, name },
      { kind: 'recode_item', id, code },
    );
    return id;
  }

  async walk(id: ItemId, ...statuses: readonly ItemStatus[]): Promise<void> {
    for (const [at, to] of statuses.slice(1).entries()) {
      await this.act({ kind: 'change_status', id, from: statuses[at] as ItemStatus, to });
    }
  }
}

describe('open findings and action plans', () => {
  it('are those discussed or to be discussed, until the plan is implemented or evaluated', async () => {
    const audit = await Audit.create();
    const { codigo } = audit.read;
    const listed = () => codesOf('andres', `?q=${codigo}`);
    const finding = await audit.finding('H-01');
    expect(await listed()).toEqual([]);
    await audit.walk(finding, 'new', 'not_discussed');
    expect(await listed()).toEqual(['H-01']);
    // Completed by another user, so that the reviewer is not the preparer.
    await audit.actAs('andres', [
      { kind: 'change_status', id: finding, from: 'not_discussed', to: 'completed' },
    ]);
    const plan = actionPlanIdOf(finding);
    await audit.act(
      { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
      { kind: 'recode_item', id: plan, code: 'PA-01' },
      { kind: 'choose_plan_treatment', id: plan, treatment: 'none' },
      { kind: 'assign_item', id: plan, assignee: idOf('marta') },
    );
    expect(new Set(await listed())).toEqual(new Set(['H-01', 'PA-01']));
    expect(await codesOf('andres', `?q=${codigo}&item_tipo=HT_PLAN_ACCION`)).toEqual(['PA-01']);
    await audit.walk(finding, 'completed', 'reviewed');
    expect(new Set(await listed())).toEqual(new Set(['H-01', 'PA-01']));
    await audit.walk(plan, 'assigned', 'accepted', 'approved', 'in_progress');
    expect(new Set(await listed())).toEqual(new Set(['H-01', 'PA-01']));
    await audit.walk(plan, 'in_progress', 'implemented');
    expect(await listed()).toEqual([]);
  });

  it('come late ones first, with impact, due date and audit', async () => {
    const audit = await Audit.create();
    const { id, codigo, nombre } = audit.read;
    const due = async (code: string, dueDate: string, impact: number) => {
      const finding = await audit.finding(code);
      await audit.act({ kind: 'set_values', id: finding, values: { dueDate, impact } });
      await audit.walk(finding, 'new', 'not_discussed');
    };
    await due('H-high', '2999-01-01', 5);
    await due('H-late', '2020-01-01', 1);
    const { filas } = await pageOf('andres', `?q=${codigo}`);
    expect(filas).toMatchObject([
      { codigo: 'H-late', atrasado: true, fecha_vencimiento: '2020-01-01', impacto: 1 },
      { codigo: 'H-high', atrasado: false, status: 'SIN_DISCUTIR', auditoria: { id, codigo, nombre } },
    ]);
  });

  it('are found by code, name and audit, page by page', async () => {
    const audit = await Audit.create();
    for (const code of ['Z-1', 'Z-2', 'Z-3'])
      await audit.walk(await audit.finding(code, `Cruce 100% ${code}`), 'new', 'not_discussed');
    expect(await codesOf('andres', '?q=z-2')).toEqual(['Z-2']);
    expect(await codesOf('andres', '?q=cruce 100%25')).toEqual(['Z-1', 'Z-2', 'Z-3']);
    expect(await codesOf('andres', '?q=cruce 1_0')).toEqual([]);
    const page = await pageOf('andres', '?q=cruce&por_pagina=2&pagina=2');
    expect(page).toMatchObject({ total: 3, pagina: 2, paginas: 2, filas: [{ codigo: 'Z-3' }] });
    expect((await pageOf('andres', '?q=cruce&por_pagina=2&pagina=9')).total).toBe(3);
    await ask('andres', '?por_pagina=101').expect(400);
  });

  it('are of audits that the reader sees, and of no others', async () => {
    const [seen, hidden] = [await Audit.create(), await Audit.create()];
    const places: { audit: string; item: ItemId }[] = [];
    for (const [audit, code] of [
      [seen, 'V-seen'],
      [hidden, 'V-hidden'],
    ] as const) {
      const finding = await audit.finding(code);
      await audit.walk(finding, 'new', 'not_discussed');
      places.push({ audit: audit.read.id, item: finding });
    }
    await seen.act({ kind: 'set_member', user: idOf(NARROW), role: 'auditor' });
    expect(await codesOf(NARROW, '?q=V-')).toEqual(['V-seen']);
    expect(new Set(await codesOf('hernan', '?q=V-'))).toEqual(new Set(['V-hidden', 'V-seen']));
    expect(await codesOf('stranger')).toEqual([]);
    await ask('marta', '').expect(403);
    await request(app.url).get('/api/proyecto/riesgo/seguimiento/abiertos/').expect(401);

    // References to them are named for the same readers.
    const { db, clock } = app.services;
    const read = auditReferences({ db, clock })[FOLLOW_UP];
    const namesFor = async (name: string) =>
      (
        await read(
          principals.get(name) as Principal,
          places.map(({ audit, item }) => ({ id: item, beside: { audit } })),
        )
      ).map((each) => each?.code ?? null);
    expect(await namesFor('andres')).toEqual(['V-seen', 'V-hidden']);
    expect(await namesFor(NARROW)).toEqual(['V-seen', null]);
    expect(await namesFor('stranger')).toEqual([null, null]);
    const elsewhere = [{ id: places[0]?.item ?? '', beside: { audit: places[1]?.audit } }];
    expect(await read(principals.get('andres') as Principal, elsewhere)).toEqual([null]);
    const process = (await app.data(`/${seen.read.id}/tree/`, z.custom<TreeItemView[]>()))[0]?.id ?? '';
    const group = [{ id: process, beside: { audit: seen.read.id } }];
    expect(await read(principals.get('andres') as Principal, group)).toEqual([null]);
  });
});
