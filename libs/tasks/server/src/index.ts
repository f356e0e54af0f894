export { tasksContext } from './manifest.ts';
