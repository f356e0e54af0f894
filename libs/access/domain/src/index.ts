export * from './default-permissions.ts';
export * from './evaluate.ts';
