import { describe, expect, it } from 'vitest';
import { itemType, VALUE_SHAPES } from '@cotejo/audits-contracts';
import { copiedValues, isCopied } from './copied-values.ts';
import { copyIntents } from './copy-intents.ts';
import { givenPlan, item, OTHER_AUDIT } from '../testing/given-audit.ts';

const UUID = '00000009-0000-4000-8000-000000000001';
const exampleOf = (key: string) => key.replace('*', key.startsWith('period') ? '1' : UUID);

/** Values left out by a copy; all others are planning and are kept. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  understanding: ['question.*.answer', 'walkthrough.result', 'walkthrough.date'],
  control: ['instruction.*.option', 'instruction.*.action', 'design.*.value'],
  control_test: [
    'instruction.*.option',
    'instruction.*.action',
    'period.*.result',
    'period.*.date',
    'population',
    'sampleSize',
    'exceptions',
    'execution',
  ],
  step: ['instruction.*.option', 'instruction.*.action'],
};
/**
 * Types of which no value is copied: findings and items derived from them are left out, inspection periods
 * are dated.
 */
const WHOLLY = new Set(['finding', 'action_plan', 'evaluation', 'inspection_item']);

describe('what a copy keeps of a worksheet', () => {
  it.each(Object.entries(VALUE_SHAPES))('%s', (name, shapes) => {
    const type = itemType.parse(name);
    const staying = Object.keys(shapes).filter((key) => !isCopied(type, exampleOf(key)));
    expect(staying).toEqual(WHOLLY.has(name) ? Object.keys(shapes) : (STAYS[name] ?? []));
  });

  it('is nothing where there is nothing', () => {
    expect(copiedValues({ type: 'control' })).toBeNull();
    expect(copiedValues({ type: 'control_test', values: { execution: 5 } })).toBeNull();
  });
});

const worked = () =>
  givenPlan().does({
    kind: 'set_values',
    id: item('step'),
    values: {
      budgetedMinutes: 480,
      [`instruction.${UUID}.place`]: 'a0',
      [`instruction.${UUID}.option`]: 'conforms',
    },
  });
const KEPT = { budgetedMinutes: 480, [`instruction.${UUID}.place`]: 'a0' };

describe('a copy of worked items', () => {
  it('in the audit has its values after its birth, and begins anew', () => {
    const copy = {
      kind: 'copy_item',
      id: item('copy'),
      source: item('step'),
      parent: item('proc'),
      copies: [[item('step'), item('copy')]],
    };
    const audit = worked();
    expect(audit.when(copy)).toMatchObject([
      { type: 'TreeItemCreated', data: { status: 'new' } },
      { type: 'ItemValuesSet', data: { id: item('copy'), values: KEPT, overwrote: {} } },
    ]);
    audit.does(copy);
    expect(audit.state.get(item('copy'))).toMatchObject({ status: 'new', values: KEPT });
  });

  it('in another audit asks for them after its creation', () => {
    const audit = worked();
    const intents = copyIntents(audit.state, OTHER_AUDIT, item('step'), {
      recordType: 'audit_plan',
      parent: null,
      idFor: () => item('copy'),
    });
    expect(intents).toMatchObject([
      { kind: 'create_item' },
      { kind: 'set_values', id: item('copy'), copied: true, values: KEPT },
    ]);
  });
});
