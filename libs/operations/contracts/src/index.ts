export * from './errors.ts';
export * from './log-status.ts';
export * from './log-status-calls.ts';
