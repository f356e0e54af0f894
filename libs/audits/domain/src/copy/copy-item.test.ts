import { describe, expect, it } from 'vitest';
import { MAX_PARTS, type ItemId } from '@cotejo/audits-contracts';
import { copiesOf } from './copy-item.ts';
import {
  AUDIT,
  contextOf,
  GivenAudit,
  givenPlan,
  item,
  operation,
  type Ask,
} from '../testing/given-audit.ts';
import { displayOrder } from '../model/tree.ts';

/** A second process as the target, and more items in the first one. */
const given = () =>
  givenPlan()
    .item('proc2', 'process', 'phase')
    .item('act', 'activity', 'proc')
    .item('risk2', 'risk', 'act', { code: 'R-002' })
    .item('risk3', 'risk', 'proc2', { code: 'R-003' })
    .reference('ref', 'risk2', 'ctrl')
    .link('link', 'risk2', 'far', { code: 'C-77' });

const copyOf = (label: string): ItemId => item(`+${label}`);
const copy = (labels: readonly string[], parent: string, over: Record<string, unknown> = {}) => {
  const [source] = labels as [string];
  return {
    kind: 'copy_item',
    id: copyOf(source),
    source: item(source),
    parent: item(parent),
    copies: labels.map((label) => [item(label), copyOf(label)]),
    ...over,
  };
};

/** The copies below an item: label, type and target. */
function copied(audit: GivenAudit, parent: ItemId): unknown[] {
  return displayOrder(audit.state, parent).map((id) => {
    const node = audit.state.get(id);
    return [node?.name, node?.type, ...copied(audit, id)];
  });
}

describe('copy_item', () => {
  it('takes the branch as the person saw it: controls as references, no findings, all new', () => {
    const audit = given().status('risk', 'reviewed').scheduled('risk', '2026-02-01', null);
    audit.does({ kind: 'assign_item', id: item('step'), assignee: null });
    const intent = copy(['proc', 'risk', 'ctrl', 'step', 'act', 'risk2', 'ref', 'link'], 'phase', {
      after: item('proc'),
      name: 'proc (copia)',
    });
    const decided = audit.when(intent);
    audit.does(intent);
    expect(displayOrder(audit.state, item('phase'))).toEqual([item('proc'), copyOf('proc'), item('proc2')]);
    expect(copied(audit, copyOf('proc'))).toEqual([
      ['risk', 'risk', ['ctrl', 'reference']],
      ['step', 'step'],
      ['act', 'activity', ['risk2', 'risk', ['ctrl', 'reference'], ['far', 'link']]],
    ]);
    expect(audit.state.get(copyOf('proc'))).toMatchObject({ name: 'proc (copia)', status: null });
    expect(audit.state.get(copyOf('risk'))).toMatchObject({
      code: 'R-004',
      status: 'new',
      assignee: null,
      dates: ['2026-02-01', null],
      createdBy: audit.state.get(copyOf('proc'))?.createdBy,
    });
    expect(audit.state.get(copyOf('risk2'))?.code).toBe('R-005');
    expect(audit.state.get(copyOf('step'))?.code).toBeNull();
    expect(audit.state.get(copyOf('ref'))?.target).toEqual({ audit: null, item: item('ctrl') });
    expect(audit.state.get(copyOf('link'))?.target).toEqual(audit.state.get(item('link'))?.target);
    expect(decided).toMatchObject([
      { data: { copiedFrom: { audit: AUDIT, item: item('proc'), version: audit.version - 8 } } },
      ...Array.from({ length: 7 }, () => ({})),
    ]);
  });

  it('keeps what locks a risk', () => {
    const risk = { general: 'Fraude', specific: [], factors: [], objectives: [] };
    const audit = givenPlan().item('lib', 'risk', 'proc', { origin: 'library', risk });
    expect(audit.when(copy(['lib'], 'phase'))).toMatchObject([{ data: { origin: 'library', risk } }]);
  });

  it('takes what is there of what the person saw, and nothing that came after', () => {
    const audit = given().deleted('risk2').item('late', 'step', 'act');
    const intent = copy(['proc', 'risk', 'act', 'risk2', 'ref'], 'phase');
    expect(audit.does(intent).state.get(copyOf('risk2'))).toBeUndefined();
    expect(copied(audit, copyOf('proc'))).toEqual([
      ['risk', 'risk'],
      ['act', 'activity'],
    ]);
  });

  it('leaves out what moved away, and follows what moved within', () => {
    const audit = given().moved('risk2', 'proc2', 'a5').moved('step', 'act', 'a5');
    audit.does(copy(['proc', 'step', 'act', 'risk2', 'ref'], 'phase'));
    expect(copied(audit, copyOf('proc'))).toEqual([['act', 'activity', ['step', 'step']]]);
  });

  it('leaves out a reference whose control is gone', () => {
    const audit = given()
      .deleted('ctrl')
      .does(copy(['risk2', 'ref', 'link'], 'proc'));
    expect(copied(audit, copyOf('risk2'))).toEqual([['far', 'link']]);
  });

  it('does not go on below what is not copied', () => {
    expect(given().when(copy(['proc', 'risk2', 'ref'], 'phase'))).toHaveLength(1);
    expect(given().when(copy(['risk', 'ctrl', 'test', 'find'], 'proc'))).toHaveLength(2);
  });

  it('a control becomes a reference to itself, and a reference one to the same control', () => {
    const target = { audit: null, item: item('ctrl') };
    for (const label of ['ctrl', 'ref'])
      expect(given().when(copy([label], 'risk3', { name: 'other' }))).toMatchObject([
        {
          data: {
            itemType: 'reference',
            parent: item('risk3'),
            name: 'ctrl',
            target,
            code: null,
            status: null,
            copiedFrom: { item: item('ctrl') },
          },
        },
      ]);
  });

  const refusals: readonly [string, Record<string, unknown> & { kind: string }, Ask, string][] = [
    ['a guest', copy(['risk'], 'proc2'), { by: 'guest' }, 'forbidden'],
    ['what was never there', copy(['none'], 'proc2'), {}, 'item_not_found'],
    ['under what is not there', copy(['risk'], 'nobody'), {}, 'parent_deleted'],
    ['a control under its own risk', copy(['ctrl'], 'risk'), {}, 'child_type_not_allowed'],
    ['a control where its reference stands', copy(['ctrl'], 'risk2'), {}, 'child_type_not_allowed'],
    ['a risk into the top level', copy(['risk'], 'proc2', { parent: null }), {}, 'child_type_not_allowed'],
    ['a finding', copy(['find'], 'test'), {}, 'not_copyable'],
    [
      'an id that belongs to a treatment',
      copy(['risk'], 'proc2', {
        copies: [
          [item('risk'), copyOf('risk')],
          [item('ctrl'), `${item('find')}-PA`],
        ],
      }),
      {},
      'invalid_intent',
    ],
    [
      'another topmost than the source',
      copy(['risk'], 'proc2', { copies: [[item('ctrl'), copyOf('risk')]] }),
      {},
      'invalid_intent',
    ],
    [
      'one id for two copies',
      copy(['risk'], 'proc2', {
        copies: [
          [item('risk'), copyOf('risk')],
          [item('ctrl'), copyOf('risk')],
        ],
      }),
      {},
      'invalid_intent',
    ],
    [
      'one source twice',
      copy(['risk'], 'proc2', {
        copies: [
          [item('risk'), copyOf('risk')],
          [item('risk'), copyOf('x')],
        ],
      }),
      {},
      'invalid_intent',
    ],
    [
      'an id in use',
      copy(['risk', 'ctrl'], 'proc2', {
        copies: [
          [item('risk'), copyOf('risk')],
          [item('ctrl'), item('step')],
        ],
      }),
      {},
      'duplicate_id',
    ],
    [
      'more than one intent may bring',
      copy(Array(MAX_PARTS + 1).fill('risk'), 'proc2'),
      {},
      'too_many_parts',
    ],
    [
      'into an operation that does not run',
      copy(['risk'], 'proc2'),
      { operation: operation('x') },
      'operation_unknown',
    ],
  ];
  it.each(refusals)('refuses %s', (_, intent, ask, code) => {
    expect(given().when(intent, ask)).toBe(code);
  });

  it('refuses what is gone, by itself or with what held it', () => {
    expect(
      given()
        .deleted('risk')
        .when(copy(['risk'], 'proc2')),
    ).toBe('item_deleted');
    expect(
      given()
        .deleted('proc')
        .when(copy(['risk'], 'proc2')),
    ).toBe('item_deleted');
    expect(
      given()
        .deleted('ctrl')
        .when(copy(['ref'], 'risk3')),
    ).toBe('target_not_found');
  });

  it('refuses the root groups of a financial audit', () => {
    const audit = new GivenAudit('financial_audit').item('root', 'phase', null);
    expect(audit.when(copy(['root'], 'root', { parent: null }))).toBe('not_copyable');
  });

  it('asks for the right to add each kind of what is copied', () => {
    const audit = given();
    const decide = (labels: readonly string[]) =>
      audit.model.decide(
        audit.state,
        { intent: copy(labels, 'phase'), base: audit.version },
        { ...contextOf(audit.state, 'leader'), can: (key) => key !== 'plan.step__add' },
      ).ok;
    expect([decide(['proc', 'risk']), decide(['proc', 'risk', 'step'])]).toEqual([true, false]);
  });

  it('shows nothing more when the base holds it already', () => {
    const audit = given().does(copy(['risk'], 'proc2'));
    expect(audit.when(copy(['risk'], 'proc2'), { mode: 'optimistic' })).toEqual([]);
    expect(audit.when(copy(['risk'], 'proc2'))).toBe('duplicate_id');
  });
});

describe('the pairs for a copy', () => {
  it('are what would be copied, the topmost first, parents before children', () => {
    let count = 0;
    const { state } = given().deleted('step');
    const pairs = copiesOf(state, item('proc'), () => item(`n${count++}`));
    expect(pairs.map(([source]) => source)).toEqual(
      ['proc', 'risk', 'ctrl', 'act', 'risk2', 'ref', 'link'].map(item),
    );
    expect(pairs.map(([, copy_]) => copy_)).toEqual(pairs.map((_, index) => item(`n${index}`)));
    expect(copiesOf(state, item('find'), () => item('x'))).toEqual([]);
  });
});
