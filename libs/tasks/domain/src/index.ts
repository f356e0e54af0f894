export * from './task-rules.ts';
