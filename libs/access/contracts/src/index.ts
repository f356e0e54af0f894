export * from './calls.ts';
export * from './directory.ts';
export * from './events.ts';
export * from './ids.ts';
export * from './permissions.ts';
export * from './principal-of-profile.ts';
export * from './roles.ts';
export * from './vocabulary.ts';
