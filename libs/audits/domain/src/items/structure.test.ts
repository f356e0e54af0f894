import { describe, expect, it } from 'vitest';
import { itemType, recordType, type ItemType, type RecordType } from '@cotejo/audits-contracts';
import { allowedChildren, canContain, isFixed, mayStandUnder } from './structure.ts';
import { GivenAudit, givenPlan, item } from '../testing/given-audit.ts';

/** Specification 2, section 3, and domain rules, section 11, verbatim; types not listed contain nothing. */
const HOLDS: Readonly<Record<RecordType, Readonly<Partial<Record<ItemType | 'audit', string>>>>> = {
  audit_plan: {
    audit: 'phase',
    phase: 'macroprocess process activity risk finding step understanding inspection',
    macroprocess: 'process activity risk finding step understanding inspection',
    process: 'activity risk finding step understanding inspection',
    activity: 'risk finding step understanding inspection',
    risk: 'control finding',
    control: 'control_test finding',
    reference: 'finding',
    control_test: 'finding',
    step: 'finding',
    inspection: 'inspection_item',
  },
  template: {
    audit: 'phase',
    phase: 'macroprocess process activity risk step understanding inspection',
    macroprocess: 'process activity risk step understanding inspection',
    process: 'activity risk step understanding inspection',
    activity: 'risk step understanding inspection',
    risk: 'control',
    control: 'control_test',
    inspection: 'inspection_item',
  },
  financial_audit: {
    audit: 'phase',
    phase: 'process macroprocess activity',
    macroprocess: 'activity risk',
    process: 'macroprocess finding understanding',
    understanding: 'finding',
    risk: 'control finding',
    control: 'finding',
    reference: 'finding',
    inspection: 'inspection_item',
  },
  icce: { audit: 'phase', phase: 'step', step: 'finding' },
  risk_evaluation: {
    audit: 'business_unit macroprocess process activity',
    business_unit: 'macroprocess process activity risk',
    macroprocess: 'process activity risk',
    process: 'activity risk',
    activity: 'risk',
    risk: 'control',
  },
  risk_library: { audit: 'risk', risk: 'control' },
};

/** References and links are not in menus; they are allowed where a risk contains controls. */
const BORROWED: readonly ItemType[] = ['reference', 'link'];

describe.each(recordType.options)('a record of type %s', (record) => {
  it.each(['audit', ...itemType.options] as const)('%s holds what the table says', (parent) => {
    const expected = new Set((HOLDS[record][parent] ?? '').split(' ').filter(Boolean));
    const asked = parent === 'audit' ? null : parent;
    expect(new Set(allowedChildren(record, asked))).toEqual(expected);
    const borrows = asked === 'risk' && expected.has('control');
    for (const type of itemType.options)
      expect(canContain(record, asked, type)).toBe(BORROWED.includes(type) ? borrows : expected.has(type));
  });

  it('no type can hold itself, however deep, so trees end', () => {
    const reach = (type: ItemType, seen: readonly ItemType[]): void => {
      expect(seen).not.toContain(type);
      for (const child of allowedChildren(record, type)) reach(child, [...seen, type]);
    };
    for (const top of allowedChildren(record, null)) reach(top, []);
  });
});

describe('what treatments derive', () => {
  it('may stand where no hand can put it', () => {
    expect(mayStandUnder('audit_plan', 'finding', 'action_plan')).toBe(true);
    expect(mayStandUnder('audit_plan', 'action_plan', 'evaluation')).toBe(true);
    expect(mayStandUnder('audit_plan', 'finding', 'evaluation')).toBe(false);
    expect(canContain('audit_plan', 'finding', 'action_plan')).toBe(false);
  });
});

describe('isFixed', () => {
  it('holds derived items, references and the root groups of a financial audit', () => {
    const fixed = (audit: GivenAudit, label: string): boolean => {
      const node = audit.state.get(item(label));
      return node !== undefined && isFixed(audit.state, node);
    };
    const plan = givenPlan()
      .item('ref', 'reference', 'proc')
      .item('der', 'action_plan', 'find', { derived: true });
    const financial = new GivenAudit('financial_audit')
      .item('phase', 'phase', null)
      .item('proc', 'process', 'phase');
    expect(['phase', 'step', 'ref', 'der'].map((label) => fixed(plan, label))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(['phase', 'proc'].map((label) => fixed(financial, label))).toEqual([true, false]);
  });
});
