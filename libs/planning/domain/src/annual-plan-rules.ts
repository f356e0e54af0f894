import { annualPlan } from '@cotejo/planning-contracts';
import { rules } from '@cotejo/record';

export const annualPlanRules = rules(annualPlan, {
  states: {
    draft: { send: 'sent' },
    sent: { approve: 'approved', giveBack: 'draft' },
    approved: {},
  },
  refuse: {
    any: ({ state, act }) => {
      if (act === 'remove') return 'plan_kept';
      return act === 'change' && state.status !== 'draft' ? 'plan_not_draft' : null;
    },
    approve: ({ body, today }) => (body.approvedOn > today ? 'plan_approval_ahead' : null),
  },
  fold: {
    AnnualPlanSent: (state) => ({ ...state, returnReason: null }),
    AnnualPlanReturned: (state, { reason }) => ({ ...state, returnReason: reason }),
    AnnualPlanApproved: (state, { approvedOn, minutesReference }) => ({
      ...state,
      approvedOn,
      minutesReference,
    }),
  },
  derive: {},
});
