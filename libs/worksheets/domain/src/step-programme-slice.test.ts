import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import type { AuditEvent, ItemId } from '@cotejo/audits-contracts';
import { AuditState, createAudit, createAuditModel } from '@cotejo/audits-domain';
import { MAX_INSTRUCTIONS } from '@cotejo/worksheets-contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { asSealed } from './as-sealed.fixture.ts';
import { instructionsOf } from './instructions.ts';
import { STEP_PROGRAMME_SLICE, stepProgrammeSlice } from './step-programme-slice.ts';

const ana = '00000000-0000-4000-8000-00000000000a' as UserId;
const ACCOUNT = '00000000-0000-4000-8000-0000000000bb' as AccountId;
const creator: Principal = {
  ...{ userId: ana, accountId: ACCOUNT, sessionId: null, role: 'manager', isSuperuser: false, groups: [] },
  permissions: DEFAULT_PERMISSIONS.manager,
};
const model = createAuditModel([stepProgrammeSlice]);
const seal = (n: number) => ({
  ref: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  hash: String(n % 10).repeat(64),
  length: n,
});

let state: AuditState;
let step: ItemId;

const fold = (events: readonly AuditEvent[], into = state) => {
  for (const event of events) {
    const version = into.version + 1;
    model.evolve(into, { ...event, version, actor: ana, at: '2026-01-01T00:00:00.000Z', operation: null });
  }
};

beforeEach(() => {
  state = new AuditState();
  let id = 0;
  const newItemId = () => `00000000-0000-4000-9000-${String(++id).padStart(12, '0')}` as ItemId;
  const decision = createAudit({
    id: '00000000-0000-4000-8000-0000000000aa' as never,
    account: ACCOUNT,
    code: 'AUD-2026-001',
    creator,
    person: () => creator,
    newItemId,
    body: {
      nombre: 'x',
      plantilla: 'estandar',
      frequency_type: 'PRG',
      tipo_auditoria: 'DFT',
      fecha_inicio: '2026-01-01',
      fecha_fin: '2026-12-31',
      horas_presupuestadas: 0,
      lider: ana,
      procesos: ['Pagos'],
      riesgos: [],
    },
  });
  if (!decision.ok) throw new Error(decision.rejection.code);
  fold(decision.events);
  step = [...state.nodes()].find(({ type }) => type === 'step')!.id;
});

const programme = (change: object = {}) => ({
  kind: 'set_step_programme',
  id: step,
  objective: seal(1),
  instructions: [{ id: seal(9).ref, text: seal(2) }],
  ...change,
});

interface Circumstances {
  readonly can?: boolean;
  readonly mode?: 'server' | 'optimistic';
  readonly operation?: string;
}

const decide = (intent: { kind: string }, { can = true, mode = 'server', operation }: Circumstances = {}) =>
  model.decide(
    state,
    { ...asSealed(intent), base: state.version, ...(operation && { operation }) },
    { now: '2026-01-02T00:00:00.000Z', actor: ana, can: () => can, mode },
  );

const ofType = (type: string) => [...state.nodes()].find((node) => node.type === type)!.id;

describe('saying what a step is to achieve and what to do', () => {
  it('is an event with the seals of the texts, which the state and its snapshot keep', () => {
    const { kind: _, ...data } = programme();
    const decision = decide(programme());
    const place = `instruction.${seal(9).ref}.place`;
    const placed = { id: step, values: { [place]: 'a0' }, from: { [place]: null }, overwrote: {} };
    const events = [
      { type: 'StepProgrammeSet', data },
      { type: 'ItemValuesSet', data: placed },
    ];
    expect(decision).toEqual({ ok: true, events });
    if (decision.ok) fold(decision.events);
    const { id, ...kept } = data;
    const programmes = (of: AuditState) => of.slice(STEP_PROGRAMME_SLICE) as Map<ItemId, unknown>;
    expect(programmes(state).get(id)).toEqual(kept);
    const thawed = AuditState.thaw(JSON.parse(JSON.stringify(state.freeze(model.slices))), model.slices);
    expect(programmes(thawed)).toEqual(programmes(state));
  });

  it('makes its instructions those of the worksheet, in its order; those that it no longer has go', () => {
    const [a, b, c] = [seal(7).ref, seal(8).ref, seal(9).ref];
    const list = (...ids: readonly string[]) => ids.map((id) => ({ id, text: seal(2) }));
    const set = (instructions: ReturnType<typeof list>) => {
      const decision = decide(programme({ instructions }));
      if (decision.ok) fold(decision.events);
      return instructionsOf(state, step).map(({ id }) => id);
    };
    expect(set(list(a, b))).toEqual([a, b]);
    expect(set(list(c, a))).toEqual([c, a]);
    // Without changes no instruction gets a new place.
    const again = decide(programme({ instructions: list(c, a) }));
    expect(again.ok && again.events.map(({ type }) => type)).toEqual(['StepProgrammeSet']);
    expect(set([])).toEqual([]);
  });

  it('of before there were places is merged with what was placed and taken away since', () => {
    const [a, b, c] = [seal(7).ref, seal(8).ref, seal(9).ref];
    const instructions = [a, b].map((id) => ({ id, text: seal(2) }));
    fold([{ type: 'StepProgrammeSet', data: { id: step, objective: null, instructions } }]);
    const values = (change: Record<string, string | null>) =>
      fold([{ type: 'ItemValuesSet', data: { id: step, values: change, from: {}, overwrote: {} } }]);
    const shown = () => instructionsOf(state, step).map(({ id, option }) => [id, option]);
    expect(shown()).toEqual([
      [a, null],
      [b, null],
    ]);
    values({ [`instruction.${b}.option`]: 'conforms', [`instruction.${c}.place`]: 'a0V' });
    expect(shown()).toEqual([
      [a, null],
      [c, null],
      [b, 'conforms'],
    ]);
    values({ [`instruction.${a}.place`]: 'a0' });
    values({ [`instruction.${a}.place`]: null });
    expect(shown().map(([id]) => id)).toEqual([c, b]);
  });

  it('leaves a state that an overlay shares as it was', () => {
    const set = (objective: ReturnType<typeof seal>) => {
      const decision = decide(programme({ objective }));
      if (decision.ok) fold(decision.events);
      return state.slice(STEP_PROGRAMME_SLICE) as Map<ItemId, { objective: unknown }>;
    };
    const first = set(seal(1));
    const second = set(seal(2));
    expect([first, second].map((each) => each.get(step)?.objective)).toEqual([seal(1), seal(2)]);
  });

  it('is forgotten with a step that left the plan for good', () => {
    const decision = decide(programme());
    if (decision.ok) fold(decision.events);
    const kept = () => (state.slice(STEP_PROGRAMME_SLICE) as Map<ItemId, unknown>).size;
    expect(kept()).toBe(1);
    fold([{ type: 'TreeItemDeleted', data: { id: step, items: 1 } }]);
    fold([{ type: 'TreeItemPurged', data: { id: step, items: 1 } }]);
    expect(kept()).toBe(0);
  });

  it.each(['completed', 'reviewed'] as const)('takes back the mark of a %s step', (status) => {
    fold([
      { type: 'AuditStatusChanged', data: { from: 'not_started', to: 'in_progress', closedOn: null } },
      { type: 'ItemStatusChanged', data: { id: step, from: 'new', to: status } },
    ]);
    const decision = decide(programme());
    expect(decision.ok && decision.events.slice(2)).toEqual([
      { type: 'ItemStatusChanged', data: { id: step, from: status, to: 'in_progress' } },
      {
        type: 'SignaturesVoided',
        data: { id: step, voided: [{ mark: status, by: ana }], because: 'edited' },
      },
    ]);
  });

  it('is shown at once in the browser, which has nothing to seal with', () => {
    expect(decide(programme({ objective: 'plain' }), { mode: 'optimistic' })).toEqual({
      ok: true,
      events: [],
    });
  });

  it.each<[string, () => ReturnType<typeof decide>, string]>([
    ['a text that nobody sealed', () => decide(programme({ objective: 'plain' })), 'not_sealed'],
    ['no fields', () => decide({ kind: 'set_step_programme' }), 'invalid_intent'],
    [
      'too many instructions',
      () =>
        decide(programme({ instructions: Array(MAX_INSTRUCTIONS + 1).fill(programme().instructions[0]) })),
      'invalid_intent',
    ],
    ['an item of another type', () => decide(programme({ id: ofType('phase') })), 'invalid_intent'],
    [
      'an item that is not there',
      () => decide(programme({ id: '00000000-0000-4000-9000-999999999999' as ItemId })),
      'item_not_found',
    ],
    ['whoever may not', () => decide(programme(), { can: false }), 'forbidden'],
    [
      'an operation that does not run',
      () => decide(programme(), { operation: seal(5).ref }),
      'operation_unknown',
    ],
    [
      'a deleted step',
      () => {
        fold([{ type: 'TreeItemDeleted', data: { id: step, items: 1 } }]);
        return decide(programme());
      },
      'item_deleted',
    ],
  ])('refuses %s', (_, act, code) => {
    expect(act()).toMatchObject({ ok: false, rejection: { code } });
  });
});

describe('instructions are values of the step', () => {
  const of = (...ids: readonly string[]) =>
    programme({ instructions: ids.map((id) => ({ id, text: seal(2) })) });
  const one = seal(9).ref;

  it.each<[string, readonly string[]]>([
    ['twice under one id', [one, one]],
    ['under an id that no worksheet would find again', ['ABCDEF00-0000-4000-8000-000000000009']],
  ])('and none is said %s', (_, ids) => {
    expect(decide(of(...ids))).toEqual({ ok: false, rejection: { code: 'invalid_intent' } });
  });

  it('of which it had only so many in all its time', () => {
    const ids = (from: number) => Array.from({ length: MAX_INSTRUCTIONS }, (_, n) => seal(from + n + 1).ref);
    const outcomes = Array.from({ length: 14 }, (_, time) => {
      const decision = decide(of(...ids(time * MAX_INSTRUCTIONS)));
      if (decision.ok) fold(decision.events);
      return decision.ok ? 'ok' : decision.rejection.code;
    });
    expect(outcomes).toEqual([...Array.from({ length: 13 }, () => 'ok'), 'too_many_values']);
  });
});
