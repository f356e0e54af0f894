import type { ItemValue } from '@cotejo/audits-contracts';
import { AuditState } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { attach, GivenWorksheet, instruction, revise, written } from '../given-worksheet.fixture.ts';
import { item, person, seal } from '../notes/given-notes.fixture.ts';
import { FINDING_ATTRIBUTES } from './completion-objection.ts';

type Values = Readonly<Record<string, ItemValue>>;
const placed = (n: number): Values => ({ [`instruction.${instruction(n)}.place`]: `a${n}` });
const chosen = (n: number, option = 'conforms'): Values => ({
  [`instruction.${instruction(n)}.option`]: option,
});
const done = (n: number): Values => ({ [`instruction.${instruction(n)}.action`]: 'inspected' });
const evidence = (n: number) => `instruction.${instruction(n)}.evidence`;

describe('a test', () => {
  const complete = { kind: 'sign_item', id: item('test'), mark: 'completed', textsAt: null };
  const given = (values: Values) => new GivenWorksheet().says('test', values).status('test', 'in_progress');
  const refusal = (audit: GivenWorksheet) => {
    const decision = audit.decide(complete, { by: 'junior' });
    return decision.ok ? null : decision.rejection;
  };

  it.each<[string, Values, object | null]>([
    ['nothing', {}, { missing: 'instruction', instruction: 1 }],
    [
      'an instruction alone',
      placed(1),
      { missing: 'option,action_or_evidence', option: 1, action_or_evidence: 1 },
    ],
    ['an option', { ...placed(1), ...chosen(1) }, { missing: 'action_or_evidence', action_or_evidence: 1 }],
    ['an action', { ...placed(1), ...done(1) }, { missing: 'option', option: 1 }],
    ['both', { ...placed(1), ...chosen(1, 'not_applicable'), ...done(1) }, null],
    [
      'both of one of three',
      { ...placed(1), ...placed(2), ...placed(3), ...chosen(1), ...done(1) },
      { missing: 'option,action_or_evidence', option: 2, action_or_evidence: 2 },
    ],
    [
      'an option of one that was taken away',
      { ...chosen(1), ...done(1) },
      { missing: 'instruction', instruction: 1 },
    ],
  ])('with %s is completed or says what it misses: %j', (_, values, params) => {
    expect(refusal(given(values))).toEqual(params && { code: 'test_incomplete', params });
  });

  it('counts documented evidence for an action: words, or a file', () => {
    const audit = () => given({ ...placed(1), ...chosen(1) });
    expect(refusal(audit().does(revise('test', written(evidence(1), 0))))).toBeNull();
    expect(refusal(audit().does(revise('test', written(evidence(1), 0, 'junior', 0))))).not.toBeNull();
    expect(refusal(audit().does(attach('test', 1, { field: evidence(1) })))).toBeNull();
    expect(refusal(audit().does(attach('test', 1, { field: null })))).not.toBeNull();
    const removed = audit().does(attach('test', 1, { field: evidence(1) }));
    removed.does({
      kind: 'remove_attachment',
      id: item('test'),
      attachment: removed.files('test')[0]?.id,
    });
    expect(refusal(removed)).not.toBeNull();
  });

  it('counts the words that come to rest with the signature', () => {
    const audit = given({ ...placed(1), ...chosen(1) });
    const texts = [written(evidence(1), 3)];
    expect(audit.when({ ...complete, textsAt: 4, texts }, { by: 'junior' })).toMatchObject([
      { type: 'TextRevised' },
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned' },
    ]);
  });

  it('misses the same when its status is changed, and nothing when it is only worked on', () => {
    const change = (from: string, to: string) => ({ kind: 'change_status', id: item('test'), from, to });
    expect(given({}).when(change('in_progress', 'completed'))).toBe('test_incomplete');
    expect(new GivenWorksheet().when(change('new', 'in_progress'))).toEqual(expect.any(Array));
  });

  it('completed long ago is signed by others, and comes back from a note', () => {
    const audit = given({}).status('test', 'completed');
    expect(audit.when({ ...complete }, { by: 'peer' })).toMatchObject([{ type: 'ItemSigned' }]);
  });
});

describe('a finding', () => {
  const discuss = { kind: 'change_status', id: item('find'), from: 'new', to: 'not_discussed' };

  it('is discussed once its five attributes are written', () => {
    const audit = new GivenWorksheet();
    for (const [index, field] of FINDING_ATTRIBUTES.entries()) {
      const decision = audit.decide(discuss);
      const missing = FINDING_ATTRIBUTES.slice(index).join(',');
      expect(!decision.ok && decision.rejection).toEqual({ code: 'finding_incomplete', params: { missing } });
      audit.does(revise('find', written(field, index)));
    }
    expect(audit.when(discuss)).toMatchObject([{ type: 'ItemStatusChanged' }]);
    audit.does(revise('find', written('effect', 9, 'junior', 0, null)));
    expect(audit.when(discuss)).toBe('finding_incomplete');
  });
});

describe('the design of a control', () => {
  const judge = (value: ItemValue) => ({
    kind: 'set_values',
    id: item('ctrl'),
    values: { 'design.purpose.value': value },
  });
  const text = `instruction.${instruction(1)}.text`;
  const begun = () => new GivenWorksheet().status('ctrl', 'in_progress');

  it('is judged once one of its instructions is documented', () => {
    const audit = begun();
    expect(audit.when(judge(5))).toBe('instruction_required');
    expect(audit.says('ctrl', placed(1)).when(judge(5))).toBe('instruction_required');
    expect(audit.does(revise('ctrl', written(text, 0))).when(judge(5))).toMatchObject([
      { type: 'ItemValuesSet' },
    ]);
    const acted = begun().says('ctrl', { ...placed(1), ...done(1) });
    expect(acted.when(judge(5))).toMatchObject([{ type: 'ItemValuesSet' }]);
  });

  it('comes along with a copy, whose words do not', () => {
    const operation = seal(7).ref;
    const copying = begun().happened('OperationStarted', { operation, what: 'copy', source: null });
    const decision = copying.model.decide(
      copying.state,
      { intent: judge(5), base: copying.state.version, operation },
      { now: '2026-03-02T15:00:00.000Z', actor: person('manager'), can: () => true, mode: 'server' },
    );
    expect(decision).toMatchObject({ ok: true });
  });

  it('may be unsaid, and weighed, at any time', () => {
    const audit = begun().says('ctrl', { 'design.purpose.value': 3 });
    expect(audit.when(judge(null))).toMatchObject([{ type: 'ItemValuesSet' }]);
    const weigh = { kind: 'set_values', id: item('ctrl'), values: { 'design.purpose.weight': 3 } };
    expect(audit.when(weigh)).toMatchObject([{ type: 'ItemValuesSet' }]);
    expect(audit.when({ ...judge(5), id: item('risk') })).toBe('value_not_allowed');
  });
});

it('what a browser does not know, it does not miss', () => {
  const mirror = (audit: GivenWorksheet) => {
    Object.defineProperty(audit.state, 'audit', { value: null });
    expect(audit.state).toBeInstanceOf(AuditState);
    return audit;
  };
  const discuss = { kind: 'change_status', id: item('find'), from: 'new', to: 'not_discussed' };
  expect(mirror(new GivenWorksheet()).when(discuss, { mode: 'optimistic' })).toEqual(expect.any(Array));
  const complete = { kind: 'change_status', id: item('test'), from: 'in_progress', to: 'completed' };
  const begun = mirror(
    new GivenWorksheet().says('test', { ...placed(1), ...chosen(1) }).status('test', 'in_progress'),
  );
  expect(begun.when(complete, { mode: 'optimistic' })).toEqual(expect.any(Array));
  const empty = mirror(new GivenWorksheet().status('test', 'in_progress'));
  expect(empty.when(complete, { mode: 'optimistic' })).toBe('test_incomplete');
});
