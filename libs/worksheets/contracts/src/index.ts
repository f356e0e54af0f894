export * from './step-programme.ts';
