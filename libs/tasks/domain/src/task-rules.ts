import { rules, type Circumstances } from '@cotejo/record';
import { task, type Task } from '@cotejo/tasks-contracts';

/** Days past its due date from which a task is old; specification 2, section 9. */
export const OLD_AFTER_DAYS = 90;

type When = Pick<Circumstances, 'by' | 'reach'>;
const gave = ({ state, by, reach }: When & { state: Task }) => reach === 'all' || state.createdBy === by;
const doesIt = ({ state, by, reach }: When & { state: Task }) =>
  gave({ state, by, reach }) || state.responsible === by;

export const taskRules = rules(task, {
  states: {
    pending: { start: 'in_progress', complete: 'completed' },
    in_progress: { complete: 'completed' },
    completed: { review: 'reviewed', reject: 'rejected' },
    rejected: { start: 'in_progress', complete: 'completed' },
    reviewed: {},
  },
  who: {
    start: doesIt,
    complete: doesIt,
    review: gave,
    reject: gave,
    change: gave,
    remove: gave,
    restore: gave,
  },
  refuse: {
    create: ({ body }) => (body.item && !body.audit ? 'task_item_alone' : null),
    change: ({ state, body }) => {
      if (state.status === 'reviewed') return 'task_reviewed';
      const { audit, item } = { ...state, ...body };
      return item !== null && audit === null ? 'task_item_alone' : null;
    },
    /** The responsible user cannot review their own work. */
    review: ({ state, by }) => (state.responsible === by ? 'task_own_work' : null),
  },
  fold: {
    TaskCompleted: (state) => ({ ...state, rejectionReason: null }),
    TaskRejected: (state, data) => ({ ...state, rejectionReason: data.reason }),
  },
  derive: {
    old: ({ dueDate, status }, { today }) =>
      status !== 'reviewed' && dueDate !== null && daysBetween(dueDate, today) >= OLD_AFTER_DAYS,
  },
});

const DAY_MS = 86_400_000;
/** Calendar days from one day to another, both `yyyy-MM-dd`. */
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
