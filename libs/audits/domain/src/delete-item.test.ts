import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import { GivenAudit, givenPlan, item } from './testing/given-audit.ts';

const remove = (label: string) => ({ kind: 'delete_item', id: item(label) });
const rename = (label: string, name: string) => ({ kind: 'rename_item', id: item(label), name });

describe('delete_item', () => {
  it('counts the item and what is under it, without what was gone before', () => {
    expect(givenPlan().deleted('test').when(remove('risk'))).toEqual([
      { type: 'TreeItemDeleted', data: { id: item('risk'), items: 3 } },
    ]);
  });

  it('auditors delete only what they made', () => {
    const audit = givenPlan().item('mine', 'step', 'proc', { by: 'junior' });
    expect(audit.when(remove('mine'), { by: 'junior' })).toHaveLength(1);
    expect(audit.when(remove('mine'), { by: 'peer' })).toBe('forbidden');
  });

  describe('when another changed something in the branch', () => {
    it('is refused if the person had not seen it', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: seen })).toBe('stale_delete');
      expect(audit.when(remove('risk'), { base: seen + 1 })).toHaveLength(1);
    });

    it('is refused also if the person changed the same item after them', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'De otro'), { by: 'peer' }).does(rename('ctrl', 'Mío'), { by: 'leader' });
      expect(audit.when(remove('risk'), { by: 'leader', base: seen })).toBe('stale_delete');
    });

    it('is not refused for the own changes, nor for what was deleted by itself', () => {
      const audit = givenPlan();
      const seen = audit.version;
      audit.does(rename('ctrl', 'Mío'), { by: 'leader' }).deleted('test', 'peer');
      expect(audit.when(remove('risk'), { by: 'leader', base: seen })).toHaveLength(1);
    });

    it('the browser does not judge it', () => {
      const audit = givenPlan().does(rename('ctrl', 'De otro'), { by: 'peer' });
      expect(audit.when(remove('risk'), { base: 0, mode: 'optimistic' })).toHaveLength(1);
    });
  });

  it('refuses guests, the unknown, the deleted and the derived', () => {
    const audit = givenPlan().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'action_plan',
    });
    expect(audit.when(remove('step'), { by: 'guest' })).toBe('forbidden');
    expect(audit.when(remove('nobody'))).toBe('item_not_found');
    expect(audit.when({ kind: 'delete_item', id: actionPlanIdOf(item('find')) })).toBe('derived_item');
    expect(audit.deleted('proc').when(remove('proc'))).toBe('item_deleted');
    expect(audit.when(remove('step'), { mode: 'optimistic' })).toBe('item_deleted');
  });

  it('shows nothing more when the base has it deleted already', () => {
    expect(givenPlan().deleted('step').when(remove('step'), { mode: 'optimistic' })).toEqual([]);
  });

  it('refuses the root groups of a financial audit', () => {
    const audit = new GivenAudit('financial_audit').item('phase', 'phase', null);
    expect(audit.when(remove('phase'))).toBe('derived_item');
  });
});
