import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuditMirror } from '../model/audit-mirror.ts';
import { AuditOverlay } from '../model/audit-overlay.ts';
import { AuditState } from '../model/audit-state.ts';
import { livingReferences, resolved } from './references.ts';
import { givenPlan, item } from '../testing/given-audit.ts';

const given = () =>
  givenPlan()
    .item('risk2', 'risk', 'proc')
    .item('risk3', 'risk', 'proc')
    .reference('refb', 'risk3', 'ctrl')
    .reference('refa', 'risk2', 'ctrl');

describe('the references to a control', () => {
  it('are told in one order, the living apart', () => {
    const audit = given();
    expect(audit.state.referencesTo(item('ctrl'))).toEqual([item('refa'), item('refb')]);
    expect(audit.state.referencesTo(item('risk'))).toEqual([]);
    audit.deleted('risk3');
    expect(audit.state.referencesTo(item('ctrl'))).toHaveLength(2);
    expect(livingReferences(audit.state, item('ctrl'))).toEqual([item('refa')]);
  });

  it('a link is none, though it may be to the same id', () => {
    const audit = given().link('link', 'risk2', 'ctrl');
    expect(audit.state.referencesTo(item('ctrl'))).toHaveLength(2);
  });

  it('show their control while it lives', () => {
    const audit = given();
    const shown = (label: string) => {
      const node = audit.state.get(item(label));
      return node && resolved(audit.state, node).id;
    };
    expect([shown('refa'), shown('ctrl'), shown('step')]).toEqual([item('ctrl'), item('ctrl'), item('step')]);
    audit.deleted('risk');
    expect(shown('refa')).toBe(item('refa'));
  });

  it('are the same to state, thawed state, mirror and overlay, whatever came and went', () => {
    const labels = ['r0', 'r1', 'r2', 'r3'];
    const deed = fc.record({
      label: fc.constantFrom(...labels),
      target: fc.constantFrom('ctrl', 'test'),
      goes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 20 }), fc.nat(20), (deeds, cut) => {
        const audit = givenPlan();
        const like = audit.state.get(item('step'));
        if (!like) throw new Error('the plan has a step');
        const base = AuditState.thaw(audit.state.freeze());
        const mirror = new AuditMirror();
        const overlay = new AuditOverlay(base);
        const targets = new Map<string, string>();
        deeds.forEach(({ label, target, goes }, index) => {
          const id = item(label);
          const views = index < cut ? [base, mirror, audit.state] : [overlay, mirror, audit.state];
          if (goes) {
            targets.delete(label);
            for (const view of views) view.remove([id]);
          } else {
            // An item's target never changes while it exists.
            const to = targets.get(label) ?? target;
            targets.set(label, to);
            const node = { ...like, id, type: 'reference', target: { audit: null, item: item(to) } } as const;
            for (const view of views) view.put(node);
          }
        });
        for (const target of ['ctrl', 'test']) {
          const expected = labels.filter((label) => targets.get(label) === target).map(item);
          for (const view of [audit.state, mirror, overlay, AuditState.thaw(audit.state.freeze())])
            expect(view.referencesTo(item(target))).toEqual(expected);
        }
        mirror.clear();
        expect(mirror.referencesTo(item('ctrl'))).toEqual([]);
        overlay.reset();
        expect(overlay.referencesTo(item('ctrl'))).toEqual(base.referencesTo(item('ctrl')));
      }),
    );
  });
});
