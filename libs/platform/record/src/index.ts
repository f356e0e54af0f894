export * from './fields.ts';
export * from './record.ts';
export * from './rules.ts';
export * from './wire.ts';
