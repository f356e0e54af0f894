export { committeeCalls, committeeErrors } from './committee-calls.ts';
export * from './committee.ts';
