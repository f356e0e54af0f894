import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { task } from './task.ts';

/** Refusals of tasks; texts: `i18n/*.json`. */
export const taskErrors = errorsOf(task, 'tasks-contracts');
/** Created on first use, so that pages without tasks build no schemas. */
export const taskCalls = (): RecordCalls<typeof task> => callsOf(task);
