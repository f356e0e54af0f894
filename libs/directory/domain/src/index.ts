export * from './allowance-rules.ts';
export * from './certificate-rules.ts';
export * from './responsible-rules.ts';
