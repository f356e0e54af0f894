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
    // What depends on no value: its buttons are not shown.
    any: (asked) => {
      const { state, act } = asked;
      if (state.status === 'closed' && act !== 'reopen' && act !== 'restore') return 'committee_closed';
      if ((act === 'decide' || act === 'close') && !isHeld(asked)) return 'committee_not_held';
      return act === 'withdraw' && state.decisions.length === 0 ? 'decision_not_found' : null;
    },
    decide: ({ state }) => (state.decisions.length >= MOST_ENTRIES ? 'committee_full' : null),
    withdraw: ({ state, body }) =>
      state.decisions.some(({ number }) => number === body.number) ? null : 'decision_not_found',
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
