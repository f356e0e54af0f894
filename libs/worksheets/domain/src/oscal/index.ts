export * from './catalogue-to-programme.ts';
export { checkProgramme } from './check-programme.ts';
export * from './programme-intents.ts';
export * from './read-catalogue.ts';
