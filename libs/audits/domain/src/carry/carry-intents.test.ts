import {
  kernelIntent,
  VALUE_SHAPES,
  type ItemId,
  type ItemType,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { displayOrder } from '../model/tree.ts';
import { GivenAudit, givenPlan, item, OTHER_AUDIT, stretch, user } from '../testing/given-audit.ts';
import { carriedItems } from './carried-items.ts';
import { carriedFindingName, carryIntents, type CarryTarget } from './carry-intents.ts';

const idFor = (source: ItemId): ItemId => source.replace('00000001', '10000001') as ItemId;

function carry(
  given: GivenAudit,
  over: Partial<CarryTarget> = {},
  findings = false,
): readonly KernelIntent[] {
  const { state } = given;
  const place = { recordType: 'audit_plan', parentType: null } as const;
  const items = carriedItems(state, displayOrder(state, null), { findings }, place);
  const target: CarryTarget = {
    parent: null,
    idFor,
    sprintFor: () => null,
    shift: (day) => day,
    choices: { ratings: false },
    findingName: (finding) => carriedFindingName(finding, 'AUD-2025-007'),
    slices: [],
    ...over,
  };
  return [...carryIntents(state, OTHER_AUDIT, items, target)];
}

const says = (given: GivenAudit, label: string, values: Record<string, unknown>) =>
  given.happened('ItemValuesSet', { id: item(label), values, from: {}, overwrote: {} });
const created = (intents: readonly KernelIntent[], label: string) =>
  intents.find((intent) => intent.kind === 'create_item' && intent.id === idFor(item(label)));
const valuesOf = (intents: readonly KernelIntent[], label: string) =>
  intents.flatMap((intent) =>
    intent.kind === 'set_values' && intent.id === idFor(item(label)) ? [intent] : [],
  );

const INSTRUCTION = 'aaaaaaaa-0000-4000-8000-000000000001';
const placeOf = `instruction.${INSTRUCTION}.place`;

describe('the intents that fill a new audit', () => {
  it('keep the tree, the codes and where each item is from, and are accepted by an empty audit', () => {
    const source = givenPlan()
      .item('risk2', 'risk', 'proc', { code: 'R-002' })
      .reference('ref', 'risk2', 'ctrl');
    const intents = carry(source);
    for (const intent of intents) expect(kernelIntent.safeParse(intent).success).toBe(true);
    const target = new GivenAudit();
    for (const intent of intents) target.does({ ...intent });
    const outline = (parent: ItemId | null): unknown[] =>
      displayOrder(target.state, parent).map((id) => [target.state.get(id)?.code, outline(id)]);
    expect(outline(null)).toEqual([
      [
        null,
        [
          [
            null,
            [
              ['R-001', [['C-001', [['PV-01', []]]]]],
              ['AC-1', []],
              ['R-002', [[null, []]]],
            ],
          ],
        ],
      ],
    ]);
    expect(created(intents, 'ctrl')).toMatchObject({
      type: 'control',
      copiedFrom: { audit: OTHER_AUDIT, item: item('ctrl'), version: source.version },
    });
    expect(target.state.get(idFor(item('ref')))?.target).toEqual({ audit: null, item: idFor(item('ctrl')) });
  });

  it('put a reference where it stood, also before its control', () => {
    const source = new GivenAudit()
      .item('phase', 'phase', null)
      .item('r1', 'risk', 'phase')
      .item('c0', 'control', 'r1')
      .item('ref', 'reference', 'r1', { target: { audit: null, item: item('c9') } })
      .item('c1', 'control', 'r1')
      .item('r2', 'risk', 'phase')
      .item('c9', 'control', 'r2');
    const target = new GivenAudit();
    for (const intent of carry(source)) target.does({ ...intent });
    expect(displayOrder(target.state, idFor(item('r1')))).toEqual(
      ['c0', 'ref', 'c1'].map((label) => idFor(item(label))),
    );
  });

  it.each<[ItemType, string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'control',
      'ctrl',
      {
        budgetedMinutes: 90,
        isKey: true,
        frequency: '12',
        'design.segregation.weight': 7,
        'design.segregation.value': 5,
      },
      { budgetedMinutes: 90, isKey: true, frequency: '12', 'design.segregation.weight': 7 },
    ],
    [
      'control_test',
      'test',
      {
        ...{ budgetedMinutes: 240, method: 'attributes', confidence: '95', population: 312, sampleSize: 52 },
        ...{
          exceptions: 1,
          execution: 3,
          [placeOf]: 'a0',
          [`instruction.${INSTRUCTION}.option`]: 'conforms',
        },
        'period.1.result': 'complies',
      },
      { budgetedMinutes: 240, method: 'attributes', confidence: '95', [placeOf]: 'a0' },
    ],
    [
      'step',
      'step',
      { budgetedMinutes: 60, [placeOf]: 'a0', [`instruction.${INSTRUCTION}.action`]: 'inspected' },
      { budgetedMinutes: 60, [placeOf]: 'a0' },
    ],
  ])('of a %s keep its criteria, instructions and hours, and no result', (_, label, given, kept) => {
    expect(valuesOf(carry(says(givenPlan(), label, given)), label)).toEqual([
      { kind: 'set_values', id: idFor(item(label)), copied: true, values: kept },
    ]);
  });

  it('take the ratings of risks only if they are chosen', () => {
    const source = says(givenPlan(), 'risk', { probability: 5, impact: 3 });
    expect(valuesOf(carry(source), 'risk')).toEqual([]);
    expect(valuesOf(carry(source, { choices: { ratings: true } }), 'risk')).toMatchObject([
      { values: { probability: 5, impact: 3 } },
    ]);
  });

  it('never take people, statuses, signatures, notes or evidence', () => {
    const source = givenPlan()
      .item('mine', 'step', 'proc', { assignee: user('junior'), status: 'assigned' })
      .status('step', 'completed')
      .happened('ItemSigned', {
        id: item('step'),
        mark: 'completed',
        seen: 1,
        content: 'a'.repeat(64),
        texts: [],
      });
    const intents = carry(source, {}, true);
    const kinds = new Set(intents.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['create_item']);
    for (const intent of intents) expect(Object.keys(intent)).not.toContain('assignee');
    const target = new GivenAudit();
    for (const intent of intents) target.does({ ...intent });
    for (const node of target.state.nodes()) expect([null, 'new']).toContain(node.status);
    expect(target.state.get(idFor(item('step')))?.signatures).toBeUndefined();
  });

  it('take a finding with its facts, and its name says where it is followed', () => {
    const facts = {
      kind: 'finding',
      findingType: 'fraud',
      impact: 5,
      lossAmount: '1000',
      lossCurrency: 'COP',
    };
    const source = says(givenPlan(), 'find', { ...facts, dueDate: '2026-03-01', approvalDate: '2026-02-01' });
    const intents = carry(source, {}, true);
    expect(created(intents, 'find')).toMatchObject({
      name: 'find (viene de AUD-2025-007, H-01)',
      type: 'finding',
    });
    expect(created(intents, 'find')).not.toHaveProperty('code');
    expect(valuesOf(intents, 'find')).toMatchObject([{ values: facts }]);
    expect(Object.keys(VALUE_SHAPES.finding ?? {})).toEqual(expect.arrayContaining(Object.keys(facts)));
  });

  it('keep a name within its limit', () => {
    const name = carriedFindingName({ name: 'a'.repeat(500), code: 'H-01' }, 'AUD-2025-007');
    expect(name).toHaveLength(500);
    expect(name.endsWith('(viene de AUD-2025-007, H-01)')).toBe(true);
  });

  it('move the days of items', () => {
    const source = givenPlan()
      .scheduled('step', '2025-02-03', '2025-02-10')
      .scheduled('proc', '2025-02-03', null);
    const intents = carry(source, { shift: (day) => day && day.replace('2025', '2026') });
    expect(created(intents, 'step')).toMatchObject({ startDate: '2026-02-03', endDate: '2026-02-10' });
    expect(created(intents, 'proc')).toMatchObject({ startDate: '2026-02-03', endDate: null });
    expect(created(intents, 'risk')).not.toHaveProperty('startDate');
  });

  it('put items into the sprints that are taken over, and into no visit', () => {
    const source = givenPlan()
      .sprint('s1')
      .visit('v1')
      .does({ kind: 'allot_item', id: item('step'), stretch: stretch('s1'), isIn: true })
      .does({ kind: 'allot_item', id: item('step'), stretch: stretch('v1'), isIn: true });
    const intents = carry(source, { sprintFor: (id) => (id === stretch('s1') ? stretch('s9') : null) });
    expect(intents.filter(({ kind }) => kind === 'allot_item')).toEqual([
      { kind: 'allot_item', id: idFor(item('step')), stretch: stretch('s9'), isIn: true },
    ]);
  });

  it('mark the risks of an evaluation, and ask slices for their content', () => {
    const slices = [
      { copies: (_: unknown, from: ItemId, id: ItemId) => [{ kind: 'revise_texts', from, id }] },
    ];
    const intents = carry(givenPlan(), { origin: 'evaluation', slices });
    expect(created(intents, 'risk')).toMatchObject({ origin: 'evaluation', code: 'R-001' });
    expect(intents).toContainEqual({ kind: 'revise_texts', from: item('step'), id: idFor(item('step')) });
  });
});
