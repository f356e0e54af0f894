import { committee, type Committee } from '@cotejo/committees-contracts';
import { MOST_ENTRIES, rules, type Circumstances } from '@cotejo/record';

/** Whether the meeting's day has come. */
const isHeld = ({ state, today }: Pick<Circumstances, 'today'> & { state: Committee }): boolean =>
  state.date <= today;
const nextNumber = ({ decisions }: Committee): number =>
  Math.max(0, ...decisions.map(({ number }) => number)) + 1;

export const committeeRules = rules(committee, {
  states: {
    planned: { close: 'closed' },
    closed: { reopen: 'planned' },
  },
  refuse: {
    any: ({ state, act }) =>
      state.status === 'closed' && act !== 'reopen' && act !== 'restore' ? 'committee_closed' : null,
    decide: (asked) => {
      if (!isHeld(asked)) return 'committee_not_held';
      return asked.state.decisions.length >= MOST_ENTRIES ? 'committee_full' : null;
    },
    withdraw: ({ state, body }) =>
      state.decisions.some(({ number }) => number === body.number) ? null : 'decision_not_found',
    close: (asked) => (isHeld(asked) ? null : 'committee_not_held'),
  },
  fold: {
    CommitteeDecided: (state, data) => ({
      ...state,
      decisions: [...state.decisions, { number: nextNumber(state), ...data }],
    }),
    CommitteeDecisionWithdrawn: (state, { number }) => ({
      ...state,
      decisions: state.decisions.filter((each) => each.number !== number),
    }),
    CommitteeReopened: (state, { reason }) => ({ ...state, reopenReason: reason }),
  },
  derive: { year: ({ date }) => Number(date.slice(0, 4)) },
});
