import type { Principal } from '@cotejo/access-contracts';
import {
  actionPlanIdOf,
  auditStream,
  itemId,
  OWN_ACTION_PLANS_TOPIC,
  ownActionPlanRow,
  ownActionPlansRow,
  type ItemId,
  type KernelIntent,
  type OwnActionPlanRow,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import { itemCreated } from '@cotejo/audits-domain';
import type { FollowAnswer } from '@cotejo/live/protocol';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { InventedAudit } from '../read-models/invented-history.fixture.ts';
import { account, AuditsApp, idOf, principals, type CreatedAuditAnswer } from './audits-app.fixture.ts';

let app: AuditsApp;
/** Lists sent to each user's socket, in order. */
const sent = new Map<string, OwnActionPlanRow[][]>();

beforeAll(async () => {
  app = await AuditsApp.open();
  app.hub.attach({
    emit: (names, { rows }) => {
      for (const name of names) {
        sent.get(name)?.push(...rows.map((row) => ownActionPlansRow.parse(row).planes));
      }
    },
    revoke: () => undefined,
    end: () => undefined,
  });
  for (const [name, principal] of principals) app.hub.connected(name, principal);
});
beforeEach(() => sent.clear());
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const get = (name: string) =>
  request(app.url)
    .get('/api/proyecto/riesgo/planes-accion/mios/')
    .set({ Authorization: `Token ${name}` });

async function plansOf(name: string): Promise<OwnActionPlanRow[]> {
  const { body } = await get(name).expect(200);
  return z.object({ data: z.array(ownActionPlanRow) }).parse(body).data;
}

async function follow(name: string, key: string = idOf(name)): Promise<FollowAnswer> {
  sent.set(name, []);
  const answers: FollowAnswer[] = [];
  await app.hub.follow(name, { topic: OWN_ACTION_PLANS_TOPIC, key, cursor: -1 }, (answer) =>
    answers.push(answer),
  );
  return answers[0] as FollowAnswer;
}

const newItem = (): ItemId => itemId.parse(crypto.randomUUID());

/** An audit with a discussed finding in a process, and its action plan, not assigned yet. */
class FoundWanting {
  readonly process = newItem();
  readonly finding = newItem();
  readonly plan = actionPlanIdOf(this.finding);

  private constructor(readonly audit: CreatedAuditAnswer) {}

  static async create(): Promise<FoundWanting> {
    const found = new FoundWanting(await app.create());
    const { process, finding, plan, audit } = found;
    const [phase] = await app.data(`/${audit.id}/tree/`, z.custom<TreeItemView[]>());
    await found.act(
      { kind: 'create_item', id: process, type: 'process', parent: phase?.id as ItemId, name: 'Tesorería' },
      { kind: 'create_item', id: finding, type: 'finding', parent: process, name: 'Pagos sin soporte' },
      { kind: 'recode_item', id: finding, code: 'H-07' },
      { kind: 'change_status', id: finding, from: 'new', to: 'not_discussed' },
      { kind: 'change_status', id: finding, from: 'not_discussed', to: 'completed' },
      { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
      { kind: 'recode_item', id: plan, code: 'PA-07' },
    );
    return found;
  }

  /** Submits intents in the leader's name, in order, and waits until they are readable. */
  async act(...intents: readonly KernelIntent[]): Promise<void> {
    const { id } = this.audit;
    const base = (await app.rooms.room(id))?.state.version ?? -1;
    const { outcomes, version } = await app.rooms.submit(
      id,
      principals.get('andres') as Principal,
      intents.map((intent) => ({ intent, base })),
    );
    expect(outcomes).toEqual(intents.map(() => ({ ok: true })));
    expect(await app.base.projected(auditStream(id), version)).toBe(true);
  }

  give(name: string | null): Promise<void> {
    return this.act({ kind: 'assign_item', id: this.plan, assignee: name === null ? null : idOf(name) });
  }

  get row(): Partial<OwnActionPlanRow> {
    const { id, codigo, nombre } = this.audit;
    return {
      id: this.plan,
      codigo: 'PA-07',
      nombre: 'Pagos sin soporte',
      status: 'ASIGNADO',
      hallazgo: { codigo: 'H-07', nombre: 'Pagos sin soporte' },
      auditoria: { id, codigo, nombre },
    };
  }
}

describe('the action plans of the person who answers them', () => {
  it('are those assigned to them, with finding and audit, and nobody else gets them', async () => {
    const [first, second] = [await FoundWanting.create(), await FoundWanting.create()];
    await first.give('marta');
    await second.give('julian');
    expect(await plansOf('marta')).toEqual([expect.objectContaining(first.row)]);
    expect(await plansOf('julian')).toEqual([expect.objectContaining(second.row)]);
    // Neither to the leader, who sees the plans in the tree, nor to a manager of another account.
    expect(await plansOf('andres')).toEqual([]);
    expect(await plansOf('stranger')).toEqual([]);
    await request(app.url).get('/api/proyecto/riesgo/planes-accion/mios/').expect(401);
    await Promise.all([first.give(null), second.give(null)]);
    expect(await plansOf('marta')).toEqual([]);
  });

  it('show the days that the auditors wrote, and the due date of the finding', async () => {
    const found = await FoundWanting.create();
    await found.give('marta');
    await found.act(
      { kind: 'set_values', id: found.finding, values: { dueDate: '2026-12-31' } },
      { kind: 'set_values', id: found.plan, values: { assignmentDate: '2026-11-02' } },
    );
    const [plan] = await plansOf('marta');
    expect(plan?.fechas).toEqual({
      asignacion: '2026-11-02',
      aceptacion: null,
      aprobacion: null,
      implementacion: null,
      vencimiento: '2026-12-31',
    });
    await found.give(null);
  });

  it('are gone with whatever is above them, and come back with it', async () => {
    const found = await FoundWanting.create();
    await found.give('marta');
    await found.act({ kind: 'delete_item', id: found.process });
    expect(await plansOf('marta')).toEqual([]);
    await found.act({ kind: 'restore_item', id: found.process });
    expect(await plansOf('marta')).toHaveLength(1);
    await found.act({ kind: 'choose_finding_treatment', id: found.finding, treatment: 'none' });
    expect(await plansOf('marta')).toEqual([]);
  });
});

describe('the feed of own action plans', () => {
  it('brings the whole list whenever it may have changed, and stays silent otherwise', async () => {
    const found = await FoundWanting.create();
    const other = await FoundWanting.create();
    for (const name of ['marta', 'julian']) expect(await follow(name)).toMatchObject({ ok: true });
    const last = (name: string) =>
      sent
        .get(name)
        ?.at(-1)
        ?.map(({ codigo }) => codigo);
    await vi.waitFor(() => expect([last('marta'), last('julian')]).toEqual([[], []]));

    await found.give('marta');
    await vi.waitFor(() => expect(last('marta')).toEqual(['PA-07']));
    await found.act({ kind: 'recode_item', id: found.finding, code: 'H-70' });
    await vi.waitFor(() => expect(sent.get('marta')?.at(-1)?.[0]?.hallazgo?.codigo).toBe('H-70'));
    await found.act({ kind: 'change_status', id: found.plan, from: 'assigned', to: 'accepted' });
    await vi.waitFor(() => expect(sent.get('marta')?.at(-1)?.[0]?.status).toBe('ACEPTADO'));
    await found.act({ kind: 'delete_item', id: found.process });
    await vi.waitFor(() => expect(last('marta')).toEqual([]));
    await found.act({ kind: 'restore_item', id: found.process });
    await vi.waitFor(() => expect(last('marta')).toEqual(['PA-07']));
    // Julián was sent none of it.
    expect(sent.get('julian')).toEqual([[]]);

    await found.give('julian');
    await vi.waitFor(() => expect([last('marta'), last('julian')]).toEqual([[], ['PA-07']]));
    const before = sent.get('marta')?.length;
    await found.act({ kind: 'rename_item', id: found.process, name: 'Pagos' });
    await other.act({ kind: 'recode_item', id: other.plan, code: 'PA-99' });
    await other.give('julian');
    await vi.waitFor(() => expect(last('julian')).toContain('PA-99'));
    expect(sent.get('marta')).toHaveLength(before ?? -1);
  });

  it('takes back what an import brought that is given up', async () => {
    const assignee = idOf('marta');
    const operation = crypto.randomUUID();
    const imported = new InventedAudit(app.base.store, account, [idOf('andres')]);
    await imported.begin('AUD-2026-900', { imported: 'oscal:given up' });
    const finding = newItem();
    const both = { position: 'a0', name: 'Importado', code: null } as const;
    await imported.append([
      { type: 'OperationStarted', data: { operation, what: 'import', by: idOf('andres') } },
      itemCreated({ ...both, id: finding, itemType: 'finding', parent: null, status: 'completed' }),
      itemCreated({
        ...both,
        id: actionPlanIdOf(finding),
        itemType: 'action_plan',
        parent: finding,
        status: 'assigned',
        assignee,
        derived: true,
      }),
    ]);
    const names = () =>
      sent
        .get('marta')
        ?.at(-1)
        ?.map(({ nombre }) => nombre);
    expect(await follow('marta')).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(names()).toContain('Importado'));
    await imported.append([{ type: 'OperationDiscarded', data: { operation } }]);
    await vi.waitFor(() => expect(names()).not.toContain('Importado'));
    expect((await plansOf('marta')).map(({ nombre }) => nombre)).not.toContain('Importado');
  });

  it('serves nobody but its person', async () => {
    const refused = { ok: false, code: 'access_not_authorized' };
    expect(await follow('julian', idOf('marta'))).toEqual(refused);
    expect(await follow('andres', idOf('marta'))).toEqual(refused);
    expect(await follow('stranger', idOf('marta'))).toEqual(refused);
  });
});
