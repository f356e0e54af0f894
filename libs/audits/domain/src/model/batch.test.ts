import { describe, expect, it } from 'vitest';
import { MAX_PARTS, type KernelIntent } from '@cotejo/audits-contracts';
import { batchOf } from './batch.ts';
import { GivenAudit, givenPlan, item, NOW, operation, user } from '../testing/given-audit.ts';

type Part = { readonly kind: string; readonly [field: string]: unknown };

const batch = (...parts: readonly Part[]) => ({
  kind: 'batch',
  parts: parts.map((intent) => ({ schema: 1, intent })),
});
const create = (label: string, parent: string, type = 'step', over: object = {}): Part => ({
  kind: 'create_item',
  id: item(label),
  type,
  parent: item(parent),
  name: label,
  ...over,
});
const rename = (label: string, name: string): Part => ({ kind: 'rename_item', id: item(label), name });
const assign = (label: string): Part => ({ kind: 'assign_item', id: item(label), assignee: user('junior') });
const move = (label: string, parent: string): Part => ({
  kind: 'move_item',
  id: item(label),
  parent: item(parent),
});

describe('batch', () => {
  it('judges each part on what the ones before it leave behind', () => {
    const audit = givenPlan();
    const intent = batch(
      create('act', 'proc', 'activity'),
      create('r2', 'act', 'risk'),
      create('r3', 'act', 'risk'),
      rename('r2', 'Otro'),
      move('risk', 'act'),
    );
    const events = audit.when(intent);
    expect(events).toMatchObject([
      { type: 'TreeItemCreated', data: { id: item('act') } },
      { type: 'TreeItemCreated', data: { code: 'R-002', position: 'a0' } },
      { type: 'TreeItemCreated', data: { code: 'R-003', position: 'a1' } },
      { type: 'TreeItemRenamed', data: { from: 'r2', overwrote: null } },
      { type: 'TreeItemMoved', data: { position: 'a2' } },
    ]);
    audit.does(intent);
    expect(audit.state.childrenOf(item('act'))).toEqual(['r2', 'r3', 'risk'].map(item));
  });

  it('is refused whole by the first part that is, which it names, and changes nothing', () => {
    const audit = givenPlan();
    const intent = batch(rename('step', 'Otro'), create('x', 'proc', 'control'), rename('nobody', 'x'));
    expect(audit.decide(intent)).toEqual({
      ok: false,
      rejection: {
        code: 'child_type_not_allowed',
        params: { parent: 'process', child: 'control', part: 1 },
      },
    });
    expect(audit.state.get(item('step'))?.name).toBe('step');
    expect(audit.decide(batch(rename('nobody', 'x')))).toMatchObject({
      rejection: { code: 'item_not_found', params: { part: 0 } },
    });
  });

  it('a later part may undo what an earlier one did', () => {
    const events = givenPlan().when(batch(rename('step', 'Otro'), rename('step', 'step')));
    expect(events).toHaveLength(2);
  });

  it('sees unseen work of others, but not its own', () => {
    const audit = givenPlan();
    const seen = audit.version;
    const intent = batch(rename('ctrl', 'Mío'), { kind: 'delete_item', id: item('risk') });
    expect(audit.when(intent, { base: seen })).toHaveLength(2);
    audit.does(rename('test', 'De otro'), { by: 'peer' });
    expect(audit.when(intent, { base: seen })).toBe('stale_delete');
  });

  it('may hold no batch, no operation and nothing of the system', () => {
    const parts: Part[] = [
      batch(rename('step', 'x')),
      { kind: 'start_operation', operation: operation('x'), what: 'import' },
      { kind: 'finish_operation', operation: operation('x') },
      { kind: 'discard_operation', operation: operation('x') },
      { kind: 'purge_item', id: item('step') },
      { kind: 'compact_document' },
    ];
    for (const part of parts) {
      expect(givenPlan().when(batch(rename('step', 'x'), part))).toBe('invalid_intent');
      expect(givenPlan().whenSystem(batch(part))).toBe('invalid_intent');
    }
    expect(givenPlan().when(batch())).toBe('invalid_intent');
  });

  it('brings at most so many', () => {
    const many = (count: number) => batch(...Array(count).fill(rename('step', 'x')));
    expect(givenPlan().when(many(MAX_PARTS))).toHaveLength(1);
    expect(givenPlan().decide(many(MAX_PARTS + 1))).toEqual({
      ok: false,
      rejection: { code: 'too_many_parts', params: { most: MAX_PARTS } },
    });
  });

  it('assigning several at once asks for a right of its own', () => {
    const two = batch(assign('step'), assign('risk'));
    expect(givenPlan().when(two)).toHaveLength(4);
    expect(givenPlan().when(two, { by: 'junior' })).toBe('forbidden');
    expect(givenPlan().when(batch(assign('step')), { by: 'junior' })).toHaveLength(2);
  });

  it('reads each part in the version in which it was made', () => {
    const part = (schema: number, intent: Part) => ({ kind: 'batch', parts: [{ schema, intent }] });
    expect(givenPlan().when(part(1, create('x', 'proc')))).toHaveLength(1);
    expect(givenPlan().when(part(99, create('x', 'proc')))).toBe('upgrade_in_progress');
    expect(givenPlan().when(part(1, { kind: 'dance' }))).toBe('unknown_intent');
  });

  it('belongs to the operation that it says', () => {
    const audit = givenPlan().does({ kind: 'start_operation', operation: operation('imp'), what: 'import' });
    const intent = batch(create('x', 'proc'), create('y', 'proc'));
    expect(audit.when(intent)).toBe('operation_running');
    expect(audit.when(intent, { operation: operation('imp') })).toHaveLength(2);
  });

  it('holds intents of slices too, each on what the ones before it left', () => {
    const audit = new GivenAudit('audit_plan', [
      {
        name: 'knocking',
        intents: { knock: [] },
        events: { Knocked: [] },
        rights: { knock: { asks: [] } },
        parse: () => ({ kind: 'knock' }),
        decide: (view) => ({
          ok: true,
          events: [{ type: 'Knocked', data: { before: view.slice('knocking') ?? null } }],
        }),
        evolve: (_, { version, at, actor }) => ({ version, at, actor }),
        freeze: (state) => state,
        thaw: (json) => json,
      },
    ]);
    const knock = { kind: 'knock' };
    const seen = (more: number) => ({
      before: { version: audit.version + more, at: NOW, actor: user('leader') },
    });
    expect(audit.when(batch(knock, knock, knock))).toMatchObject([
      { data: { before: null } },
      { data: seen(1) },
      { data: seen(2) },
    ]);
  });

  it('shows nothing more of what the base holds already', () => {
    const audit = givenPlan();
    const intent = batch(create('x', 'proc'), move('step', 'phase'), {
      kind: 'delete_item',
      id: item('risk'),
    });
    audit.does(intent);
    expect(audit.when(intent, { mode: 'optimistic' })).toEqual([]);
  });
});

describe('several intents as one', () => {
  it('carry the versions in which they were made', () => {
    const { model } = givenPlan();
    const intents = [rename('step', 'x'), create('x', 'proc')] as unknown as KernelIntent[];
    expect(batchOf(model, intents)).toEqual({
      kind: 'batch',
      parts: [
        { schema: model.intents.newest('rename_item'), intent: intents[0] },
        { schema: model.intents.newest('create_item'), intent: intents[1] },
      ],
    });
    expect(model.intents.newest('create_item')).toBe(2);
  });

  it('one alone is sent as itself, and none is a mistake', () => {
    const { model } = givenPlan();
    const one = rename('step', 'x');
    expect(batchOf(model, [one])).toBe(one);
    expect(() => batchOf(model, [])).toThrow();
  });
});
