import { given } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { annualPlanRules } from './annual-plan-rules.ts';

const year = { year: 2026 };
const approval = { approvedOn: '2026-03-10', minutesReference: 'Acta 012 de 2026' };
const reason = 'Faltan las horas de TI';

given(annualPlanRules, year).table(
  ['change', { notes: 'Con dos personas nuevas' }, {}, ['AnnualPlanChanged']],
  ['change', { year: 2027 }, {}, 'malformed'],
  ['send', {}, {}, ['AnnualPlanSent']],
  ['approve', approval, {}, 'cannot_from_here'],
  ['giveBack', { reason }, {}, 'cannot_from_here'],
  ['remove', {}, {}, 'plan_kept'],
);

given(annualPlanRules, year, ['send']).table(
  ['send', {}, {}, 'cannot_from_here'],
  ['change', { notes: 'Otra cosa' }, {}, 'plan_not_draft'],
  ['giveBack', { reason }, {}, ['AnnualPlanReturned']],
  ['giveBack', { reason: ' ' }, {}, 'malformed'],
  ['approve', approval, '2026-03-10', ['AnnualPlanApproved']],
  ['approve', approval, '2026-03-09', 'plan_approval_ahead'],
  ['approve', { ...approval, minutesReference: '' }, {}, 'malformed'],
  ['remove', {}, {}, 'plan_kept'],
);

given(annualPlanRules, year, ['send'], ['approve', approval]).table(
  ['send', {}, {}, 'cannot_from_here'],
  ['approve', approval, {}, 'cannot_from_here'],
  ['giveBack', { reason }, {}, 'cannot_from_here'],
  ['change', { notes: 'Tarde' }, {}, 'plan_not_draft'],
  ['remove', {}, {}, 'plan_kept'],
);

it('keeps why it came back until it is sent again', () => {
  const back = given(annualPlanRules, year, ['send'], ['giveBack', { reason }]);
  expect(back.state()).toMatchObject({ status: 'draft', returnReason: reason });
  const again = given(annualPlanRules, year, ['send'], ['giveBack', { reason }], ['send']);
  expect(again.state()).toMatchObject({ status: 'sent', returnReason: null });
});

it('keeps the date and the minutes of its approval', () => {
  expect(given(annualPlanRules, year, ['send'], ['approve', approval]).state()).toMatchObject(approval);
});
