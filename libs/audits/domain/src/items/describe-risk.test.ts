import { describe, expect, it } from 'vitest';
import { GivenAudit, givenPlan, item, user } from '../testing/given-audit.ts';

const profile = (over: Record<string, unknown> = {}) => ({
  general: 'Fraude',
  specific: ['Doble pago'],
  factors: [],
  objectives: ['Pagar lo debido'],
  ...over,
});
const describeIt = (label: string, risk: object = profile()) => ({
  kind: 'describe_risk',
  id: item(label),
  risk,
});

describe('describe_risk', () => {
  it('says what a risk is about, and what was said before', () => {
    const audit = new GivenAudit('risk_library').item('risk', 'risk', null);
    expect(audit.when(describeIt('risk'))).toEqual([
      { type: 'RiskDescribed', data: { id: item('risk'), risk: profile(), from: null } },
    ]);
    audit.does(describeIt('risk'));
    expect(audit.state.get(item('risk'))?.risk).toEqual(profile());
    expect(audit.state.get(item('risk'))?.fields['risk']).toBe(audit.version);
    expect(audit.when(describeIt('risk', profile({ general: null })))).toMatchObject([
      { data: { from: profile() } },
    ]);
  });

  it('does nothing when it says so already, or says nothing of what nothing was said of', () => {
    expect(givenPlan().does(describeIt('risk')).when(describeIt('risk'))).toEqual([]);
    const nothing = { general: null, specific: [], factors: [], objectives: [] };
    expect(givenPlan().when(describeIt('risk', nothing))).toEqual([]);
  });

  it('voids the signatures of a risk that was signed', () => {
    expect(givenPlan().status('risk', 'completed').when(describeIt('risk'))).toMatchObject([
      { type: 'RiskDescribed' },
      { type: 'ItemStatusChanged', data: { from: 'completed', to: 'in_progress' } },
      { type: 'SignaturesVoided', data: { voided: [{ mark: 'completed', by: user('manage') }] } },
    ]);
  });

  it('refuses other types, guests, the unknown and the deleted', () => {
    expect(givenPlan().when(describeIt('ctrl'))).toBe('invalid_intent');
    expect(givenPlan().when(describeIt('risk'), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(describeIt('nobody'))).toBe('item_not_found');
    expect(givenPlan().deleted('proc').when(describeIt('risk'))).toBe('item_deleted');
  });
});
