import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { task } from './task.ts';

/** Texts: `i18n/*.json`. */
export const taskErrors = errorsOf(task, 'tasks-contracts');
/** Made when first asked for: a page that asks nothing of tasks builds no schemas. */
export const taskCalls = (): RecordCalls<typeof task> => callsOf(task);
