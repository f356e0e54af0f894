import type { AccountId, UserId } from '@cotejo/access-contracts';
import { planRowsAnswer, type PlanRows } from '@cotejo/audits-contracts';
import { createAuditModel, readPlanRows, type PlanThen } from '@cotejo/audits-domain';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AuditHistory, type PastAudit } from '../history/audit-history.ts';
import { InventedAudit, seeded } from '../read-models/invented-history.fixture.ts';
import { toPlanAt } from './history-mapping.ts';
import { People } from './people.ts';
import { toPlanRows } from './plan-rows-mapping.ts';

const HISTORY = 40;
const EVENTS = 600;
const account = crypto.randomUUID() as AccountId;
const team = Array.from({ length: 4 }, () => crypto.randomUUID() as UserId);
const people = new People(
  {
    person: (_: AccountId, id: UserId) => {
      const at = team.indexOf(id);
      return at < 0 ? null : { firstName: `Nombre ${at}`, lastName: 'Apellido', initials: `P${at}` };
    },
  } as never,
  account,
);
const model = createAuditModel();
let audit: InventedAudit;

beforeAll(async () => {
  audit = new InventedAudit(createMemoryEventStore(), account, team);
  await (await audit.begin('AUD-2026-001')).wander(seeded(77), EVENTS);
});

const newHistory = (): AuditHistory =>
  new AuditHistory({ store: audit.store, model, snapshotEvery: HISTORY });

/** One request: the server's answer, passed through JSON and merged by the browser's code. */
function step(history: AuditHistory, past: PastAudit, held: PlanThen | null): PlanThen {
  const base = held === null ? null : history.recall(audit.id, held.version);
  const answer = planRowsAnswer.parse(JSON.parse(JSON.stringify(toPlanRows(past, base, people))));
  return readPlanRows(answer, held);
}

describe('a plan that somebody travels through', () => {
  it('is at each step what it is when read whole, whatever the way', async () => {
    const head = audit.state.version;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: head }), { minLength: 1, maxLength: 12 }),
        async (way) => {
          const history = newHistory();
          let held: PlanThen | null = null;
          for (const version of way) {
            const past = await history.at(audit.id, { version });
            held = step(history, past, held);
            const whole = toPlanAt(await newHistory().at(audit.id, { version }), people);
            const { items, version: at, auditoria, equipo } = held;
            expect({ items, version: at, auditoria, equipo }).toEqual({
              ...{ items: whole.items, version: whole.version },
              ...{ auditoria: whole.auditoria, equipo: whole.equipo },
            });
            expect(new Set(held.byId.values())).toEqual(new Set(flat(items)));
          }
          await history.settled();
        },
      ),
      { numRuns: 40, seed: 5 },
    );
  });

  it('keeps the identity of what did not change, so that it is not drawn again', async () => {
    const history = newHistory();
    const { version } = audit.state;
    const first = step(history, await history.at(audit.id, { version: version - 1 }), null);
    const next = step(history, await history.at(audit.id, { version }), first);
    const same = [...next.byId].filter(([id, view]) => first.byId.get(id) === view);
    expect(same.length).toBeGreaterThan(next.byId.size / 2);
  });

  it('is told whole when the version that the reader holds is not at hand', async () => {
    const [history, other] = [newHistory(), newHistory()];
    const held = step(other, await other.at(audit.id, { version: 100 }), null);
    const past = await history.at(audit.id, { version: 120 });
    const answer = toPlanRows(past, history.recall(audit.id, held.version), people);
    expect(answer.base).toBeNull();
    expect(answer.filas.id.length).toBe(readPlanRows(answer, held).byId.size);
  });

  it('refuses rows that differ from another version', async () => {
    const history = newHistory();
    const held = step(history, await history.at(audit.id, { version: 100 }), null);
    const past = await history.at(audit.id, { version: 130 });
    const answer = toPlanRows(past, history.recall(audit.id, 100), people);
    expect(() => readPlanRows(answer, { ...held, version: 99 })).toThrow('another version');
  });
});

describe('rows that hold together', () => {
  const answerOf = async () => toPlanRows(await newHistory().at(audit.id, { version: 100 }), null, people);

  it.each<[string, (rows: PlanRows) => Partial<PlanRows>, string]>([
    ['a column is shorter than another', (rows) => ({ status: rows.status.slice(1) }), 'different lengths'],
    ['levels are those of no tree', (rows) => ({ level: rows.level.map(() => 2) }), 'stands in nothing'],
    ['there are no levels', () => ({ level: [] }), 'stands in nothing'],
  ])('are the only ones that are read: not when %s', async (_, spoil, why) => {
    const answer = await answerOf();
    const spoilt = { ...answer, filas: { ...answer.filas, ...spoil(answer.filas) } };
    expect(() => readPlanRows(answer, null)).not.toThrow();
    expect(() => readPlanRows(spoilt, null)).toThrow(why);
  });
});

const flat = (items: PlanThen['items']): PlanThen['items'] =>
  items.flatMap((one) => [one, ...flat(one.items)]);
