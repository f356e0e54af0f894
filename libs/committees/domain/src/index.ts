export * from './committee-rules.ts';
