import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesAfter, highestAmong, nextCode } from './codes.ts';
import { givenPlan, item } from '../testing/given-audit.ts';

describe('the next free code', () => {
  it('follows the highest that any item has now, whatever was given and taken before', () => {
    const deed = fc.record({
      label: fc.constantFrom('phase', 'risk', 'ctrl', 'step'),
      code: fc.constantFrom(null, 'R-001', 'R-07', 'R-120', 'C-3', 'R-', 'r-500', 'R-9999999999'),
      asks: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(deed), (deeds) => {
        const audit = givenPlan();
        for (const { label, code, asks } of deeds) {
          audit.does({ kind: 'recode_item', id: item(label), code });
          if (asks) expect(audit.state.highestCode('R')).toBe(highestAmong('R', audit.state.nodes()));
        }
        expect(audit.state.highestCode('R')).toBe(highestAmong('R', audit.state.nodes()));
      }),
    );
  });

  it('is written as the profession writes it', () => {
    const { state } = givenPlan();
    const next = ['risk', 'control', 'control_test', 'finding', 'action_plan', 'step'] as const;
    expect(next.map((type) => nextCode(state, type))).toEqual([
      'R-002',
      'C-002',
      'PV-02',
      'H-02',
      'PA-01',
      null,
    ]);
  });

  it('grows wider when it must', () => {
    const audit = givenPlan().does({ kind: 'recode_item', id: item('risk'), code: 'R-999' });
    expect(nextCode(audit.state, 'risk')).toBe('R-1000');
  });

  it('starts at one for a tree that is not there yet', () => {
    const codes = codesAfter(null);
    expect([codes('risk'), codes('step'), codes('risk'), codes('finding')]).toEqual([
      'R-001',
      null,
      'R-002',
      'H-01',
    ]);
  });
});
