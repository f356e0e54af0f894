export * from './errors.ts';
export * from './log-status.ts';
