import {
  itemType,
  recordType,
  VALUE_SHAPES,
  valueShape,
  type ItemType,
  type ItemValues,
} from '@cotejo/audits-contracts';
import { DEFAULT_RISK_SETTINGS } from '@cotejo/audits-domain';
import { TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { fieldLock, periodsIn, periodsOf } from './field-needs.ts';
import { instruction } from './given-worksheet.fixture.ts';
import { isTabIn, WORKSHEET_FORMS, type WorksheetField } from './worksheet-forms.ts';

const forms = Object.entries(WORKSHEET_FORMS) as [
  ItemType,
  NonNullable<(typeof WORKSHEET_FORMS)[ItemType]>,
][];
const fieldsOf = (type: ItemType): readonly WorksheetField[] =>
  (WORKSHEET_FORMS[type] ?? []).flatMap(({ fields }) => fields);

describe.each(forms)('the worksheet of a %s', (type, tabs) => {
  it('has every value that its type says, each once; lists have those of theirs', () => {
    const keys = fieldsOf(type).flatMap((field) => (field.kind === 'value' ? [field.key] : []));
    const all = Object.keys(VALUE_SHAPES[type] ?? {}).filter((key) => !key.includes('*'));
    expect(keys.toSorted()).toEqual(all.toSorted());
  });

  it('takes every option that it offers', () => {
    for (const field of fieldsOf(type))
      if (field.kind === 'value')
        for (const option of field.options ?? [])
          expect(valueShape(type, field.key)?.safeParse(option).success, `${field.key} ${option}`).toBe(true);
  });

  it('has every text of its type, each once', () => {
    const texts = fieldsOf(type).flatMap((field) => (field.kind === 'text' ? [field.field] : []));
    const all = (TEXT_FIELDS[type] ?? []).filter((field) => !field.includes('*'));
    expect(texts.toSorted()).toEqual(all.toSorted());
  });

  it('has each tab once', () => {
    expect(new Set(tabs.map(({ code }) => code)).size).toBe(tabs.length);
  });
});

it('every type that says something has a worksheet, and no other', () => {
  const saying = itemType.options.filter((type) => VALUE_SHAPES[type] ?? TEXT_FIELDS[type]);
  expect(Object.keys(WORKSHEET_FORMS).toSorted()).toEqual(saying.toSorted());
});

it.each([
  ['control', 'audit_plan', ['information', 'design', 'hours', 'attachments']],
  ['control', 'financial_audit', ['information', 'design', 'attachments']],
  ['control', 'risk_evaluation', ['information', 'design']],
  ['control_test', 'audit_plan', ['information', 'evidence', 'efficiency', 'hours', 'attachments']],
  ['understanding', 'financial_audit', ['survey', 'flowchart', 'attachments']],
  ['step', 'template', ['instructions', 'evidence']],
  ['phase', 'audit_plan', []],
] as const)('a %s in a %s shows %j', (type, record, codes) => {
  expect(recordType.options).toContain(record);
  const tabs = (WORKSHEET_FORMS[type] ?? []).filter((tab) => isTabIn(tab, record));
  expect(tabs.map(({ code }) => code)).toEqual(codes);
});

describe('what a field needs', () => {
  const id = instruction(1);
  const placed = { [`instruction.${id}.place`]: 'a0' };
  it.each<[string, ItemValues, string | null, boolean]>([
    ['no instruction', {}, null, false],
    ['an empty one', placed, null, false],
    ['one that says what to do', placed, `instruction.${id}.text`, true],
    ['one with evidence', placed, `instruction.${id}.evidence`, true],
    ['one with an action', { ...placed, [`instruction.${id}.action`]: 'observed' }, null, true],
    ['one that was taken away', {}, `instruction.${id}.text`, false],
  ])('a design with %s', (_, values, held, open) => {
    const worksheet = {
      node: { values, fields: {} },
      parent: null,
      holds: (field: string) => field === held,
    };
    expect(fieldLock('documented_instruction', worksheet)).toBe(open ? null : 'instruction_required');
  });

  it.each([
    [5, null],
    [3, null],
    [1, 'design_waives_tests'],
    [null, 'design_not_judged'],
  ] as const)('a test of a control of design %s: %s', (grade, lock) => {
    const values: ItemValues =
      grade === null
        ? {}
        : Object.fromEntries(
            DEFAULT_RISK_SETTINGS.criteria.map(({ code }) => [`design.${code}.value`, grade]),
          );
    const parent = { type: 'control' as const, values };
    expect(fieldLock('testable_control', { node: { fields: {} }, parent, holds: () => false })).toBe(lock);
  });

  it.each([
    ['inspection', undefined, [1, 2]],
    ['inspection', 'inspection', [1, 2]],
    ['inspection', 'audit_test', []],
    ['control_test', undefined, []],
    ['control_test', 'audit_test', []],
    ['control_test', 'inspection', [1, 2]],
  ] as const)('a %s of kind %s has periods %j, and asks for their frequency then', (type, kind, periods) => {
    const node = { type, fields: {}, values: { frequency: '2', ...(kind && { kind }) } };
    expect(periodsIn(node)).toEqual(periods);
    expect(fieldLock('periods', { node, parent: null, holds: () => false })).toBe(
      periods.length > 0 ? null : 'no_periods',
    );
  });

  it.each([
    ['1', [1]],
    ['4', [1, 2, 3, 4]],
    ['12', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['x', []],
    [undefined, []],
  ])('an inspection of frequency %s has periods %j', (frequency, periods) => {
    expect(periodsOf(frequency)).toEqual(periods);
  });
});
