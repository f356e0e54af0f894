import { committee, type Committee } from '@cotejo/committees-contracts';
import { MOST_ENTRIES, rules, sameText, type Circumstances } from '@cotejo/record';

/** Whether the meeting's day has come. */
const isHeld = ({ state, today }: Pick<Circumstances, 'today'> & { state: Committee }): boolean =>
  state.date <= today;
/** A number is given once: minutes that cite a withdrawn decision must not come to mean another. */
const nextNumber = ({ recorded }: Committee): number => (recorded ?? 0) + 1;

type Topic = Pick<Committee['agenda'][number], 'subject' | 'item' | 'audit'>;
/** Either a text, or an item with its audit. */
const isComplete = ({ subject, item, audit }: Topic): boolean =>
  (subject === null) !== (item === null) && (item === null) === (audit === null);
const isSameTopic = (one: Topic, other: Topic): boolean =>
  one.item === other.item && one.audit === other.audit && sameText(one.subject, other.subject);
const hasTopic = ({ agenda }: Committee, number: number): boolean =>
  agenda.some((topic) => topic.number === number);

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
      if ((act === 'moveTopic' || act === 'removeTopic') && state.agenda.length === 0)
        return 'topic_not_found';
      return act === 'withdraw' && state.decisions.length === 0 ? 'decision_not_found' : null;
    },
    addTopic: ({ state, body: { subject = null, item = null, audit = null } }) => {
      const topic: Topic = { subject, item, audit };
      if (!isComplete(topic)) return 'topic_incomplete';
      if (state.agenda.some((each) => isSameTopic(each, topic))) return 'topic_there_already';
      return state.agenda.length >= MOST_ENTRIES ? 'agenda_full' : null;
    },
    moveTopic: ({ state, body }) => (hasTopic(state, body.number) ? null : 'topic_not_found'),
    removeTopic: ({ state, body }) => (hasTopic(state, body.number) ? null : 'topic_not_found'),
    decide: ({ state }) => (state.decisions.length >= MOST_ENTRIES ? 'committee_full' : null),
    withdraw: ({ state, body }) =>
      state.decisions.some(({ number }) => number === body.number) ? null : 'decision_not_found',
  },
  fold: {
    CommitteeTopicAdded: (state, topic) => {
      const number = (state.proposed ?? 0) + 1;
      return { ...state, proposed: number, agenda: [...state.agenda, { number, ...topic }] };
    },
    CommitteeTopicMoved: (state, { number, place }) => {
      const moved = state.agenda.filter((each) => each.number === number);
      const others = state.agenda.filter((each) => each.number !== number);
      return { ...state, agenda: others.toSpliced(place - 1, 0, ...moved) };
    },
    CommitteeTopicRemoved: (state, { number }) => ({
      ...state,
      agenda: state.agenda.filter((each) => each.number !== number),
    }),
    CommitteeDecided: (state, data) => ({
      ...state,
      recorded: nextNumber(state),
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
