import { describe, expect, it } from 'vitest';
import { kernelEvent, type ItemStatus, type SignatureMark } from '@cotejo/audits-contracts';
import { contentHashOf } from './signed-content.ts';
import { GivenAudit, givenPlan, item, user, type PersonLabel } from '../testing/given-audit.ts';

const sign = (mark: SignatureMark = 'completed', label = 'step') => ({
  kind: 'sign_item',
  id: item(label),
  mark,
  textsAt: null,
});
const withdraw = (mark: SignatureMark = 'completed', label = 'step') => ({
  kind: 'withdraw_signature',
  id: item(label),
  mark,
});
const given = (status: ItemStatus, by: PersonLabel = 'junior', label = 'step') => {
  const audit = givenPlan();
  return status === 'new' ? audit : audit.status(label, status, by);
};
const told = (answer: ReturnType<GivenAudit['when']>) =>
  typeof answer === 'string' ? answer : answer.map(({ type, data }) => data['to'] ?? data['mark'] ?? type);
const marks = (audit: GivenAudit, label = 'step') =>
  (audit.state.get(item(label))?.signatures ?? []).map(({ mark, by }) => [mark, by]);

describe('sign_item', () => {
  it('puts a person’s mark under the content that they saw', () => {
    const audit = given('in_progress');
    const decided = audit.when(sign(), { by: 'junior' });
    const node = audit.state.get(item('step'));
    if (!node || typeof decided === 'string') throw new Error('no step');
    expect(decided).toEqual([
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'in_progress', to: 'completed' } },
      {
        type: 'ItemSigned',
        data: {
          id: item('step'),
          mark: 'completed',
          seen: audit.version,
          content: contentHashOf(node, []),
          texts: [],
        },
      },
    ]);
    for (const event of decided) expect(kernelEvent.safeParse(event).success).toBe(true);
    audit.does(sign(), { by: 'junior' });
    expect(audit.state.get(item('step'))).toMatchObject({
      status: 'completed',
      completedBy: user('junior'),
      signatures: [
        { mark: 'completed', by: user('junior'), version: audit.version, content: contentHashOf(node, []) },
      ],
    });
  });

  it.each<[string, string, ItemStatus, SignatureMark, unknown]>([
    ['work', 'step', 'new', 'completed', 'status_not_allowed'],
    ['work', 'step', 'assigned', 'completed', 'status_not_allowed'],
    ['work', 'step', 'in_progress', 'completed', ['completed', 'completed']],
    ['work', 'step', 'completed', 'completed', ['completed']],
    ['work', 'step', 'reviewed', 'completed', 'status_not_allowed'],
    ['work', 'step', 'review_note', 'completed', ['completed', 'completed']],
    ['work', 'step', 'new', 'reviewed', 'not_completed'],
    ['work', 'step', 'assigned', 'reviewed', 'not_completed'],
    ['work', 'step', 'in_progress', 'reviewed', 'not_completed'],
    ['work', 'step', 'completed', 'reviewed', ['reviewed', 'reviewed']],
    ['work', 'step', 'reviewed', 'reviewed', ['reviewed']],
    ['work', 'step', 'review_note', 'reviewed', 'not_completed'],
    ['a finding', 'find', 'new', 'completed', 'status_not_allowed'],
    ['a finding', 'find', 'not_discussed', 'completed', ['completed', 'completed']],
    ['a finding', 'find', 'not_discussed', 'reviewed', 'not_completed'],
    ['a finding', 'find', 'completed', 'reviewed', ['reviewed', 'reviewed']],
    ['a group', 'proc', 'new', 'completed', 'no_status'],
  ])('of %s (%s) that is %s, marked %s', (_, label, status, mark, expected) => {
    expect(told(given(status, 'junior', label).when(sign(mark, label), { by: 'manage' }))).toEqual(expected);
  });

  it.each<[PersonLabel, SignatureMark, string, unknown]>([
    ['admin', 'completed', 'step', ['completed', 'completed']],
    ['manage', 'completed', 'step', ['completed', 'completed']],
    ['junior', 'completed', 'step', ['completed', 'completed']],
    ['guest', 'completed', 'step', 'forbidden'],
    ['outsid', 'completed', 'step', 'forbidden'],
    ['leader', 'reviewed', 'step', ['reviewed', 'reviewed']],
    ['peer', 'reviewed', 'step', 'forbidden'],
    ['guest', 'reviewed', 'step', 'forbidden'],
    ['leader', 'reviewed', 'find', 'forbidden'],
    ['manage', 'reviewed', 'find', ['reviewed', 'reviewed']],
  ])('%s may mark as %s (%s): %s', (by, mark, label, expected) => {
    const before = mark === 'reviewed' ? 'completed' : 'in_progress';
    expect(told(given(before, 'junior', label).when(sign(mark, label), { by }))).toEqual(expected);
  });

  it('several may say that it is done, each once; none of them reviews it', () => {
    const audit = given('in_progress').does(sign(), { by: 'junior' }).does(sign(), { by: 'leader' });
    expect(marks(audit)).toEqual([
      ['completed', user('junior')],
      ['completed', user('leader')],
    ]);
    expect(audit.when(sign(), { by: 'leader' })).toBe('already_signed');
    expect(audit.when(sign('reviewed'), { by: 'leader' })).toBe('reviewer_is_preparer');
    const change = { kind: 'change_status', id: item('step'), from: 'completed', to: 'reviewed' };
    expect(audit.when(change, { by: 'leader' })).toBe('reviewer_is_preparer');
    audit.does(sign('reviewed'), { by: 'manage' }).does(sign('reviewed'), { by: 'admin' });
    expect(marks(audit).slice(2)).toEqual([
      ['reviewed', user('manage')],
      ['reviewed', user('admin')],
    ]);
    expect(audit.state.get(item('step'))?.completedBy).toBe(user('junior'));
  });

  it.each(['completed', 'reviewed'] as const)(
    'is not put under what somebody changed meanwhile: %s',
    (mark) => {
      const audit = given(mark === 'completed' ? 'in_progress' : 'completed');
      const seen = audit.version;
      audit.does({ kind: 'assign_item', id: item('step'), assignee: user('peer') }, { by: 'manage' });
      expect(audit.when(sign(mark), { base: seen, by: 'leader' })).toBe('changed_since');
      expect(audit.when(sign(mark), { base: seen, by: 'manage' })).toHaveLength(2);
    },
  );

  it.each([1, 1_000_000_000, Number.MAX_SAFE_INTEGER])(
    'believes nobody who says to have seen what was yet to come: %i beyond',
    (beyond) => {
      const audit = given('in_progress');
      const base = Math.min(audit.version + beyond, Number.MAX_SAFE_INTEGER);
      const change = { kind: 'change_status', id: item('step'), from: 'in_progress', to: 'completed' };
      for (const intent of [sign(), change, { kind: 'batch', parts: [{ schema: 1, intent: sign() }] }]) {
        expect(audit.when(intent, { base, by: 'junior' })).toBe('changed_since');
        expect(audit.when(intent, { by: 'junior' })).toHaveLength(2);
      }
    },
  );

  it('shows nothing in the browser, which says only whether it may be', () => {
    const audit = given('in_progress');
    expect(audit.when(sign(), { mode: 'optimistic' })).toEqual([]);
    expect(audit.when(sign('reviewed'), { mode: 'optimistic' })).toBe('not_completed');
    const change = { kind: 'change_status', id: item('step'), from: 'in_progress', to: 'completed' };
    expect(told(audit.when(change, { mode: 'optimistic' }))).toEqual(['completed']);
  });

  it.each<[string, ItemStatus, unknown]>([
    ['step', 'new', []],
    ['step', 'assigned', []],
    ['step', 'reviewed', 'status_not_allowed'],
    ['find', 'new', 'status_not_allowed'],
  ])('nor does a browser know what is written in it: a %s that is %s', (label, status, expected) => {
    const optimistic = { mode: 'optimistic', by: 'manage' } as const;
    expect(given(status, 'junior', label).when(sign('completed', label), optimistic)).toEqual(expected);
    const reviewed = given(status, 'junior', label).when(sign('reviewed', label), optimistic);
    expect(reviewed).toEqual(status === 'reviewed' ? [] : 'not_completed');
  });

  it('in an ICCE audit follows the status and does not bring it about', () => {
    const audit = new GivenAudit('icce').item('phase', 'phase', null).item('step', 'step', 'phase');
    audit.status('step', 'in_progress', 'junior');
    expect(audit.when(sign())).toBe('not_completed');
    audit.status('step', 'completed', 'junior');
    expect(told(audit.when(sign()))).toEqual(['completed']);
  });

  it('refuses the unknown, the deleted and the malformed', () => {
    expect(givenPlan().when(sign('completed', 'nobody'))).toBe('item_not_found');
    expect(given('in_progress').deleted('step').when(sign())).toBe('item_deleted');
    expect(given('in_progress').when({ ...sign(), mark: 'seen' })).toBe('invalid_intent');
  });

  it('a batch signs a selection, each under what it is', () => {
    const audit = given('in_progress').status('ctrl', 'in_progress', 'junior');
    const parts = ['step', 'ctrl'].map((label) => ({ schema: 1, intent: sign('completed', label) }));
    audit.does({ kind: 'batch', parts }, { by: 'junior' });
    expect([...marks(audit), ...marks(audit, 'ctrl')]).toHaveLength(2);
  });
});

describe('marks fall', () => {
  /** Completed by Junior and the leader, reviewed by the manager. */
  const reviewed = () =>
    given('in_progress')
      .does(sign(), { by: 'junior' })
      .does(sign(), { by: 'leader' })
      .does(sign('reviewed'), { by: 'manage' });
  const ALL = [
    { mark: 'completed', by: user('junior') },
    { mark: 'completed', by: user('leader') },
    { mark: 'reviewed', by: user('manage') },
  ];
  const change = (from: ItemStatus, to: ItemStatus) => ({
    kind: 'change_status',
    id: item('step'),
    from,
    to,
  });

  it.each<
    [string, { readonly kind: string; readonly [field: string]: unknown }, readonly object[], string | null]
  >([
    ['a new name', { kind: 'rename_item', id: item('step'), name: 'Otro' }, ALL, 'edited'],
    [
      'a value',
      {
        kind: 'set_values',
        id: item('step'),
        values: { 'instruction.00000009-0000-4000-8000-000000000001.option': 'conforms' },
      },
      ALL,
      'edited',
    ],
    ['reopening', change('reviewed', 'in_progress'), ALL, 'reopened'],
    ['a note', change('reviewed', 'review_note'), ALL.slice(2), 'note'],
    ['a new code', { kind: 'recode_item', id: item('step'), code: 'X-1' }, [], null],
    ['a new place', { kind: 'move_item', id: item('step'), parent: item('phase') }, [], null],
    ['another person', { kind: 'assign_item', id: item('step'), assignee: user('peer') }, [], null],
    ['days', { kind: 'schedule_item', id: item('step'), startDate: '2026-02-01', endDate: null }, [], null],
    ['hours', { kind: 'set_values', id: item('step'), values: { budgetedMinutes: 60 } }, [], null],
  ])('by %s', (_, intent, voided, because) => {
    const audit = reviewed();
    const decided = audit.when(intent);
    if (typeof decided === 'string') throw new Error(decided);
    const events = decided.filter(({ type }) => type === 'SignaturesVoided');
    expect(events.map(({ data }) => data)).toEqual(
      because === null ? [] : [{ id: item('step'), voided, because }],
    );
    audit.does(intent);
    expect(marks(audit)).toHaveLength(ALL.length - voided.length);
  });

  it('closing the last note brings back what was completed, not the review', () => {
    const audit = reviewed()
      .does(change('reviewed', 'review_note'))
      .does(change('review_note', 'completed'), { by: 'manage' });
    expect(marks(audit)).toEqual([
      ['completed', user('junior')],
      ['completed', user('leader')],
    ]);
  });

  it('content that changes takes its hash along, what is of the plan does not', () => {
    const audit = given('in_progress').does(sign(), { by: 'junior' });
    const hash = () => {
      const node = audit.state.get(item('step'));
      return node && contentHashOf(node, []);
    };
    const signed = hash();
    expect(audit.state.get(item('step'))?.signatures?.[0]?.content).toBe(signed);
    audit
      .does({ kind: 'recode_item', id: item('step'), code: 'X-1' })
      .does({ kind: 'assign_item', id: item('step'), assignee: user('peer') })
      .does({ kind: 'set_values', id: item('step'), values: { budgetedMinutes: 60 } });
    expect(hash()).toBe(signed);
    audit.does({ kind: 'rename_item', id: item('step'), name: 'Otro' });
    expect(hash()).not.toBe(signed);
  });

  it('of logs of before there were signatures, the statuses are the marks', () => {
    const audit = given('in_progress')
      .status('step', 'completed', 'junior')
      .status('step', 'reviewed', 'leader');
    expect(audit.state.get(item('step'))?.signatures).toEqual([
      expect.objectContaining({ mark: 'completed', by: user('junior') }),
      expect.objectContaining({ mark: 'reviewed', by: user('leader') }),
    ]);
    expect(audit.state.get(item('step'))?.signatures?.[0]).not.toHaveProperty('content');
    expect(audit.status('step', 'in_progress').state.get(item('step'))).not.toHaveProperty('signatures');
  });

  describe('taken back', () => {
    it.each<[string, SignatureMark, PersonLabel, unknown, ItemStatus]>([
      ['one of two that completed', 'completed', 'junior', ['SignaturesVoided'], 'reviewed'],
      ['the only review', 'reviewed', 'manage', ['completed', 'SignaturesVoided'], 'completed'],
    ])('%s', (_, mark, by, expected, status) => {
      const audit = reviewed();
      expect(told(audit.when(withdraw(mark), { by }))).toEqual(expected);
      audit.does(withdraw(mark), { by });
      expect(audit.state.get(item('step'))?.status).toBe(status);
      expect(marks(audit)).toHaveLength(2);
      expect(marks(audit)).not.toContainEqual([mark, user(by)]);
    });

    it('with the last that completed, all of it', () => {
      const audit = reviewed().does(withdraw(), { by: 'junior' }).does(withdraw(), { by: 'leader' });
      expect(audit.state.get(item('step'))).toMatchObject({ status: 'in_progress', completedBy: null });
      expect(audit.state.get(item('step'))).not.toHaveProperty('signatures');
    });

    it('a finding goes back to be discussed', () => {
      const audit = given('not_discussed', 'junior', 'find').does(sign('completed', 'find'), {
        by: 'junior',
      });
      audit.does(withdraw('completed', 'find'), { by: 'junior' });
      expect(audit.state.get(item('find'))?.status).toBe('not_discussed');
    });

    it('is one’s own alone, with the right that puts it', () => {
      expect(reviewed().when(withdraw('reviewed'), { by: 'leader' })).toBe('not_signed');
      expect(reviewed().when(withdraw('reviewed'), { by: 'junior' })).toBe('forbidden');
      expect(reviewed().when(withdraw('completed', 'nobody'))).toBe('item_not_found');
      expect(reviewed().deleted('step').when(withdraw())).toBe('item_deleted');
      expect(reviewed().when(withdraw('reviewed'), { mode: 'optimistic', by: 'leader' })).toEqual([]);
    });

    it('undoing a status takes no mark of others', () => {
      const back = { ...change('completed', 'in_progress'), takeBack: true };
      const audit = given('in_progress').does(change('in_progress', 'completed'), { by: 'junior' });
      expect(told(audit.when(back, { by: 'junior' }))).toEqual(['in_progress', 'SignaturesVoided']);
      audit.does(sign(), { by: 'leader' });
      expect(audit.when(back, { by: 'junior' })).toBe('changed_since');
    });
  });

  it('in a closed audit findings are still signed, work is not', () => {
    const audit = given('not_discussed', 'junior', 'find').status('step', 'in_progress').audit('closed');
    expect(audit.when(sign('completed', 'find'))).toHaveLength(2);
    expect(audit.when(sign())).toBe('audit_closed');
  });
});
