import type { AuditStatus, IntentEnvelope } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { givenPlan, item, stretch, type Ask, type GivenAudit } from '../testing/given-audit.ts';

const allot = (label: string, of: string, isIn = true): IntentEnvelope['intent'] => ({
  kind: 'allot_item',
  id: item(label),
  stretch: stretch(of),
  isIn,
});
const given = () =>
  givenPlan()
    .visit('v')
    .sprint('s')
    .sprint('gone', { isRemoved: true })
    .reference('ref', 'risk', 'ctrl')
    .item('del', 'step', 'proc')
    .deleted('del');
const outcome = (audit: GivenAudit, intent: IntentEnvelope['intent'], ask: Ask = {}) => {
  const decided = audit.when(intent, ask);
  return typeof decided === 'string' ? decided : decided.map(({ type }) => type).join(' ');
};
const ALLOTTED = 'TreeItemAllotted';

describe('allot_item', () => {
  it.each<[string, string, string, boolean, Ask, string]>([
    ['a step into a visit', 'step', 'v', true, {}, ALLOTTED],
    ['a risk into a sprint', 'risk', 's', true, {}, ALLOTTED],
    ['a finding', 'find', 'v', true, {}, ALLOTTED],
    ['out of one that it is not in', 'step', 'v', false, {}, ''],
    ['not a group, which has no work of its own', 'proc', 'v', true, {}, 'stretch_not_applicable'],
    ['not a reference', 'ref', 'v', true, {}, 'derived_item'],
    ['not into one that was removed', 'step', 'gone', true, {}, 'stretch_not_found'],
    ['not into one that is not there', 'step', 'none', true, {}, 'stretch_not_found'],
    ['not what was deleted', 'del', 'v', true, {}, 'item_deleted'],
    ['not what is not there', 'none', 'v', true, {}, 'item_not_found'],
    ['by an auditor', 'step', 'v', true, { by: 'junior' }, ALLOTTED],
    ['by an administrator', 'step', 'v', true, { by: 'admin' }, ALLOTTED],
    ['not by a guest', 'step', 'v', true, { by: 'guest' }, 'forbidden'],
    ['not by a stranger', 'step', 'v', true, { by: 'outsid' }, 'forbidden'],
    ['in a browser as on the server', 'step', 'v', true, { mode: 'optimistic' }, ALLOTTED],
  ])('%s', (_, label, of, isIn, ask, expected) => {
    expect(outcome(given(), allot(label, of, isIn), ask)).toBe(expected);
  });

  it.each<[AuditStatus, string]>([
    ['not_started', ALLOTTED],
    ['postponed', ALLOTTED],
    ['completed', ALLOTTED],
    ['closed', 'audit_closed'],
    ['cancelled', 'audit_cancelled'],
  ])('in an audit that is %s: %s', (status, expected) => {
    for (const label of ['step', 'find'])
      expect(outcome(given().audit(status), allot(label, 'v'), { by: 'admin' })).toBe(expected);
  });

  it('names the stretch as it is called, and is in both ways once', () => {
    const audit = given().does(allot('step', 'v'));
    expect(audit.events.at(-1)?.data).toEqual({
      ...{ id: item('step'), stretch: stretch('v'), kind: 'visit', name: 'v', isIn: true },
    });
    expect(audit.when(allot('step', 'v'))).toEqual([]);
    const twice = audit.does(allot('step', 's'));
    expect(twice.state.get(item('step'))?.stretches).toEqual([stretch('s'), stretch('v')].sort());
    const none = twice.does(allot('step', 's', false)).does(allot('step', 'v', false));
    expect(none.state.get(item('step'))).not.toHaveProperty('stretches');
  });

  it('begins no work and voids no signature', () => {
    const audit = given().status('step', 'reviewed').does(allot('step', 'v'));
    expect(audit.state.get(item('step'))?.status).toBe('reviewed');
    expect(outcome(given(), allot('step', 'v'))).toBe(ALLOTTED);
  });

  it('leaves one that was removed, and comes back with it', () => {
    const audit = given()
      .does(allot('step', 'v'))
      .does({ kind: 'set_visit', stretch: stretch('v'), isRemoved: true });
    expect(audit.state.get(item('step'))?.stretches).toEqual([stretch('v')]);
    expect(outcome(audit, allot('step', 'v', false))).toBe(ALLOTTED);
  });

  it('stays with the original, whatever is copied', () => {
    const audit = given().does(allot('step', 'v'));
    const copied = audit.does({
      ...{ kind: 'copy_item', id: item('copy'), source: item('step'), parent: item('proc') },
      copies: [[item('step'), item('copy')]],
    });
    expect(copied.state.get(item('copy'))).not.toHaveProperty('stretches');
  });
});
