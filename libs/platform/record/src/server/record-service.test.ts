import { createMemoryEventStore } from '@cotejo/event-store/memory';
import type { AppendRequest, EventStore } from '@cotejo/event-store';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { FindOperator } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../calls.ts';
import { line, reference, status } from '../fields.ts';
import { record, streamPrefixOf, type RecordId } from '../record.ts';
import { rules } from '../rules.ts';
import type { Asker, Ground } from './ground.ts';
import { RecordService } from './record-service.ts';
import { serve, type ServedRecord } from './server-context.ts';

const plan = record('plan', {
  home: 'account',
  fields: { name: line(50), status: status({ draft: 'D', sent: 'S', approved: 'A' }) },
  acts: {
    send: { event: 'PlanSent', moves: true },
    approve: { event: 'PlanApproved', moves: true },
  },
  refusals: { plan_taken: 409 },
  rights: 'plans',
  unique: { fields: ['name'], refusal: 'plan_taken' },
  title: { name: 'name' },
  path: '/planes/',
  wire: {},
});
const planRules = rules(plan, {
  states: { draft: { send: 'sent' }, sent: { approve: 'approved' }, approved: {} },
  fold: {},
  derive: {},
});
const row = record('row', {
  home: 'account',
  fields: { plan: reference<RecordId<'plan'>>('plan').fixed(), what: line(50) },
  acts: {},
  refusals: { plan_not_draft: 409 },
  rights: 'plans',
  path: '/filas/',
  wire: {},
});
const rowRules = rules(row, {
  parent: { rules: planRules, field: 'plan' },
  refuse: { any: ({ parent }) => (parent.status === 'draft' ? null : 'plan_not_draft') },
  states: {},
  fold: {},
  derive: {},
});

const ACCOUNT = '00000000-0000-4000-8000-0000000000aa';
const asker: Asker = { accountId: ACCOUNT, userId: '00000000-0000-4000-8000-000000000001', sessionId: null };

/** Records of two kinds on one node; their tables follow the log only when the test says so. */
class Node {
  readonly store: EventStore = createMemoryEventStore();
  /** The connection that holds the locks. */
  connection = new EventEmitter();
  beforeAppend: (request: AppendRequest) => Promise<void> = async () => undefined;
  /** Whether projections catch up with the log when they are waited for. */
  follows = true;
  readonly plans: RecordService<Asker>;
  readonly rows: RecordService<Asker>;
  private readonly served = [planRules, rowRules].map((of) =>
    serve(of, { errors: errorsOf(of.record, 'x'), since: 0, version: 1 }),
  );
  private readonly tables = new Map<unknown, Record<string, unknown>[]>();
  private commands = 0;

  constructor() {
    const services = new Map<string, RecordService<Asker>>();
    const projection = {
      waitFor: async () => this.catchUp(),
      waitForAll: async () => this.catchUp(),
    };
    const append = async (request: AppendRequest) => {
      await this.beforeAppend(request);
      return this.store.append(request);
    };
    const ground = {
      store: new Proxy(this.store, {
        get: (target, key) => {
          const value: unknown = key === 'append' ? append : Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
      db: { getRepository: (entity: unknown) => this.repository(entity) },
      pool: {
        connect: async () => {
          this.connection = new EventEmitter();
          return Object.assign(this.connection, {
            query: async () => ({ rows: [] }),
            release: () => undefined,
          });
        },
      },
      clock: () => new Date('2026-03-10T15:00:00Z'),
      all: () => this.served.map((served) => ({ served, service: services.get(served.rules.record.name) })),
      projection: () => projection,
      isReadable: () => true,
      can: () => true,
      person: (_: string, id: string) => ({ id, name: '', initials: '', position: null, email: null }),
      isStaff: () => true,
      dayOf: () => '2026-03-10',
      references: {},
    } as unknown as Ground<Asker>;
    const [plans, rows] = this.served.map((served) => {
      const service = new RecordService({ ...served, ground, projection: projection as never });
      services.set(served.rules.record.name, service);
      return service;
    });
    [this.plans, this.rows] = [plans as RecordService<Asker>, rows as RecordService<Asker>];
  }

  act(service: RecordService<Asker>, id: string | null, act: string, body: object = {}) {
    const command = { id: `00000000-0000-4000-9000-${String(++this.commands).padStart(12, '0')}` };
    const given = { ...command, isRepeatable: false } as never;
    return id === null
      ? service.create(asker, { ...body }, given)
      : service.act(asker, id, act, { ...body }, given);
  }

  async planNamed(name: string): Promise<string> {
    return String((await this.act(this.plans, null, 'create', { name }))['id']);
  }

  async rowOf(of: string): Promise<string> {
    return String((await this.act(this.rows, null, 'create', { plan: of, what: 'Tesorería' }))['id']);
  }

  private async catchUp(): Promise<boolean> {
    if (!this.follows) return false;
    for (const served of this.served) this.tables.set(served.table.entity, await this.fold(served));
    return true;
  }

  private async fold({ rules: of }: ServedRecord): Promise<Record<string, unknown>[]> {
    const states = new Map<string, Record<string, unknown>>();
    const filter = { streamPrefixes: [streamPrefixOf(of.record)] };
    for (const event of (await this.store.readAll(null, { filter, limit: 500 })).events) {
      const id = event.stream.slice(-36);
      const when = { at: event.meta.at, by: event.meta.actor };
      const state = of.evolve((states.get(id) as never) ?? null, event, id, when);
      states.set(id, { ...state, accountId: ACCOUNT });
    }
    return [...states.values()];
  }

  private repository(entity: unknown) {
    const holds = (value: unknown, asked: unknown): boolean => {
      if (!(asked instanceof FindOperator)) return value === asked;
      return asked.type === 'isNull' ? value === null : (asked.value as unknown as unknown[]).includes(value);
    };
    const findBy = async (where: object) =>
      (this.tables.get(entity) ?? []).filter((one) =>
        Object.entries(where).every(([name, asked]) => holds(one[name], asked)),
      );
    return { findBy, existsBy: async (where: object) => (await findBy(where)).length > 0 };
  }
}

const codeOf = (acting: Promise<unknown>): Promise<unknown> =>
  acting.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
};

describe('records that depend on others', () => {
  it('are refused, to be tried again, while the tables are behind the log', async () => {
    const node = new Node();
    const id = await node.planNamed('Plan 2026');
    node.follows = false;
    expect(await codeOf(node.planNamed('Plan 2026'))).toBe('unavailable');
    expect(await codeOf(node.act(node.plans, id, 'remove'))).toBe('unavailable');
    expect(await codeOf(node.rowOf(id))).toBe('unavailable');
    node.follows = true;
    expect(await codeOf(node.planNamed('plan 2026'))).toBe('plan_taken');
    await node.rowOf(id);
    expect(await codeOf(node.act(node.plans, id, 'remove'))).toBe('in_use');
  });

  it('keep their parent as it is until they are written', async () => {
    const node = new Node();
    const id = await node.planNamed('Plan 2026');
    const late = await node.rowOf(id);
    let release: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (release = resolve));
    node.beforeAppend = async ({ stream }) => (stream.startsWith('row-') ? stalled : undefined);
    const changing = codeOf(node.act(node.rows, late, 'change', { what: 'Caja' }));
    await turns();
    const sending = node.act(node.plans, id, 'send').then(() => node.act(node.plans, id, 'approve'));
    await turns();
    expect(await node.plans.stateOf(ACCOUNT, id)).toMatchObject({ status: 'draft' });
    release();
    expect(await changing).toBe('done');
    await sending;
    expect(await codeOf(node.act(node.rows, late, 'change', { what: 'Bancos' }))).toBe('plan_not_draft');
    expect(await node.rows.stateOf(ACCOUNT, late)).toMatchObject({ what: 'Caja' });
  });

  it('are not written once the lock that keeps the others is lost', async () => {
    const node = new Node();
    const id = await node.planNamed('Plan 2026');
    const late = await node.rowOf(id);
    const { store } = node;
    const read = store.read.bind(store);
    // The connection breaks after the parent was read, before the append.
    store.read = (stream, options) => {
      if (stream.startsWith('plan-')) node.connection.emit('error', new Error('terminated'));
      return read(stream, options);
    };
    expect(await codeOf(node.act(node.rows, late, 'change', { what: 'Caja' }))).toBe('record_busy');
    expect(await node.rows.stateOf(ACCOUNT, late)).toMatchObject({ what: 'Tesorería' });
  });

  it('of a removed parent are neither created nor changed', async () => {
    const node = new Node();
    const id = await node.planNamed('Plan 2026');
    const orphan = await node.rowOf(id);
    await node.act(node.rows, orphan, 'remove');
    await node.act(node.plans, id, 'remove');
    expect(await codeOf(node.act(node.rows, orphan, 'restore'))).toBe('record_not_found');
    expect(await codeOf(node.rowOf(id))).toBe('reference_not_found');
  });
});
