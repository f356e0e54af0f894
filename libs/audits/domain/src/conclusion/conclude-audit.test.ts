import { DEFAULT_RATING_SCALE, type AuditEvent, type RatingLevel } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenAudit, user, type PersonLabel } from '../testing/given-audit.ts';

const SCALE = DEFAULT_RATING_SCALE;
const rate = (rating: string | null, scale = SCALE) => ({ kind: 'rate_audit', rating, scale });
const conclude = (text: string) => ({ kind: 'conclude_audit', text });
const WITHDRAW = { kind: 'withdraw_conclusion_signature' };
const sign = ({ version }: GivenAudit) => ({ kind: 'sign_conclusion', seen: version });

const outcome = (decided: readonly AuditEvent[] | string): string =>
  typeof decided === 'string' ? decided : decided.map(({ type }) => type).join();

/** Rated and concluded by the leader. */
const prepared = () => new GivenAudit().does(rate('deficient')).does(conclude('Faltan controles.'));
const signed = () => {
  const given = prepared();
  return given.does(sign(given), { by: 'manage' });
};

describe('who rates, concludes and signs', () => {
  it.each<[PersonLabel, rates: string, concludes: string, signs: string]>([
    ['admin', 'AuditRated', 'AuditConcluded', 'ConclusionSigned'],
    ['manage', 'AuditRated', 'AuditConcluded', 'ConclusionSigned'],
    ['leader', 'AuditRated', 'AuditConcluded', 'forbidden'],
    ['junior', 'forbidden', 'forbidden', 'forbidden'],
    ['guest', 'forbidden', 'forbidden', 'forbidden'],
    ['outsid', 'forbidden', 'forbidden', 'forbidden'],
  ])('%s', (by, ...expected) => {
    const ready = prepared();
    expect([
      outcome(new GivenAudit().when(rate('deficient'), { by })),
      outcome(new GivenAudit().when(conclude('Faltan controles.'), { by })),
      outcome(ready.when(sign(ready), { by })),
    ]).toEqual(expected);
  });

  it.each([
    ['closed', 'audit_closed'],
    ['cancelled', 'audit_cancelled'],
  ] as const)('nobody, in an audit that is %s', (status, code) => {
    const given = new GivenAudit().audit(status, '2026-03-02');
    for (const intent of [rate('deficient'), conclude('x'), sign(given), WITHDRAW])
      expect(given.when(intent, { by: 'admin' })).toBe(code);
  });

  it('nobody, of an evaluation of risks', () => {
    const given = new GivenAudit('risk_evaluation');
    for (const intent of [rate('deficient'), conclude('x'), sign(given), WITHDRAW])
      expect(given.when(intent, { by: 'admin' })).toBe('audit_status_not_allowed');
  });
});

describe('the rating', () => {
  it('is of the scale that the audit was first rated with, whatever the account has since', () => {
    const other: RatingLevel[] = [{ code: 'fine', name: 'Adecuada', colour: 'green' }];
    const given = new GivenAudit().does(rate('deficient'));
    expect(given.when(rate('fine', other))).toBe('rating_not_in_scale');
    expect(given.when(rate('satisfactory', other))).toMatchObject([
      {
        type: 'AuditRated',
        data: { rating: { code: 'satisfactory' }, from: { code: 'deficient' }, scale: SCALE },
      },
    ]);
    // Taken away, the next one is of the scale of that day.
    expect(outcome(given.does(rate(null)).when(rate('fine', other)))).toBe('AuditRated');
  });

  it('once more says nothing', () => {
    expect(new GivenAudit().does(rate('deficient')).when(rate('deficient'))).toEqual([]);
    expect(new GivenAudit().when(rate(null))).toEqual([]);
    expect(new GivenAudit().when(conclude(''))).toEqual([]);
  });
});

describe('a signature', () => {
  it('needs both the rating and the conclusion', () => {
    const given = new GivenAudit().does(rate('deficient'));
    expect(given.when(sign(given), { by: 'manage' })).toBe('conclusion_incomplete');
    const other = new GivenAudit().does(conclude('Faltan controles.'));
    expect(other.when(sign(other), { by: 'manage' })).toBe('conclusion_incomplete');
  });

  it('is not of whoever rated or wrote', () => {
    const rated = new GivenAudit()
      .does(rate('deficient'), { by: 'manage' })
      .does(conclude('Faltan controles.'));
    expect(rated.when(sign(rated), { by: 'manage' })).toBe('signer_is_preparer');
    const written = new GivenAudit().does(rate('deficient')).does(conclude('Sí.'), { by: 'manage' });
    expect(written.when(sign(written), { by: 'manage' })).toBe('signer_is_preparer');
    expect(outcome(written.when(sign(written), { by: 'admin' }))).toBe('ConclusionSigned');
  });

  it('covers what the signer read', () => {
    const given = prepared();
    const before = sign(given);
    given.does(conclude('Faltan dos controles.'));
    expect(given.when(before, { by: 'manage' })).toBe('conclusion_changed');
  });

  it('stands once', () => {
    const given = signed();
    expect(given.state.conclusion?.signed).toMatchObject({ by: user('manage') });
    expect(given.when(sign(given), { by: 'admin' })).toBe('conclusion_signed');
  });

  it.each([
    ['another rating', rate('satisfactory'), 'AuditRated,ConclusionSignatureVoided'],
    ['no rating', rate(null), 'AuditRated,ConclusionSignatureVoided'],
    ['another text', conclude('Otra.'), 'AuditConcluded,ConclusionSignatureVoided'],
    ['the same rating', rate('deficient'), ''],
    ['the same text', conclude('Faltan controles.'), ''],
  ])('with %s', (_, intent, expected) => {
    const given = signed();
    expect(outcome(given.when(intent))).toBe(expected);
    expect(given.does(intent).state.conclusion?.signed === null).toBe(expected !== '');
  });

  it('is taken back by its owner alone', () => {
    expect(signed().when(WITHDRAW, { by: 'admin' })).toBe('not_signed');
    expect(signed().when(WITHDRAW, { by: 'manage' })).toEqual([
      { type: 'ConclusionSignatureVoided', data: { by: user('manage'), because: 'withdrawn' } },
    ]);
  });
});
