import type { ItemValue } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenWorksheet } from '../given-worksheet.fixture.ts';
import { item } from '../notes/given-notes.fixture.ts';

type Values = Readonly<Record<string, ItemValue>>;
const [EARLY, DUE, LATE] = ['2026-03-01', '2026-06-30', '2026-07-01'];

/** Rejection of setting values on a finding that already has values. */
function answer(had: Values, values: Values): unknown {
  const audit = new GivenWorksheet();
  if (Object.keys(had).length > 0) audit.says('find', had);
  const decision = audit.decide({ kind: 'set_values', id: item('find'), values });
  return decision.ok ? null : decision.rejection;
}

describe('the dates of a finding', () => {
  it.each<[string, Values, Values, string | null]>([
    ['an approval before it is due', { dueDate: DUE }, { approvalDate: EARLY }, null],
    ['an approval on that very day', { dueDate: DUE }, { approvalDate: DUE }, null],
    ['an approval after it', { dueDate: DUE }, { approvalDate: LATE }, 'approvalDate'],
    ['an implementation after it', { dueDate: DUE }, { implementationDate: LATE }, 'implementationDate'],
    ['nothing that is due', {}, { approvalDate: LATE, implementationDate: LATE }, null],
    ['both at once, in order', {}, { dueDate: DUE, implementationDate: EARLY }, null],
    ['both at once, out of order', {}, { dueDate: DUE, implementationDate: LATE }, 'implementationDate'],
    ['a day due before the approval', { approvalDate: LATE }, { dueDate: DUE }, 'approvalDate'],
    ['no day due any more', { dueDate: DUE }, { dueDate: null, approvalDate: LATE }, null],
    ['a late approval taken away', { dueDate: DUE }, { approvalDate: null }, null],
  ])('%s', (_, had, values, field) => {
    expect(answer(had, values)).toEqual(field && { code: 'after_due_date', params: { field } });
  });
});

describe('the dates of its action plan', () => {
  const planned = () => {
    const audit = new GivenWorksheet();
    audit.does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' });
    const plan = [...audit.state.childrenOf(item('find'))][0];
    if (!plan) throw new Error('no plan');
    return { audit, plan };
  };

  it('do not follow the day when the finding is due, whichever is set first', () => {
    const { audit, plan } = planned();
    const set = (id: string, values: Values) => audit.decide({ kind: 'set_values', id, values });
    audit.says('find', { dueDate: DUE });
    expect(set(plan, { implementationDate: LATE })).toMatchObject({
      ok: false,
      rejection: { code: 'after_due_date', params: { field: 'implementationDate' } },
    });
    audit.does({ kind: 'set_values', id: plan, values: { implementationDate: DUE } });
    expect(set(item('find'), { dueDate: EARLY })).toMatchObject({
      ok: false,
      rejection: { code: 'after_due_date' },
    });
  });
});
