export { tasksWeb } from './manifest.ts';
