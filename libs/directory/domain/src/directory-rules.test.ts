import type { UserId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import { given } from '@cotejo/record/fixtures';
import { describe, expect, it } from 'vitest';
import { allowanceRules } from './allowance-rules.ts';
import { certificateRules } from './certificate-rules.ts';
import { responsibleRules } from './responsible-rules.ts';

const laura = '00000000-0000-4000-8000-00000000001a' as UserId;
const oscar = '00000000-0000-4000-8000-0000000000c2' as UserId;
const audit = '00000000-0000-4000-8000-0000000000a1' as AuditId;
const when = { today: '2026-03-10', at: '2026-03-10T15:00:00Z', by: laura, reach: 'all' } as const;

const marta = { name: 'Marta Suárez', email: 'marta@frailejon.example' };
given(responsibleRules, marta).table(
  ['change', { job: 'Jefa de compras', area: 'Compras' }, {}, ['ResponsibleChanged']],
  ['change', { name: 'Marta Suárez' }, {}, []],
  ['change', { email: 'marta' }, {}, 'malformed'],
  ['change', { copyTo: 'julian@frailejon.example' }, {}, ['ResponsibleChanged']],
  ['change', { copyTo: 'Marta@frailejon.example' }, {}, 'copy_to_same'],
  ['remove', {}, {}, ['ResponsibleRemoved']],
);

const course = { holder: laura, name: 'NIIF 16', issuer: 'Universidad', date: '2026-03-10', hours: 960 };
const ofLaura = { by: laura, reach: 'own' } as const;
given(certificateRules, course).table(
  ['change', { until: '2026-03-10' }, ofLaura, ['CertificateChanged']],
  ['change', { until: '2026-03-09' }, ofLaura, 'certificate_dates'],
  ['change', { date: '2026-03-11' }, ofLaura, 'certificate_future'],
  ['change', { holder: oscar }, ofLaura, 'certificate_not_own'],
  ['change', { holder: oscar }, {}, ['CertificateChanged']],
  ['change', { hours: 90.5 }, ofLaura, 'malformed'],
);

const transport = 'transport' as const;
const trip = { holder: laura, audit, concept: transport, amount: 250_000, firstDay: '2026-03-10' };
given(allowanceRules, trip).table(
  ['change', { lastDay: '2026-03-10' }, {}, ['AllowanceChanged']],
  ['change', { lastDay: '2026-03-09' }, {}, 'allowance_dates'],
  ['change', { amount: 0 }, {}, 'allowance_empty'],
  ['change', { amount: -1 }, {}, 'malformed'],
  ['change', { concept: 'lodging' }, {}, ['AllowanceChanged']],
);

describe('before there is a record', () => {
  it.each([
    [
      'a copy to oneself',
      responsibleRules.decide(null, 'create', { ...marta, copyTo: marta.email }, when),
      'copy_to_same',
    ],
    [
      'a colleague’s certificate',
      certificateRules.decide(null, 'create', { ...course, holder: oscar }, { ...when, reach: 'own' }),
      'certificate_not_own',
    ],
    [
      'a certificate of tomorrow',
      certificateRules.decide(null, 'create', { ...course, date: '2026-03-11' }, when),
      'certificate_future',
    ],
    [
      'an allowance of nothing',
      allowanceRules.decide(null, 'create', { ...trip, amount: 0 }, when),
      'allowance_empty',
    ],
  ])('%s is refused', (_, decision, refusal) => expect(decision).toEqual({ refusal }));
});

describe('a certificate', () => {
  it.each([
    [null, '2030-01-01', false],
    ['2026-12-31', '2026-12-31', false],
    ['2026-12-31', '2027-01-01', true],
  ])('valid until %s has expired on %s: %s', (until, today, expired) => {
    const state = given(certificateRules, { ...course, until }).state();
    expect(certificateRules.derive(state, { today })).toEqual({ expired });
  });
});
