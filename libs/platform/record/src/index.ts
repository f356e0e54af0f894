export * from './fields.ts';
export { writeFileTarget } from './file-target.ts';
export * from './record.ts';
export * from './rules.ts';
export { sameText } from './same-text.ts';
export * from './wire.ts';
