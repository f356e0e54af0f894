export { taskCalls, taskErrors } from './task-calls.ts';
export * from './task.ts';
