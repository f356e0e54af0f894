import type { Others } from '@cotejo/record';
import { given } from '@cotejo/record/fixtures';
import type { OrgUnitId } from '@cotejo/structure-contracts';
import { describe, expect, it } from 'vitest';
import { orgUnitRules } from './org-unit-rules.ts';

const parent = '00000000-0000-4000-8000-0000000000c1' as OrgUnitId;
const others = (facts: Partial<Others>) => ({
  others: { isTaken: false, isUsed: false, referred: {}, ...facts },
});
const under = (level: string) => others({ referred: { parent: { level } } });
const when = { today: '2026-03-10', at: '2026-03-10T15:00:00Z', by: parent, reach: 'all' } as const;

describe('a part of the structure', () => {
  it.each([
    ['company', null, null, 'created'],
    ['company', parent, 'company', 'company_of_nothing'],
    ['business_unit', parent, 'company', 'created'],
    ['business_unit', null, null, 'unit_of_company'],
    ['business_unit', parent, 'business_unit', 'unit_of_company'],
    ['business_unit', parent, null, 'unit_of_company'],
    ['process', parent, 'business_unit', 'created'],
    ['process', null, null, 'process_of_unit'],
    ['process', parent, 'company', 'process_of_unit'],
    ['process', parent, 'process', 'process_of_unit'],
  ])('of level %s, within %s of level %s: %s', (level, within, above, then) => {
    const facts = above === null ? others({}) : under(above);
    const body = { level, name: 'Compras', parent: within };
    const decision = orgUnitRules.decide(null, 'create', body, { ...when, ...facts });
    expect('refusal' in decision ? decision.refusal : 'created').toBe(then);
  });

  it('has a name of its own among its siblings', () => {
    const body = { level: 'company', name: 'Frailejón' };
    expect(orgUnitRules.decide(null, 'create', body, { ...when, ...others({ isTaken: true }) })).toEqual({
      refusal: 'unit_name_taken',
    });
  });
});

given(orgUnitRules, { level: 'company', name: 'Frailejón' }).table(
  ['change', { name: 'Frailejón S.A.S.' }, {}, ['OrgUnitChanged']],
  ['change', { name: 'Otra' }, others({ isTaken: true }), 'unit_name_taken'],
  ['change', { level: 'process' }, {}, 'unit_level_fixed'],
  ['change', { parent }, under('company'), 'company_of_nothing'],
  ['remove', {}, others({ isUsed: true }), 'in_use'],
  ['remove', {}, {}, ['OrgUnitRemoved']],
);

const unit = [
  'create',
  { level: 'business_unit', name: 'Alimentos', parent },
  { ...when, ...under('company') },
] as const;
describe('a business unit in the trash', () => {
  const [, body, created] = unit;
  const decision = orgUnitRules.decide(null, 'create', body, created);
  const events = 'events' in decision ? decision.events : [];
  const state = events.reduce<ReturnType<typeof orgUnitRules.evolve> | null>(
    (folded, event) => orgUnitRules.evolve(folded, event, parent, when),
    null,
  );
  const removed = state && { ...state, removedAt: when.at };

  it.each([
    [under('company'), 'restored'],
    [others({}), 'unit_parent_in_trash'],
    [others({ referred: { parent: { level: 'company' } }, isTaken: true }), 'unit_name_taken'],
  ])('comes back where its company is still there: %#', (facts, then) => {
    const restored = orgUnitRules.decide(removed, 'restore', {}, { ...when, ...facts });
    expect('refusal' in restored ? restored.refusal : 'restored').toBe(then);
  });
});
